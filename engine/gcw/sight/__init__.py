"""Sight: contacts, hearing, scans."""
