-- The tables of any number of languages. Kinds and edges stand by name, so that rows can be read by eye and do not
-- depend on the order in which they were learned.

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- The grammar that a language was learned with. Contributions number kinds and edges by their place in these lists (JSON).
CREATE TABLE languages (language TEXT PRIMARY KEY, grammar TEXT NOT NULL, kinds TEXT NOT NULL, edges TEXT NOT NULL)
    WITHOUT ROWID;

-- Nodes of a kind.
CREATE TABLE kinds (language TEXT, kind TEXT, count INTEGER NOT NULL, PRIMARY KEY (language, kind)) WITHOUT ROWID;

-- Children on one edge of one kind of parent: parents that have any, children altogether, the least and the greatest
-- number in one parent that has any.
CREATE TABLE edges (
    language TEXT, parent TEXT, edge TEXT,
    present INTEGER NOT NULL, children INTEGER NOT NULL, least INTEGER NOT NULL, most INTEGER NOT NULL,
    PRIMARY KEY (language, parent, edge)
) WITHOUT ROWID;

-- Nodes of a kind on an edge of a kind of parent.
CREATE TABLE contexts (
    language TEXT, parent TEXT, edge TEXT, kind TEXT, count INTEGER NOT NULL,
    PRIMARY KEY (language, parent, edge, kind)
) WITHOUT ROWID;

-- Literal tokens between two neighbours on one edge.
CREATE TABLE separators (
    language TEXT, parent TEXT, edge TEXT, token TEXT, count INTEGER NOT NULL,
    PRIMARY KEY (language, parent, edge, token)
) WITHOUT ROWID;

-- The smallest subtrees seen in a context, the smallest first.
CREATE TABLE fragments (
    language TEXT, parent TEXT, edge TEXT, place INTEGER,
    kind TEXT NOT NULL, tokens INTEGER NOT NULL, text BLOB NOT NULL,
    PRIMARY KEY (language, parent, edge, place)
) WITHOUT ROWID;

-- Files learned from, by hash of their content.
CREATE TABLE files (language TEXT, hash BLOB, PRIMARY KEY (language, hash)) WITHOUT ROWID;

-- What each file added to the counts; none in slim tables.
CREATE TABLE contributions (language TEXT, hash BLOB, counts BLOB NOT NULL, PRIMARY KEY (language, hash));
