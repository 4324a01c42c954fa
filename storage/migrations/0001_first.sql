-- Guilds and their settings (JSON).
CREATE TABLE guild (
    id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
);

-- The data packs that games were started with, so that an old game keeps its own.
CREATE TABLE pack (
    rulebook TEXT NOT NULL,
    version INTEGER NOT NULL,
    digest TEXT NOT NULL,
    files TEXT NOT NULL,                    -- JSON: file name to text
    PRIMARY KEY (rulebook, version, digest)
) WITHOUT ROWID;

-- Game time is wall time less clock_offset; while paused it stands at paused_at. floor is the latest instant
-- (game time) that the record has seen: game time never falls behind it.
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    number INTEGER NOT NULL,                -- within the guild, from 1
    name TEXT NOT NULL,
    rulebook TEXT NOT NULL,
    version INTEGER NOT NULL,
    digest TEXT NOT NULL,                   -- of the data pack
    options TEXT NOT NULL,                  -- JSON
    status TEXT NOT NULL CHECK (status IN ('lobby', 'running', 'paused', 'ended')),
    creator INTEGER NOT NULL,
    created_at INTEGER NOT NULL,            -- wall
    clock_offset INTEGER NOT NULL DEFAULT 0,
    paused_at INTEGER,                      -- wall
    floor INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER,                         -- wall; NULL where time alone will change nothing
    sequence INTEGER NOT NULL DEFAULT 0,    -- number of the last command
    facts INTEGER NOT NULL DEFAULT 0,       -- number of the last fact
    chain TEXT NOT NULL DEFAULT '',         -- digest of all facts up to it
    commitment TEXT NOT NULL DEFAULT '',
    UNIQUE (guild, number)
);
CREATE INDEX game_due ON game (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE secret (
    game INTEGER PRIMARY KEY REFERENCES game (id),
    secret BLOB NOT NULL
);

CREATE TABLE seat (
    game INTEGER NOT NULL REFERENCES game (id),
    seat TEXT NOT NULL,
    user INTEGER,                           -- NULL: vacant
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE UNIQUE INDEX seat_once ON seat (game, user) WHERE user IS NOT NULL;
CREATE INDEX seat_user ON seat (user) WHERE user IS NOT NULL;

-- Everything that was asked of a game. 'begin', 'order' and 'tick' went to the rulebook; the others
-- ('join', 'pause', 'rewind' ...) to the desk alone.
CREATE TABLE command (
    game INTEGER NOT NULL REFERENCES game (id),
    n INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,                    -- game time
    wall INTEGER NOT NULL,
    user INTEGER NOT NULL DEFAULT 0,        -- 0: the clock, or somebody whose data was deleted
    seat TEXT NOT NULL DEFAULT '',
    body TEXT NOT NULL DEFAULT '',
    refusal TEXT NOT NULL DEFAULT '',       -- code; '' where it was obeyed
    undone_by INTEGER,                      -- number of the rewinding command
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
CREATE INDEX command_undone ON command (game, n) WHERE undone_by IS NOT NULL;

-- chain digests each fact together with all before it, undone ones too.
CREATE TABLE fact (
    game INTEGER NOT NULL REFERENCES game (id),
    n INTEGER NOT NULL,
    command INTEGER NOT NULL,
    at INTEGER NOT NULL,                    -- game time
    audience TEXT NOT NULL,                 -- '*' everybody, 'red,blue' seats, '' the referee alone
    body BLOB NOT NULL,                     -- JSON
    chain TEXT NOT NULL,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;

-- whose: '!' the referee's state, '' what the public knows, else what that seat knows.
CREATE TABLE snapshot (
    game INTEGER NOT NULL REFERENCES game (id),
    whose TEXT NOT NULL,
    command INTEGER NOT NULL,               -- last command and last fact it holds
    fact INTEGER NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (game, whose, command)
) WITHOUT ROWID;

-- What each interaction was answered, so that a second delivery gets the same answer.
CREATE TABLE receipt (
    interaction TEXT PRIMARY KEY,
    game INTEGER,
    wall INTEGER NOT NULL,
    answer BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE draft (
    game INTEGER NOT NULL REFERENCES game (id),
    seat TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;

-- Posts to be made. claimed_at is set before a post is handed to Discord: a row with it and without sent_at was in
-- flight when the process ended.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    game INTEGER,
    target TEXT NOT NULL,                   -- channel:<id>, thread:<game>:<topic>, seat:<game>:<seat>, moderators:<guild>
    body TEXT NOT NULL,                     -- JSON
    nonce TEXT NOT NULL UNIQUE,
    priority INTEGER NOT NULL,              -- 0 decides, 1 informs, 2 decorates
    made_at INTEGER NOT NULL,               -- wall, as are all times here
    not_before INTEGER NOT NULL DEFAULT 0,
    claimed_at INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    done_at INTEGER,                        -- sent, or given up
    message INTEGER,                        -- what it became
    failure TEXT NOT NULL DEFAULT '',       -- why it was given up
    once TEXT UNIQUE                        -- at most one post of this name is ever made
);
CREATE INDEX outbox_waiting ON outbox (priority, id) WHERE done_at IS NULL;
CREATE INDEX outbox_game ON outbox (game) WHERE game IS NOT NULL;
CREATE INDEX outbox_message ON outbox (message) WHERE message IS NOT NULL;

-- Channels, threads and messages made for a game: topic '' its channel, 'battle:3' a thread, 'seat:red' a seat's own.
CREATE TABLE place (
    game INTEGER NOT NULL REFERENCES game (id),
    topic TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER,
    PRIMARY KEY (game, topic)
) WITHOUT ROWID;

-- Small things to remember across restarts, such as the digest of the commands last registered in a guild.
CREATE TABLE memo (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
