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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795729765123', 'evt_01a219d5-d457-7515-958c-8c92c7673f02');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:8da2da70-ef55-4418-89c1-596c7066a558', 'evt_01a219d5-ce31-75ce-a5ba-8cd707542b0d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a219d5-c43b-73eb-969a-0acc462a10ff');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:7de0c70f7be486fbb2547397086e82eb46ee2da22963d27989d976171361ef90', 'evt_01a219d5-c43b-73eb-969a-0acc462a10ff');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-26T21:49:32.875Z', 'evt_01a219d5-d14b-763f-8924-35adcbbf0204');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a219d5-c728-721e-87cf-3cbb48182fd3');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a219d5-ca48-700d-a88e-995fda2d2d43');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a219d5-cb55-75fc-a4c2-1eb81d3aea0b');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (18, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a219d5-ca48-700d-a88e-995fda2d2d43","passed":[],"state":"taken","receivedAt":1795729771080}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-26T21:49:31.078Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-26T21:49:31.078Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (45, 45, 34, 'edde578f3cb33d624d61d0260a1536c34b1c2450a9c29dce3ac0f554ff148e9a', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (19, '{"seq":19,"id":"run_01a219d5-ca48-700d-a88e-9e20d57f0ef3","event":{"seq":18,"id":"evt_01a219d5-ca48-700d-a88e-995fda2d2d43","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795777200000,"over":false,"sending":false,"paused":false,"failing":null,"written":21,"told":0}', '{"id":"run_01a219d5-ca48-700d-a88e-9e20d57f0ef3","eventId":"evt_01a219d5-ca48-700d-a88e-995fda2d2d43","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"lookedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":[],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795777200000,"createdAt":1795729771080,"updatedAt":1795729771086}', '[{"n":21,"audit":[{"at":1795729771086,"type":"run.scheduled","runId":"run_01a219d5-ca48-700d-a88e-9e20d57f0ef3","eventId":"evt_01a219d5-ca48-700d-a88e-995fda2d2d43","actor":"reeve","detail":{"automation":"joiner","for":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
