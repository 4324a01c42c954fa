-- What people keep for other games: the orders that build it, as an order sheet.
CREATE TABLE shelf (
    user INTEGER NOT NULL,
    rulebook TEXT NOT NULL,
    name TEXT NOT NULL,
    lines TEXT NOT NULL,
    kept_at INTEGER NOT NULL,               -- wall
    PRIMARY KEY (user, rulebook, name)
) WITHOUT ROWID;
