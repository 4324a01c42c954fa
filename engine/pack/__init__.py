"""Data packs: TOML sheets made into records that are declared once, told about fault by fault, pinned by digest."""
