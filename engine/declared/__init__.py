"""Whatever is declared by the names of fields: changes that facts make, and corrections that moderators make."""
