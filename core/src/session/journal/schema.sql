-- What the session is of: input (path), language, identity, bytes.
CREATE TABLE about (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;

-- What the property test said of a text. The sum is over the rest of the row and the session's identity.
CREATE TABLE verdicts (
    text BLOB PRIMARY KEY,          -- XXH3, 128 bits
    verdict INTEGER NOT NULL,
    time_limit INTEGER NOT NULL,    -- of a test that timed out: milliseconds, 0 for the default; else 0
    sum INTEGER NOT NULL
) WITHOUT ROWID;

-- A search for each setting of the options that steer it.
CREATE TABLE searches (
    setting BLOB PRIMARY KEY,
    output BLOB NOT NULL,           -- the path of its result
    bytes INTEGER NOT NULL,         -- of the best so far
    done INTEGER NOT NULL,
    updated INTEGER NOT NULL        -- seconds since 1970
) WITHOUT ROWID;
