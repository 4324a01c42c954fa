"""Whatever is declared by the names of fields: changes that facts make, corrections, and when something is due."""
