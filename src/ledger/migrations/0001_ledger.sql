-- The ledger: what console, API, audit and back-tests read. Times are Unix milliseconds. JSON columns hold what the
-- desk had, whole, and come last: lists read what is before them. An index is one more row to write, and to pay for, with
-- each event or run. So lists are in the order of ids, which begin with their time, and have no index by time.
CREATE TABLE events (
  -- Its row in `search`.
  n INTEGER NOT NULL,
  id TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  type TEXT,
  subject TEXT NOT NULL,
  state TEXT NOT NULL,
  authentication TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  detail TEXT,
  declined TEXT NOT NULL DEFAULT '[]',
  event TEXT,
  payload TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- How often each source is heard of, and what came in by the hour, without a look at the events.
CREATE INDEX events_source ON events (source, id, received_at);

CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL,
  automation TEXT NOT NULL,
  subject TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  -- Its row in `search`, once it has come to rest.
  n INTEGER,
  -- While it waits for an approver or operator: 2 if nothing undoes an action of its plan, 1 if one deletes, otherwise 0.
  danger INTEGER,
  -- Meanwhile also a JSON list of its actions, each with its target.
  targets TEXT,
  -- And a JSON list of the addresses of who asked for it, and whom it is about, in lower case.
  parties TEXT,
  -- Of each call its operation, its state and when it was settled: what is counted, without the rest of the run.
  effects TEXT NOT NULL,
  run TEXT NOT NULL,
  -- A JSON object with what is only for the record, each part written once: see run-details.ts.
  details TEXT
) STRICT, WITHOUT ROWID;
-- A subject's runs, and so an event's: all runs of an event are of its subject.
CREATE INDEX runs_subject ON runs (subject, event_id);
CREATE INDEX runs_automation ON runs (automation, id, state, created_at);
-- Nearly all runs end in one of these states: those are found along the table. Whoever looks for others says so.
CREATE INDEX runs_state ON runs (state, id, updated_at, automation) WHERE state NOT IN ('done', 'ignored');
-- The queue of those that wait, in its order, and what each acts on.
CREATE INDEX runs_waiting ON runs (state, danger DESC, ifnull(run->>'dueAt', 9e15), id, targets) WHERE danger IS NOT NULL;
-- Those that changed long after they were made: all others that changed in a while were made in it.
CREATE INDEX runs_late ON runs (updated_at) WHERE updated_at > created_at + 3600000;

-- The inventory: what Reeve keeps track of beyond the runs that learned of it. Never touched by retention.
CREATE TABLE inventory (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  data TEXT NOT NULL,
  runs TEXT NOT NULL,
  -- The author: a run's id or a person's email, and never both.
  by_run TEXT,
  by_person TEXT,
  changed_at INTEGER NOT NULL,
  person TEXT GENERATED ALWAYS AS (data->>'$.user.id') VIRTUAL,
  until TEXT GENERATED ALWAYS AS (data->>'until') VIRTUAL,
  PRIMARY KEY (kind, key),
  CHECK ((by_run IS NULL) <> (by_person IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX inventory_person ON inventory (kind, person, key) WHERE person IS NOT NULL;
CREATE INDEX inventory_until ON inventory (until, kind, key) WHERE until IS NOT NULL;

-- Events that concern nobody, where they are counted and not kept: by source and hour, with the time of the last one.
CREATE TABLE ignored_counts (
  source TEXT NOT NULL,
  hour INTEGER NOT NULL,
  events INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (source, hour)
) STRICT, WITHOUT ROWID;

-- The pseudonyms of people in the audit trail, by email, or by name if a text has no more: see people/texts.ts. An erasure
-- deletes the row.
CREATE TABLE people (
  handle TEXT PRIMARY KEY,
  -- The pseudonym: a hash of the salt and the handle.
  id TEXT NOT NULL UNIQUE,
  -- 22 random characters, which the salts of texts about them are made of, too.
  salt TEXT NOT NULL,
  -- While an erasure is under way: the full names that it looks for, of an email.
  names TEXT
) STRICT, WITHOUT ROWID;

-- The audit trail: one chain of hashes for each desk, see audit-chain.ts. It only grows. Consecutive entries of one run
-- and actor lie together in a row, a minute of them at most.
CREATE TABLE audit (
  -- Where its first entry is, see `toRowId` in audit.ts. A row is 2 KB: without a rowid it would fill a page of its own, and
  -- its place would take an index.
  id INTEGER PRIMARY KEY CHECK (id & 0xffffffff = seq),
  desk TEXT NOT NULL,
  -- Of the first entry, and of the last.
  seq INTEGER NOT NULL,
  last INTEGER NOT NULL,
  -- When the first was made.
  at INTEGER NOT NULL,
  run_id TEXT,
  event_id TEXT,
  actor TEXT,
  -- The types of the entries, with a space before and after each.
  types TEXT NOT NULL,
  -- The hash before the first.
  previous TEXT NOT NULL,
  -- Of each its time, type, detail and hash.
  entries TEXT NOT NULL CHECK (json_array_length(entries) = last - seq + 1),
  -- Of each its texts about people, with their salts: the details have their hashes. An erasure deletes them.
  beside TEXT CHECK (json_array_length(beside) = last - seq + 1)
) STRICT;
CREATE INDEX audit_at ON audit (at, desk, seq, types);
-- Nearly everything is done by Reeve itself.
CREATE INDEX audit_actor ON audit (actor, at, desk, seq, types) WHERE actor <> 'reeve';
CREATE INDEX audit_run ON audit (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX audit_event ON audit (event_id) WHERE event_id IS NOT NULL;

CREATE TRIGGER audit_never_changes
BEFORE UPDATE OF desk, seq, last, at, run_id, event_id, actor, types, previous, entries ON audit
BEGIN
  SELECT RAISE(ABORT, 'audit entries never change');
END;
CREATE TRIGGER audit_never_shrinks BEFORE DELETE ON audit
BEGIN
  SELECT RAISE(ABORT, 'audit entries are never deleted');
END;
-- A row joins the end of its chain or none. INSERT OR REPLACE would delete without asking the trigger above.
CREATE TRIGGER audit_only_grows BEFORE INSERT ON audit
WHEN NEW.seq <= (SELECT last FROM audit WHERE id BETWEEN NEW.id - NEW.seq AND NEW.id - NEW.seq + 0xffffffff ORDER BY id DESC LIMIT 1)
BEGIN
  SELECT RAISE(IGNORE);
END;

-- Signed checkpoints of all chains together, see src/evidence/checkpoints.ts.
CREATE TABLE checkpoints (
  n INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  -- Entries under it, and the last of each desk: what is behind those of the checkpoint before was added, desk by desk.
  size INTEGER NOT NULL,
  ends TEXT NOT NULL,
  -- The complete subtrees, from which the next one goes on.
  tree TEXT NOT NULL,
  note TEXT NOT NULL
) STRICT;
CREATE TRIGGER checkpoints_never_change BEFORE UPDATE ON checkpoints
BEGIN
  SELECT RAISE(ABORT, 'checkpoints never change');
END;
CREATE TRIGGER checkpoints_never_shrink BEFORE DELETE ON checkpoints
BEGIN
  SELECT RAISE(ABORT, 'checkpoints are never deleted');
END;

-- Text search over events and runs. It keeps no text, only where each word is, and whose row it is.
CREATE VIRTUAL TABLE search USING fts5 (
  words, id UNINDEXED,
  content = '', contentless_delete = 1, contentless_unindexed = 1, tokenize = 'unicode61 remove_diacritics 2'
);

-- What an event and a run are found by: the texts a person reads, and what lists are filtered by without an index. Ids
-- are found in the tables, and payloads are not: they are large. To the texts comes each pair of neighbouring Chinese and
-- Japanese characters, which have no blanks between words; of a text's first 4,000 characters only, since SQLite counts
-- through a text to find a place in it. `LIMIT` keeps SQLite from making the text once for each use of it.
CREATE VIEW event_words AS
SELECT n, id,
  (SELECT concat_ws(' ', text, iif(text GLOB '*[ぁ-鿿]*', (
    WITH RECURSIVE place (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM place WHERE at < min(length(text), 4000))
    SELECT group_concat(substr(text, at, 2), ' ') FROM place WHERE substr(text, at, 1) GLOB '[ぁ-鿿]'
  ), NULL)) FROM (
    SELECT concat_ws(' ', source, type, subject, state, detail,
      (SELECT group_concat(member.atom, ' ')
       FROM json_tree(json_remove(events.event, '$.ticket.status.id', '$.ticket.status.fromId')) AS member
       WHERE member.type = 'text')) AS text
    LIMIT 1
  )) AS words
FROM events;
CREATE VIEW run_words AS
SELECT n, id,
  (SELECT concat_ws(' ', text, iif(text GLOB '*[ぁ-鿿]*', (
    WITH RECURSIVE place (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM place WHERE at < min(length(text), 4000))
    SELECT group_concat(substr(text, at, 2), ' ') FROM place WHERE substr(text, at, 1) GLOB '[ぁ-鿿]'
  ), NULL)) FROM (
    SELECT concat_ws(' ', automation, subject,
      (SELECT group_concat(concat_ws(' ', action.value->>'action', action.value->>'summary', action.value->>'target'), ' ')
         FROM json_each(runs.run, '$.plan.actions') AS action),
      run->>'$.learned.worker.name', 'worker ' || (run->>'$.learned.worker.email'),
      run->>'ignored', run->>'$.problem.code', run->>'$.problem.message') AS text
    LIMIT 1
  )) AS words
FROM runs;

CREATE TRIGGER events_searchable AFTER INSERT ON events
BEGIN
  INSERT INTO search (rowid, words, id) SELECT n, words, id FROM event_words WHERE id = NEW.id;
END;
CREATE TRIGGER runs_searchable AFTER INSERT ON runs WHEN NEW.n IS NOT NULL
BEGIN
  INSERT INTO search (rowid, words, id) SELECT n, words, id FROM run_words WHERE id = NEW.id;
END;
CREATE TRIGGER runs_searchable_at_rest AFTER UPDATE OF n ON runs WHEN OLD.n IS NULL AND NEW.n IS NOT NULL
BEGIN
  INSERT INTO search (rowid, words, id) SELECT n, words, id FROM run_words WHERE id = NEW.id;
END;
-- Not INSERT OR REPLACE: in a trigger, the conflict rule of the statement that fired it is the one that counts.
CREATE TRIGGER runs_searchable_again AFTER UPDATE OF run ON runs
WHEN OLD.n IS NOT NULL AND
  json_array(OLD.run->>'$.plan.hash', OLD.run->>'ignored', OLD.run->'problem') IS NOT
  json_array(NEW.run->>'$.plan.hash', NEW.run->>'ignored', NEW.run->'problem')
BEGIN
  DELETE FROM search WHERE rowid = OLD.n;
  INSERT INTO search (rowid, words, id) SELECT n, words, id FROM run_words WHERE id = NEW.id;
END;
CREATE TRIGGER events_forgotten AFTER DELETE ON events
BEGIN
  DELETE FROM search WHERE rowid = OLD.n;
END;
CREATE TRIGGER runs_forgotten AFTER DELETE ON runs WHEN OLD.n IS NOT NULL
BEGIN
  DELETE FROM search WHERE rowid = OLD.n;
END;
