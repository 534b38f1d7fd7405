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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a223e4-b21a-7360-94f6-13e93526cc8d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:6315cdf8d1e2ba2ad239bda20762e58750b2ae512103ae2a4072ca141e7943bd', 'evt_01a223e4-b21a-7360-94f6-13e93526cc8d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a223e4-b508-7285-beb0-746500f13721');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a223e4-b843-776b-8f2b-8c345018c17d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a223e4-b94e-72f3-810b-583040569fcb');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (18, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a223e4-b843-776b-8f2b-8c345018c17d","declined":[],"state":"taken","receivedAt":1795898521668}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-28T20:42:01.664Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-29"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-28T20:42:01.664Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-29"}}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (28, 28, 20, '5c6d745a27e3f1fbde8c8c0d2b236537b7e3a1dac17454e7247979875dabf40e', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (19, '{"seq":19,"id":"run_01a223e4-b844-7689-96dd-2f0a5add0340","event":{"seq":18,"id":"evt_01a223e4-b843-776b-8f2b-8c345018c17d","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795950000000,"over":false,"sending":false,"paused":false,"failing":null,"written":21,"delivered":0}', '{"id":"run_01a223e4-b844-7689-96dd-2f0a5add0340","eventId":"evt_01a223e4-b843-776b-8f2b-8c345018c17d","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"checkedAt":null,"journal":[],"notice":null,"reads":null,"ignored":null,"approvalReasons":[],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795950000000,"createdAt":1795898521668,"updatedAt":1795898521673,"scheduledFor":"the end of 29 Nov 2026 in Pacific/Auckland (29 Nov 2026, 12:00 in Europe/Berlin)"}', '[{"n":21,"audit":[{"at":1795898521673,"type":"run.scheduled","runId":"run_01a223e4-b844-7689-96dd-2f0a5add0340","eventId":"evt_01a223e4-b843-776b-8f2b-8c345018c17d","actor":"reeve","detail":{"automation":"joiner","for":"the end of 29 Nov 2026 in Pacific/Auckland (29 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
