// A desk's tables. None has an index besides its key: what is due, in what order, and what the ledger lacks is in memory.
import { FIRST_PREVIOUS } from "../../ledger/audit-chain.ts";

/** The desk's tables, by version: what must survive a kill. */
export const DESK_TABLES = [
  `
  -- Every key a delivery is known by; all of one delivery point at its event. Two generations: one is written while the
  -- other is only read, and thrown away whole when it is old enough.
  CREATE TABLE deliveries_0 (key TEXT PRIMARY KEY, event_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE deliveries_1 (key TEXT PRIMARY KEY, event_id TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- The numbers of events, runs and notes are of one count, which rises with every write.

  -- Written once, when it comes in.
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    row TEXT NOT NULL,
    event TEXT,
    payload TEXT NOT NULL
  ) STRICT;

  -- One row a run, written again with each step: its entry of the agenda, the run, and what its steps left for the
  -- ledger and for people, as long as they have not got it. The entry comes first and is small, so that those of all
  -- runs are soon read.
  CREATE TABLE runs (
    seq INTEGER PRIMARY KEY,
    entry TEXT NOT NULL,
    run TEXT NOT NULL,
    left_behind TEXT
  ) STRICT;

  -- What is left for the ledger and for people by no run, or is too much for its row.
  CREATE TABLE notes (n INTEGER PRIMARY KEY, left_behind TEXT NOT NULL) STRICT;

  -- What people had done again, and how far it had come by what they had seen: so that two who saw the same do it once.
  CREATE TABLE repeated (
    what TEXT NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (what, seen)
  ) STRICT, WITHOUT ROWID;

  -- Up to which write the ledger has everything, up to which message people have been told, the end of the audit chain
  -- on record, and which generation of deliveries is written since when (0: not yet known).
  CREATE TABLE marks (
    recorded INTEGER NOT NULL,
    told INTEGER NOT NULL,
    audit_seq INTEGER NOT NULL,
    audit_hash TEXT NOT NULL,
    generation INTEGER NOT NULL,
    generation_since INTEGER NOT NULL
  ) STRICT;
  INSERT INTO marks VALUES (0, 0, 0, '${FIRST_PREVIOUS}', 0, 0);
`,
];
