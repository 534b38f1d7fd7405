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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a21831-b228-70ac-8f3d-58b805da9a86');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:82640e144a419dbedb8a2ae1453108482749cdf1e63339290e48719fbda00bd1', 'evt_01a21831-b228-70ac-8f3d-58b805da9a86');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-26T14:10:44.571Z', 'evt_01a21831-c4db-72d2-aa7c-6955cc5f4163');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a21831-b4b8-720d-b4fb-f0bd2a321fb6');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a21831-bbbe-77a6-b7a0-06ef9fb3afc8');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a21831-bd0a-741d-ac64-1ca82e2bea9d');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (16, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a21831-bbbe-77a6-b7a0-06ef9fb3afc8","passed":[],"state":"taken","receivedAt":1795702242239}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-26T14:10:42.232Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-26T14:10:42.232Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (33, 33, 24, '88dab527989460c56f6e56a05c5e1e729236e0b117a52f59295a6e9daa10ba44', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (17, '{"seq":17,"id":"run_01a21831-bbc0-768b-aad6-aa8f7041fe1a","event":{"seq":16,"id":"evt_01a21831-bbbe-77a6-b7a0-06ef9fb3afc8","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795777200000,"over":false,"sending":false,"paused":false,"failing":null,"written":19,"told":0}', '{"id":"run_01a21831-bbc0-768b-aad6-aa8f7041fe1a","eventId":"evt_01a21831-bbbe-77a6-b7a0-06ef9fb3afc8","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"lookedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":[],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795777200000,"createdAt":1795702242239,"updatedAt":1795702242255}', '[{"n":19,"audit":[{"at":1795702242255,"type":"run.scheduled","runId":"run_01a21831-bbc0-768b-aad6-aa8f7041fe1a","eventId":"evt_01a21831-bbbe-77a6-b7a0-06ef9fb3afc8","actor":"reeve","detail":{"automation":"joiner","for":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
