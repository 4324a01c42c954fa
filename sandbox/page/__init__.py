"""The web page: a browser sits at the table as one of its members."""
