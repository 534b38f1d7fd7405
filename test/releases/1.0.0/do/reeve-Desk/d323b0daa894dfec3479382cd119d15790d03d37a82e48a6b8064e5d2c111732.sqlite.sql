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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a21bd3-575b-7505-a6e5-4fa7272679e2');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:2fa617e47f05e542586470626e8689fd09a2bceb2fa24ec56c307c8327f939fc', 'evt_01a21bd3-575b-7505-a6e5-4fa7272679e2');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-27T07:06:11.092Z', 'evt_01a21bd3-6f14-716e-9c29-99d59db5122b');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795763166.c12a89a2', 'evt_01a21bd3-5d05-73f7-bf6b-cb811c047b37');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a21bd3-5e36-76c5-99ea-51dca73c3cfb');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a21bd3-64dc-7000-9660-b58cbc02aec0');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a21bd3-662a-7526-88fb-1395ca5f19ed');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (25, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a21bd3-64dc-7000-9660-b58cbc02aec0","declined":[],"state":"taken","receivedAt":1795763168476}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-27T07:06:08.473Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-28"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-27T07:06:08.473Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-28"}}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (42, 42, 32, '960922658e705b5bf45f1a7689172f9320d0ae31e30e02f47d4ae43305b044c4', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (26, '{"seq":26,"id":"run_01a21bd3-64dc-7000-9660-b84c0326b163","event":{"seq":25,"id":"evt_01a21bd3-64dc-7000-9660-b58cbc02aec0","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795863600000,"over":false,"sending":false,"paused":false,"failing":null,"written":28,"delivered":0}', '{"id":"run_01a21bd3-64dc-7000-9660-b84c0326b163","eventId":"evt_01a21bd3-64dc-7000-9660-b58cbc02aec0","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"checkedAt":null,"journal":[],"notice":null,"reads":null,"ignored":null,"approvalReasons":[],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795863600000,"createdAt":1795763168476,"updatedAt":1795763168494,"scheduledFor":"the end of 28 Nov 2026 in Pacific/Auckland (28 Nov 2026, 12:00 in Europe/Berlin)"}', '[{"n":28,"audit":[{"at":1795763168494,"type":"run.scheduled","runId":"run_01a21bd3-64dc-7000-9660-b84c0326b163","eventId":"evt_01a21bd3-64dc-7000-9660-b58cbc02aec0","actor":"reeve","detail":{"automation":"joiner","for":"the end of 28 Nov 2026 in Pacific/Auckland (28 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
