"""Storage of what must survive: commands, facts, snapshots, seats, settings and the outbox, in one SQLite file for
all guilds.
"""
