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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:d41b8357-e09c-4030-8700-e1e8879dbf6c', 'evt_01a22600-3385-7760-8c07-fa38ad52addd');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('conductorone:id:9d696ca895ff8bdd156987b331c9e5b83bd0d5a11d519451aea014a6673b7a14', 'evt_01a22600-2a3a-7158-b6aa-a3a4151480e8');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('conductorone:sha256:f58c06e18427962a263f60e1a61442dfdf8598f8ff274dddc2ee566bb6662227', 'evt_01a22600-2a3a-7158-b6aa-a3a4151480e8');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a22600-2938-7635-9ddd-4157579ad5f9');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:ad93a8662db61e5cf45c4aef3675aafd5b952e4159f6b9cd53a9da7637e8bab2', 'evt_01a22600-2938-7635-9ddd-4157579ad5f9');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a22600-2c0f-70a9-9255-068ec61bac1e');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a22600-2f7a-7038-817f-28c23e48393e');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a22600-3087-70ed-b5d2-5a9463d91445');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (22, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a22600-2f7a-7038-817f-28c23e48393e","declined":[],"state":"taken","receivedAt":1795933876090}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-29T06:31:16.087Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","department":"Support","timeZone":"Pacific/Auckland","lastDay":"2026-11-30"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-29T06:31:16.087Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","department":"Support","timeZone":"Pacific/Auckland","lastDay":"2026-11-30"}}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (38, 38, 28, '4afeda6bf54fec6653827268389666424fd5f9e80c5da051ddb3d487c104d0f5', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (23, '{"seq":23,"id":"run_01a22600-2f7a-7038-817f-2de34878f627","event":{"seq":22,"id":"evt_01a22600-2f7a-7038-817f-28c23e48393e","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1796036400000,"over":false,"sending":false,"paused":false,"failing":null,"written":25,"delivered":0}', '{"id":"run_01a22600-2f7a-7038-817f-2de34878f627","eventId":"evt_01a22600-2f7a-7038-817f-28c23e48393e","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"checkedAt":null,"journal":[],"notice":null,"reads":null,"ignored":null,"approvalReasons":[],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796036400000,"createdAt":1795933876090,"updatedAt":1795933876098,"scheduledFor":"the end of 30 Nov 2026 in Pacific/Auckland (30 Nov 2026, 12:00 in Europe/Berlin)"}', '[{"n":25,"audit":[{"at":1795933876098,"type":"run.scheduled","runId":"run_01a22600-2f7a-7038-817f-2de34878f627","eventId":"evt_01a22600-2f7a-7038-817f-28c23e48393e","actor":"reeve","detail":{"automation":"joiner","for":"the end of 30 Nov 2026 in Pacific/Auckland (30 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
