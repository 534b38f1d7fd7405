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
CREATE TABLE details (
    run INTEGER NOT NULL,
    part TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (run, part)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE notes (n INTEGER PRIMARY KEY, left_behind TEXT NOT NULL) STRICT;
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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, NULL);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795735207123', 'evt_01a21a28-f215-74b2-97ae-6d3c7a32a50e');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('conductorone:id:67051392d407652d136bc4fd6053957e7b1dcca8448c0831d437bfd2e0ad28d2', 'evt_01a21a28-ddc8-70d9-9636-7eadc9d716e8');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('conductorone:sha256:e57443476b37ea0ea16d8e68de67fa50fd4e506a16dc60f46f1efe029c3ef5ba', 'evt_01a21a28-ddc8-70d9-9636-7eadc9d716e8');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a21a28-db61-7789-bb1d-f2138e86ceaa');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:2726224312bfa331d7388a0da88ebf75765f8d139dd7e02707afd23f4bef0d57', 'evt_01a21a28-db61-7789-bb1d-f2138e86ceaa');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-26T23:20:19.760Z', 'evt_01a21a28-ee31-7379-bc24-f3ea6b8e6522');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a21a28-e07c-769b-a749-64c2ef987bb2');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a21a28-e48f-752f-a909-9cb13bdf4475');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a21a28-e623-7735-a4ed-cbb35ddf754d');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (22, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a21a28-e48f-752f-a909-9cb13bdf4475","passed":[],"state":"taken","receivedAt":1795735217296}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-26T23:20:17.289Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-26T23:20:17.289Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (43, 43, 32, 'e2edb5ab4052a4867762d20410350fedb3f6b23f3ff4765e91f2d281e3480e12', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (23, '{"seq":23,"id":"run_01a21a28-e490-73e9-b5ab-a7185e15a570","event":{"seq":22,"id":"evt_01a21a28-e48f-752f-a909-9cb13bdf4475","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795777200000,"over":false,"sending":false,"paused":false,"failing":null,"written":25,"told":0}', '{"id":"run_01a21a28-e490-73e9-b5ab-a7185e15a570","eventId":"evt_01a21a28-e48f-752f-a909-9cb13bdf4475","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"lookedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":[],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795777200000,"createdAt":1795735217296,"updatedAt":1795735217312}', '[{"n":25,"audit":[{"at":1795735217312,"type":"run.scheduled","runId":"run_01a21a28-e490-73e9-b5ab-a7185e15a570","eventId":"evt_01a21a28-e48f-752f-a909-9cb13bdf4475","actor":"reeve","detail":{"automation":"joiner","for":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
