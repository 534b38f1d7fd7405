-- The ledger: what console, API, audit and back-tests read. Times are Unix milliseconds. JSON columns hold what the
-- desk had, whole. Indexes end in what a page is ordered by, so that each list is read from one of them.
CREATE TABLE events (
  id TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  type TEXT,
  subject TEXT NOT NULL,
  state TEXT NOT NULL,
  authentication TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  detail TEXT,
  passed TEXT NOT NULL DEFAULT '[]',
  event TEXT,
  payload TEXT NOT NULL
) STRICT;
CREATE INDEX events_received ON events (received_at, id);
CREATE INDEX events_subject ON events (subject, received_at, id);
CREATE INDEX events_source ON events (source, received_at, id);
CREATE INDEX events_type ON events (type, received_at, id);
CREATE INDEX events_state ON events (state, received_at, id);

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
CREATE INDEX runs_subject ON runs (subject, created_at, id);
CREATE INDEX runs_state ON runs (state, created_at, id);
CREATE INDEX runs_automation ON runs (automation, created_at, id, state);
CREATE INDEX runs_updated ON runs (updated_at, state);
-- What people turned down, or said was not done: it is not proposed again for a while.
CREATE INDEX runs_rejected ON runs (automation, updated_at) WHERE state IN ('rejected', 'not_done');

CREATE TABLE effects (
  run_id TEXT NOT NULL,
  n INTEGER NOT NULL,
  operation TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  settled_at INTEGER,
  PRIMARY KEY (run_id, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX effects_settled ON effects (settled_at, state) WHERE settled_at IS NOT NULL;

-- The inventory: what Reeve keeps track of beyond the runs that learned of it. Never touched by retention.
CREATE TABLE inventory (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  data TEXT NOT NULL,
  runs TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  person TEXT GENERATED ALWAYS AS (coalesce(data->>'$.user.id', lower(data->>'$.user.email'))) VIRTUAL,
  until TEXT GENERATED ALWAYS AS (data->>'until') VIRTUAL,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX inventory_person ON inventory (kind, person, key) WHERE person IS NOT NULL;
CREATE INDEX inventory_until ON inventory (kind, until, key) WHERE until IS NOT NULL;

-- The variable DESKS, each time it was another.
CREATE TABLE desk_counts (desks TEXT NOT NULL, since INTEGER NOT NULL) STRICT;

-- The audit trail: one chain of hashes for each desk, see audit-chain.ts. It only grows.
CREATE TABLE audit (
  desk TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  run_id TEXT,
  event_id TEXT,
  actor TEXT,
  detail TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (desk, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_at ON audit (at, desk, seq);
CREATE INDEX audit_type ON audit (type, at, desk, seq);
CREATE INDEX audit_actor ON audit (actor, at, desk, seq) WHERE actor IS NOT NULL;
CREATE INDEX audit_run ON audit (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX audit_event ON audit (event_id) WHERE event_id IS NOT NULL;

CREATE TRIGGER audit_never_changes BEFORE UPDATE ON audit
BEGIN
  SELECT RAISE(ABORT, 'audit entries never change');
END;
CREATE TRIGGER audit_never_shrinks BEFORE DELETE ON audit
BEGIN
  SELECT RAISE(ABORT, 'audit entries are never deleted');
END;
-- INSERT OR REPLACE would delete without asking the trigger above.
CREATE TRIGGER audit_never_replaced BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE desk = NEW.desk AND seq = NEW.seq)
BEGIN
  SELECT RAISE(IGNORE);
END;

-- Text search over events and runs. The index keeps no text, only where each word is: `searchable` says of whom.
CREATE TABLE searchable (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
CREATE VIRTUAL TABLE search USING fts5 (
  words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

-- What an event and a run are found by: its columns, and the texts a person reads. Payloads are not: they are large.
CREATE VIEW event_words AS
SELECT id, concat_ws(' ', id, source, type, subject, detail,
  (SELECT group_concat(member.atom, ' ') FROM json_tree(events.event) AS member WHERE member.type = 'text')) AS words
FROM events;
CREATE VIEW run_words AS
SELECT id, concat_ws(' ', id, event_id, automation, subject,
  (SELECT group_concat(concat_ws(' ', action.value->>'action', action.value->>'summary', action.value->>'target'), ' ')
     FROM json_each(runs.run, '$.plan.actions') AS action),
  run->>'ignored', run->>'$.problem.code', run->>'$.problem.message') AS words
FROM runs;

CREATE TRIGGER events_searchable AFTER INSERT ON events
BEGIN
  INSERT INTO searchable (id) VALUES (NEW.id);
  INSERT INTO search (rowid, words) SELECT n, words FROM event_words JOIN searchable USING (id) WHERE id = NEW.id;
END;
CREATE TRIGGER runs_searchable AFTER INSERT ON runs
BEGIN
  INSERT INTO searchable (id) VALUES (NEW.id);
  INSERT INTO search (rowid, words) SELECT n, words FROM run_words JOIN searchable USING (id) WHERE id = NEW.id;
END;
-- Not INSERT OR REPLACE: in a trigger, the conflict rule of the statement that fired it is the one that counts.
CREATE TRIGGER runs_searchable_again AFTER UPDATE OF run ON runs
BEGIN
  DELETE FROM search WHERE rowid = (SELECT n FROM searchable WHERE id = NEW.id);
  INSERT INTO search (rowid, words) SELECT n, words FROM run_words JOIN searchable USING (id) WHERE id = NEW.id;
END;
CREATE TRIGGER events_forgotten AFTER DELETE ON events
BEGIN
  DELETE FROM search WHERE rowid = (SELECT n FROM searchable WHERE id = OLD.id);
  DELETE FROM searchable WHERE id = OLD.id;
END;
CREATE TRIGGER runs_forgotten AFTER DELETE ON runs
BEGIN
  DELETE FROM search WHERE rowid = (SELECT n FROM searchable WHERE id = OLD.id);
  DELETE FROM searchable WHERE id = OLD.id;
END;
