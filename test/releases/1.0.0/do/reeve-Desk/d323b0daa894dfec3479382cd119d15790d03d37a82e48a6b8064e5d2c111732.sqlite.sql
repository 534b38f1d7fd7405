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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a22523-f9ec-73c9-a7aa-defebba9fe59');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:7b73ac5cc626a9565e5bd9deeb440ad4a2254b41a4b0f52eacf2350c179ac013', 'evt_01a22523-f9ec-73c9-a7aa-defebba9fe59');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a22523-fc8a-740e-aa71-71f635fe5672');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a22523-ffdc-74d7-9768-2853734c2f1e');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a22524-00fa-76aa-8756-b72245c36adf');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (18, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a22523-ffdc-74d7-9768-2853734c2f1e","declined":[],"state":"taken","receivedAt":1795919445980}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-29T02:30:45.976Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","department":"Support","timeZone":"Pacific/Auckland","lastDay":"2026-11-30"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-29T02:30:45.976Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","department":"Support","timeZone":"Pacific/Auckland","lastDay":"2026-11-30"}}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (28, 28, 20, 'cf8c5664703a4b270178ee70bf024ecdb12304b7ffcdac548512a22e2717b611', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (19, '{"seq":19,"id":"run_01a22523-ffdc-74d7-9768-2d620fbfe4be","event":{"seq":18,"id":"evt_01a22523-ffdc-74d7-9768-2853734c2f1e","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1796036400000,"over":false,"sending":false,"paused":false,"failing":null,"written":21,"delivered":0}', '{"id":"run_01a22523-ffdc-74d7-9768-2d620fbfe4be","eventId":"evt_01a22523-ffdc-74d7-9768-2853734c2f1e","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"checkedAt":null,"journal":[],"notice":null,"reads":null,"ignored":null,"approvalReasons":[],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796036400000,"createdAt":1795919445980,"updatedAt":1795919445991,"scheduledFor":"the end of 30 Nov 2026 in Pacific/Auckland (30 Nov 2026, 12:00 in Europe/Berlin)"}', '[{"n":21,"audit":[{"at":1795919445991,"type":"run.scheduled","runId":"run_01a22523-ffdc-74d7-9768-2d620fbfe4be","eventId":"evt_01a22523-ffdc-74d7-9768-2853734c2f1e","actor":"reeve","detail":{"automation":"joiner","for":"the end of 30 Nov 2026 in Pacific/Auckland (30 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
