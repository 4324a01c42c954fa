"""Who sees what: contacts, hearing, scans."""
