-- What a person has set for themselves (JSON), in every server.
CREATE TABLE person (
    user INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
);

-- Up to which command and fact a running game was looked at for reminders, and when it is to be looked at again (wall).
CREATE TABLE watched (
    game INTEGER PRIMARY KEY REFERENCES game (id),
    sequence INTEGER NOT NULL,
    fact INTEGER NOT NULL,
    next_at INTEGER
);
INSERT INTO watched SELECT id, -1, facts, NULL FROM game;

-- What somebody owes or awaits, since when it is known, and when they were last reminded of it (game time).
CREATE TABLE reminded (
    game INTEGER NOT NULL REFERENCES game (id),
    seat TEXT NOT NULL,
    user INTEGER NOT NULL,
    matter TEXT NOT NULL,
    since INTEGER NOT NULL,
    told_at INTEGER,
    PRIMARY KEY (game, seat, user, matter)
) WITHOUT ROWID;
