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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795944649123', 'evt_01a226a5-58f3-7745-b73c-2e7343b3544a');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a226a5-296c-702e-a076-771a45283e99');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:1983ebffc5db2f6f3238d08c1fa7f2d6c1b7d35b69fe60594e13bfbdfae5877f', 'evt_01a226a5-296c-702e-a076-771a45283e99');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795944690.68e5e74d', 'evt_01a226a5-32c1-7004-bff4-3cbb11cfdef3');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a226a5-37ad-7721-903d-108a5c49f692');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a226a5-40fc-725f-b42d-a765228ccf02');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a226a5-42ce-77af-b1fa-8b15a6af9de4');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (25, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a226a5-40fc-725f-b42d-a765228ccf02","declined":[],"state":"taken","receivedAt":1795944694013}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-29T09:31:33.993Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","department":"Support","timeZone":"Pacific/Auckland","lastDay":"2026-11-30"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-29T09:31:33.993Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","department":"Support","timeZone":"Pacific/Auckland","lastDay":"2026-11-30"}}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (39, 39, 29, '19e609dbe0adc9f0d322990511aacb7f0f095670ee5a96373e42947edaf6469f', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (26, '{"seq":26,"id":"run_01a226a5-40fd-70dc-b0ef-1b7381cd7fda","event":{"seq":25,"id":"evt_01a226a5-40fc-725f-b42d-a765228ccf02","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1796036400000,"over":false,"sending":false,"paused":false,"failing":null,"written":28,"delivered":0}', '{"id":"run_01a226a5-40fd-70dc-b0ef-1b7381cd7fda","eventId":"evt_01a226a5-40fc-725f-b42d-a765228ccf02","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"checkedAt":null,"journal":[],"notice":null,"reads":null,"ignored":null,"approvalReasons":[],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796036400000,"createdAt":1795944694013,"updatedAt":1795944694047,"scheduledFor":"the end of 30 Nov 2026 in Pacific/Auckland (30 Nov 2026, 12:00 in Europe/Berlin)"}', '[{"n":28,"audit":[{"at":1795944694047,"type":"run.scheduled","runId":"run_01a226a5-40fd-70dc-b0ef-1b7381cd7fda","eventId":"evt_01a226a5-40fc-725f-b42d-a765228ccf02","actor":"reeve","detail":{"automation":"joiner","for":"the end of 30 Nov 2026 in Pacific/Auckland (30 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
