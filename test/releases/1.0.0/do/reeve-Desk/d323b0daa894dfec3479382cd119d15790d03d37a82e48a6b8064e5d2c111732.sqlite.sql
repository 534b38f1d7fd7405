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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795777200000000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795704052123', 'evt_01a2184d-8599-7398-bb2f-31d5d805d4b3');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a2184d-7193-70e8-92fb-c943958d17de');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:52c4e2c02de61ea8d4f8e8ee9acaa0016f6b12d46357f24f853c8f06eb0b9281', 'evt_01a2184d-7193-70e8-92fb-c943958d17de');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-26T14:41:02.533Z', 'evt_01a2184d-8245-74a1-a8ff-7e9910f64c26');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a2184d-7416-75ca-aed7-4bd01de9f945');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a2184d-799c-77a2-a516-8eb0ba237034');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a2184d-7b32-77ed-bf69-f122f44720a4');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (16, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a2184d-799c-77a2-a516-8eb0ba237034","passed":[],"state":"taken","receivedAt":1795704060316}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-26T14:41:00.311Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-26T14:41:00.311Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (37, 37, 27, 'b98e659a5337da4682b5baaf8cdad18cad379249ee1e015ceef5b266a6c6a45e', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (17, '{"seq":17,"id":"run_01a2184d-799c-77a2-a516-905dc2dbe5a6","event":{"seq":16,"id":"evt_01a2184d-799c-77a2-a516-8eb0ba237034","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795777200000,"over":false,"sending":false,"paused":false,"failing":null,"written":19,"told":0}', '{"id":"run_01a2184d-799c-77a2-a516-905dc2dbe5a6","eventId":"evt_01a2184d-799c-77a2-a516-8eb0ba237034","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"lookedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":[],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795777200000,"createdAt":1795704060316,"updatedAt":1795704060331}', '[{"n":19,"audit":[{"at":1795704060331,"type":"run.scheduled","runId":"run_01a2184d-799c-77a2-a516-905dc2dbe5a6","eventId":"evt_01a2184d-799c-77a2-a516-8eb0ba237034","actor":"reeve","detail":{"automation":"joiner","for":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
