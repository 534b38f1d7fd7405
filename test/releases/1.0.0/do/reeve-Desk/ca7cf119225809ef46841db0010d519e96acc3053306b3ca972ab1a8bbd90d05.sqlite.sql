CREATE TABLE table_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
CREATE TABLE deliveries_0 (key TEXT PRIMARY KEY, event_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE deliveries_1 (key TEXT PRIMARY KEY, event_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    row TEXT NOT NULL,
    event TEXT,
    payload TEXT NOT NULL
  ) STRICT;
CREATE TABLE runs (
    seq INTEGER PRIMARY KEY,
    entry TEXT NOT NULL,
    run TEXT NOT NULL,
    left_behind TEXT
  ) STRICT;
CREATE TABLE notes (n INTEGER PRIMARY KEY, left_behind TEXT NOT NULL) STRICT;
CREATE TABLE repeated (
    what TEXT NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (what, seen)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE marks (
    recorded INTEGER NOT NULL,
    told INTEGER NOT NULL,
    audit_seq INTEGER NOT NULL,
    audit_hash TEXT NOT NULL,
    generation INTEGER NOT NULL,
    generation_since INTEGER NOT NULL
  ) STRICT;
CREATE TABLE _cf_KV (
        key TEXT PRIMARY KEY,
        value BLOB
      ) WITHOUT ROWID;
CREATE TABLE _cf_METADATA (
        key INTEGER PRIMARY KEY,
        value BLOB
      );
INSERT INTO "_cf_KV" ("key", "value") VALUES ('desks', X'FF0F4908');
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795704063969000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:a2b55857-50af-4c22-bc37-b4b9510ecb9a', 'evt_01a2184d-7e8f-7425-9c53-eef3e9f4e454');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:connector-owners-end:2026-11-26T14:40:59.533Z', 'evt_01a2184d-76a3-75a6-a28e-cf3884ebfbc4');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (13, 13, 9, '42e11d2b716989722020c07c9b27de03b8ae1f2c2c651ae5204379d1105fd60c', 0, 0);
INSERT INTO "notes" ("n", "left_behind") VALUES (14, '{"n":14,"audit":[{"at":1795704063969,"type":"pause.set","runId":null,"eventId":null,"actor":"iris.vale@example.com","detail":{"automation":"stale-tools","reason":"a release has to remember it"}}]}');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
