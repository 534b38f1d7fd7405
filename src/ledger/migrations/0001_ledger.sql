-- The ledger, which the console, the API, the audit trail and back-tests read. Times are Unix milliseconds. JSON columns
-- store the desk's complete data. They come last in a row, so that lists read only the columns before them. Each index
-- costs one more written row per event or run. Therefore lists are sorted by id, which begins with the time of creation,
-- and need no index by time.
CREATE TABLE events (
  -- The rowid of the event's words in `search`.
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
-- Counts the events of a source, in total and per hour, without reading the events.
CREATE INDEX events_source ON events (source, id, received_at);
-- Finds the few rejected events, and counts them per source and hour, without reading the others. An event that is not
-- rejected costs no row of this index.
CREATE INDEX events_rejected ON events (id, source, received_at) WHERE state = 'rejected';

CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL,
  automation TEXT NOT NULL,
  subject TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  -- The rowid of the run's words in `search`, set once the run waits or has ended.
  n INTEGER,
  -- While the run waits for an approver or operator: 2 if an action of its plan can't be undone, 1 if one deletes
  -- something, otherwise 0.
  danger INTEGER,
  -- While the run waits: a JSON list of the plan's actions, each with its target.
  targets TEXT,
  -- While the run waits: a JSON list of the requesters' and the affected users' email addresses, in lower case.
  parties TEXT,
  -- For each effect call its operation, its state and the time of its outcome: the part of the run that is counted.
  effects TEXT NOT NULL,
  run TEXT NOT NULL,
  -- A JSON object with the parts of the run that only the ledger stores, each written once: see src/runs/run.ts.
  details TEXT
) STRICT, WITHOUT ROWID;
-- Finds the runs of a subject and those of an event, because all runs of an event have its subject.
CREATE INDEX runs_subject ON runs (subject, event_id);
CREATE INDEX runs_automation ON runs (automation, id, state, created_at);
-- Nearly all runs end in `done` or `ignored`; they are found by walking the table. To use this index, a query must repeat
-- the condition.
CREATE INDEX runs_state ON runs (state, id, updated_at, automation) WHERE state NOT IN ('done', 'ignored');
-- The queue of waiting runs, in its order, with the targets of each plan.
CREATE INDEX runs_waiting ON runs (state, danger DESC, ifnull(run->>'dueAt', 9e15), id, targets) WHERE danger IS NOT NULL;
-- Runs updated more than an hour after their creation. All other runs updated in a period were created in it, or less
-- than an hour before.
CREATE INDEX runs_late ON runs (updated_at) WHERE updated_at > created_at + 3600000;

-- The inventory: facts that Reeve stores longer than the runs that found them. Retention never deletes them.
CREATE TABLE inventory (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  -- NULL in the remains of a removed entry, which are kept for a while.
  data TEXT,
  runs TEXT NOT NULL,
  -- The author: a run's id or a person's email, but not both.
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

-- The number of ignored events per source and hour, with the time of the last one, if the policy counts such events
-- instead of storing them.
CREATE TABLE ignored_counts (
  source TEXT NOT NULL,
  hour INTEGER NOT NULL,
  events INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (source, hour)
) STRICT, WITHOUT ROWID;

-- The pseudonyms of people in the audit trail. The handle is an email address, or a name if the text has no address: see
-- people/texts.ts. An erasure deletes the row.
CREATE TABLE people (
  handle TEXT PRIMARY KEY,
  -- The pseudonym: a hash of the salt and the handle.
  id TEXT NOT NULL UNIQUE,
  -- 22 random characters, from which the salts of texts about the person are derived too.
  salt TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Erasures of people that are in progress, one for each person. A request can only continue one of these, from the step
-- that is recorded here.
CREATE TABLE erasures (
  handle TEXT PRIMARY KEY,
  -- JSON list of the full names that the erasure searches for besides the email address.
  names TEXT NOT NULL,
  -- The next step.
  next TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The audit trail: one append-only hash chain per desk, see audit-chain.ts. A row contains consecutive entries of one run
-- and actor, from one minute at most.
CREATE TABLE audit (
  -- The position of the row's first entry, see `toRowId` in audit.ts. A row has about 2 KB: in a table WITHOUT ROWID each
  -- row would fill a page of its own, and the position would need an index.
  id INTEGER PRIMARY KEY CHECK (id & 0xffffffff = seq),
  desk TEXT NOT NULL,
  -- The numbers of the row's first and last entry.
  seq INTEGER NOT NULL,
  last INTEGER NOT NULL,
  -- The time of the first entry.
  at INTEGER NOT NULL,
  run_id TEXT,
  event_id TEXT,
  actor TEXT,
  -- The entries' types, with a space before and after each type.
  types TEXT NOT NULL,
  -- The hash of the entry before the first one.
  previous TEXT NOT NULL,
  -- The time, type, detail and hash of each entry.
  entries TEXT NOT NULL CHECK (json_array_length(entries) = last - seq + 1),
  -- Each entry's texts about people, with their salts. The details contain only hashes of them. An erasure deletes them.
  beside TEXT CHECK (json_array_length(beside) = last - seq + 1)
) STRICT;
CREATE INDEX audit_at ON audit (at, desk, seq, types);
-- Reeve itself is the actor of nearly all entries.
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
-- A row that does not extend its chain is ignored. Otherwise, INSERT OR REPLACE would delete a row without firing the
-- trigger above.
CREATE TRIGGER audit_only_grows BEFORE INSERT ON audit
WHEN NEW.seq <= (SELECT last FROM audit WHERE id BETWEEN NEW.id - NEW.seq AND NEW.id - NEW.seq + 0xffffffff ORDER BY id DESC LIMIT 1)
BEGIN
  SELECT RAISE(IGNORE);
END;

-- Signed checkpoints, each over all chains, see src/evidence/checkpoints.ts.
CREATE TABLE checkpoints (
  n INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  -- The number of covered entries, and the number of the last one per desk. The entries after those of the previous
  -- checkpoint were added desk by desk.
  size INTEGER NOT NULL,
  ends TEXT NOT NULL,
  -- The hashes of the complete subtrees, from which the next checkpoint continues.
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

-- Text search over events and runs. It stores no text: only the position of each word, and the id of the row.
CREATE VIRTUAL TABLE search USING fts5 (
  words, id UNINDEXED,
  content = '', contentless_delete = 1, contentless_unindexed = 1, tokenize = 'unicode61 remove_diacritics 2'
);

-- The indexed words of an event or a run: the texts that people read, and the values of filters without an index. Ids are
-- found in the tables. Payloads are not indexed, because they are large. Chinese and Japanese texts have no spaces between
-- words, so each pair of adjacent characters is added as a word. Only the first 4,000 characters of such a text are paired,
-- because SQLite counts from the start of a text to find a position. `LIMIT` makes SQLite build the text only once.
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
-- This trigger can't use INSERT OR REPLACE: in a trigger, the conflict rule of the statement that fired it applies.
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
