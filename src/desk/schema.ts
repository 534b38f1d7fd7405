// A desk's tables, and the SQL that several of its queries share.
import { FIRST_PREVIOUS } from "../ledger/audit-chain.ts";

/** The desk's tables, by version: what must survive a kill. */
export const DESK_TABLES = [
  `
  -- Every key a delivery is known by; all of one delivery point at its event.
  CREATE TABLE deliveries (
    key TEXT PRIMARY KEY,
    event_id TEXT NOT NULL,
    received_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Written once, when it comes in. AUTOINCREMENT: a number is never given twice, as the outbox counts on it.
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    row TEXT NOT NULL,
    event TEXT,
    payload TEXT NOT NULL
  ) STRICT;

  CREATE TABLE runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    event_seq INTEGER NOT NULL,
    automation TEXT NOT NULL,
    subject TEXT NOT NULL,
    state TEXT NOT NULL,
    active INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    due_at INTEGER,
    run TEXT NOT NULL,
    version INTEGER NOT NULL,
    recorded INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX runs_event ON runs (event_seq);
  CREATE INDEX runs_due ON runs (automation, turn, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX runs_order ON runs (subject, automation, seq) WHERE finished = 0;
  CREATE INDEX runs_outbox ON runs (seq) WHERE version > recorded;

  -- What people had done again, and how far it had come by what they had seen: so that two who saw the same do it once.
  CREATE TABLE repeated (
    what TEXT NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (what, seen)
  ) STRICT, WITHOUT ROWID;

  -- Decisions and effects, until they are links of the audit chain in the ledger.
  CREATE TABLE audit (seq INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL) STRICT;

  -- Changes of the inventory, in order, until the ledger has them.
  CREATE TABLE inventory (seq INTEGER PRIMARY KEY AUTOINCREMENT, row TEXT NOT NULL) STRICT;

  -- What people are to be told of runs, in order, until whoever tells them has it.
  CREATE TABLE announcements (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    announcement TEXT NOT NULL
  ) STRICT;

  -- The outbox is no table: it is the events past this number, the runs with a version the ledger has not got,
  -- and what is left of inventory changes and audit entries, of which the last on record has this hash.
  CREATE TABLE recorded (events INTEGER NOT NULL, audit_hash TEXT NOT NULL) STRICT;
  INSERT INTO recorded VALUES (0, '${FIRST_PREVIOUS}');
`,
];

/**
 * Each automation that has runs with a time, by each turn that a run may have. Steps from one name to the next in the
 * index, however many runs there are of each.
 */
export const TURNS = `(
  WITH RECURSIVE names (name) AS (
    SELECT min(automation) FROM runs WHERE due_at IS NOT NULL
    UNION ALL
    SELECT (SELECT min(automation) FROM runs WHERE due_at IS NOT NULL AND automation > name)
    FROM names WHERE name IS NOT NULL)
  SELECT name, value AS its_turn FROM names CROSS JOIN json_each('[0, 1, 2]') WHERE name IS NOT NULL)`;

/** A run that comes before others of its automation and subject, or that nothing has to wait for. */
export const FIRST_IN_LINE = `(active = 0 OR NOT EXISTS (
  SELECT 1 FROM runs AS earlier
  WHERE earlier.automation = runs.automation AND earlier.subject = runs.subject AND earlier.finished = 0
    AND earlier.seq < runs.seq AND earlier.active = 1))`;
