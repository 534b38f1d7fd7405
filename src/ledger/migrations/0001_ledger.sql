-- Times are Unix milliseconds. JSON columns hold what the desk had, whole.
CREATE TABLE events (
  id TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  type TEXT,
  subject TEXT NOT NULL,
  state TEXT NOT NULL,
  authentication TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  detail TEXT,
  event TEXT,
  payload TEXT NOT NULL
) STRICT;
CREATE INDEX events_received ON events (received_at, id);

CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL,
  automation TEXT NOT NULL,
  subject TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  run TEXT NOT NULL,
  version INTEGER NOT NULL
) STRICT;
CREATE INDEX runs_event ON runs (event_id);
CREATE INDEX runs_created ON runs (created_at, id);

-- The variable DESKS, each time it was another.
CREATE TABLE desk_counts (desks TEXT NOT NULL, since INTEGER NOT NULL) STRICT;

CREATE TABLE effects (
  run_id TEXT NOT NULL,
  n INTEGER NOT NULL,
  operation TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  settled_at INTEGER,
  PRIMARY KEY (run_id, n)
) STRICT, WITHOUT ROWID;
