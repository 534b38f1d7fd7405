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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a21bb3-5d06-75f8-82c5-d17d9f7e929a');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:39e778c08ecc6d58a345d27beffd7b61aed26f3bd035e7c054090c3095a461c5', 'evt_01a21bb3-5d06-75f8-82c5-d17d9f7e929a');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-27T06:31:14.395Z', 'evt_01a21bb3-70dc-75cc-a6ca-c4122a1651d5');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795761070.3c1f9261', 'evt_01a21bb3-60ee-735f-a449-41e9ae1de967');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a21bb3-61a7-70bd-8199-f106b113e92e');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a21bb3-6633-71f3-9423-d4ffe6cd8d65');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a21bb3-674f-7758-b986-2324279d5bad');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (25, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a21bb3-6633-71f3-9423-d4ffe6cd8d65","declined":[],"state":"taken","receivedAt":1795761071667}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-27T06:31:11.663Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-28"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-27T06:31:11.663Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-28"}}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (42, 42, 32, '6c6cbd6ada29105ebc4ee24b73470dc9062e33a7f535f7b9ea4cbe321d9f3c9b', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (26, '{"seq":26,"id":"run_01a21bb3-6633-71f3-9423-da34fefe620b","event":{"seq":25,"id":"evt_01a21bb3-6633-71f3-9423-d4ffe6cd8d65","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795863600000,"over":false,"sending":false,"paused":false,"failing":null,"written":28,"delivered":0}', '{"id":"run_01a21bb3-6633-71f3-9423-da34fefe620b","eventId":"evt_01a21bb3-6633-71f3-9423-d4ffe6cd8d65","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"checkedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"approvalReasons":[],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795863600000,"createdAt":1795761071667,"updatedAt":1795761071685,"scheduledFor":"the end of 28 Nov 2026 in Pacific/Auckland (28 Nov 2026, 12:00 in Europe/Berlin)"}', '[{"n":28,"audit":[{"at":1795761071685,"type":"run.scheduled","runId":"run_01a21bb3-6633-71f3-9423-da34fefe620b","eventId":"evt_01a21bb3-6633-71f3-9423-d4ffe6cd8d65","actor":"reeve","detail":{"automation":"joiner","for":"the end of 28 Nov 2026 in Pacific/Auckland (28 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
