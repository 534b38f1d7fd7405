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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795705734123', 'evt_01a21867-2d0f-70a8-9ce0-a724b52a9865');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:548f5468-9721-4a6a-ab2b-b9aeda6f2e0d', 'evt_01a21867-2646-72dd-9595-3092c9a07b61');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a21867-1b63-7334-8b8f-ff91becbe9d9');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:ddba98fb6f619cab3fac7b9782d174a37c7a894722a4635fd9584370a6feff3d', 'evt_01a21867-1b63-7334-8b8f-ff91becbe9d9');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-26T15:09:03.794Z', 'evt_01a21867-29b2-76f7-92a4-6c520f4cb344');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a21867-1d39-70a0-a3fb-273a7cf3354c');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a21867-21f2-7203-8b0d-d3c6d72d1827');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a21867-2311-779c-9e8b-e93a8494e7c1');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (16, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a21867-21f2-7203-8b0d-d3c6d72d1827","passed":[],"state":"taken","receivedAt":1795705741810}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-26T15:09:01.808Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-26T15:09:01.808Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (43, 43, 32, '24e6c2f560eef84d447525e62f55cedaa765332c786f6cf2bc840a552828bd8e', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (17, '{"seq":17,"id":"run_01a21867-21f2-7203-8b0d-d56f0a581a70","event":{"seq":16,"id":"evt_01a21867-21f2-7203-8b0d-d3c6d72d1827","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795777200000,"over":false,"sending":false,"paused":false,"failing":null,"written":19,"told":0}', '{"id":"run_01a21867-21f2-7203-8b0d-d56f0a581a70","eventId":"evt_01a21867-21f2-7203-8b0d-d3c6d72d1827","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"lookedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":[],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795777200000,"createdAt":1795705741810,"updatedAt":1795705741826}', '[{"n":19,"audit":[{"at":1795705741826,"type":"run.scheduled","runId":"run_01a21867-21f2-7203-8b0d-d56f0a581a70","eventId":"evt_01a21867-21f2-7203-8b0d-d3c6d72d1827","actor":"reeve","detail":{"automation":"joiner","for":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
