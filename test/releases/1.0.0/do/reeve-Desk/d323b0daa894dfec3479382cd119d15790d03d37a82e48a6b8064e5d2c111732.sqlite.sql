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
    step_output TEXT
  ) STRICT;
CREATE TABLE details (
    run INTEGER NOT NULL,
    part TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (run, part)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE notes (n INTEGER PRIMARY KEY, step_output TEXT NOT NULL) STRICT;
CREATE TABLE withdrawals (
    subject TEXT NOT NULL,
    at INTEGER NOT NULL,
    kept_at INTEGER NOT NULL,
    withdrawal TEXT NOT NULL,
    PRIMARY KEY (subject, at, withdrawal)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE repeated (
    what TEXT NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (what, seen)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE marks (
    recorded INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, NULL);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a21a6a-7910-7133-8521-74459968d7ac');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:e6e285eb20bcf03402e4f74d0a892d1e1ea21f85159b6d4f2adccdc7e32a273f', 'evt_01a21a6a-7910-7133-8521-74459968d7ac');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-27T00:31:58.852Z', 'evt_01a21a6a-8785-777a-9486-ac59628fc424');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795739515.f5ccd9e7', 'evt_01a21a6a-7bdf-7751-98c6-fd5e47fa9c8d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a21a6a-7c72-7402-a9f2-3492863a04a4');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a21a6a-7f20-73d7-834f-d18d60b151cc');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a21a6a-8058-75f7-81e1-3aad7b9ab44c');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (25, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a21a6a-7f20-73d7-834f-d18d60b151cc","declined":[],"state":"taken","receivedAt":1795739516704}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-27T00:31:56.699Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-28"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-27T00:31:56.699Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-28"}}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (42, 42, 32, '380a169ed8be8c623ce800f61b83ffb648d9c601defd23f87287d822582b6f25', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (26, '{"seq":26,"id":"run_01a21a6a-7f20-73d7-834f-d6fef54ab444","event":{"seq":25,"id":"evt_01a21a6a-7f20-73d7-834f-d18d60b151cc","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795863600000,"over":false,"sending":false,"paused":false,"failing":null,"written":28,"delivered":0}', '{"id":"run_01a21a6a-7f20-73d7-834f-d6fef54ab444","eventId":"evt_01a21a6a-7f20-73d7-834f-d18d60b151cc","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"checkedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"approvalReasons":[],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795863600000,"createdAt":1795739516704,"updatedAt":1795739516711,"scheduledFor":"the end of 28 Nov 2026 in Pacific/Auckland (28 Nov 2026, 12:00 in Europe/Berlin)"}', '[{"n":28,"audit":[{"at":1795739516711,"type":"run.scheduled","runId":"run_01a21a6a-7f20-73d7-834f-d6fef54ab444","eventId":"evt_01a21a6a-7f20-73d7-834f-d18d60b151cc","actor":"reeve","detail":{"automation":"joiner","for":"the end of 28 Nov 2026 in Pacific/Auckland (28 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
