"""Database files and exported games as files: private, checked, copied, put in place, moved to other servers."""
