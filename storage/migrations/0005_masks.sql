-- What is shown in the place of names that somebody typed who has had themselves forgotten. The names themselves stand
-- in facts, and stay there.
CREATE TABLE mask (
    game INTEGER NOT NULL REFERENCES game (id),
    name TEXT NOT NULL,
    shown TEXT NOT NULL,
    PRIMARY KEY (game, name),
    UNIQUE (game, shown)
) WITHOUT ROWID;
