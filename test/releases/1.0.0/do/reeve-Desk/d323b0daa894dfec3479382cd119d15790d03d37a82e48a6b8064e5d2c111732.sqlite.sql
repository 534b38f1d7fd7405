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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795711924123', 'evt_01a218c6-21d7-7330-b59a-b10894b608fc');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:bf01155b-bc60-4fd1-b12a-04de466e082e', 'evt_01a218c6-0d13-7149-95b7-73f9cb988dda');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a218c5-de29-74d3-a24b-3b41dd45e031');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:d6b8c15f2cd1a520418a55aa77a4944a81e92e18975823dc3686d16c77b650e2', 'evt_01a218c5-de29-74d3-a24b-3b41dd45e031');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-26T16:52:45.089Z', 'evt_01a218c6-1800-76eb-8db2-7b871f0f74f6');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795711952.8d8e80b0', 'evt_01a218c5-e880-70e9-84bb-1a201e25c1d7');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a218c5-eb23-7480-b745-9e84f1a8d376');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a218c6-0279-72ed-aa09-394fffce6bcc');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a218c6-05e0-7727-8f23-0accb47fff08');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (23, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a218c6-0279-72ed-aa09-394fffce6bcc","passed":[],"state":"taken","receivedAt":1795711959673}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-26T16:52:39.648Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-26T16:52:39.648Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (50, 50, 38, '0c7f9648caf69c898d71cf6e4baece65e2e9685562a07446db71a1877481078c', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (24, '{"seq":24,"id":"run_01a218c6-0284-7083-b411-8d47165958a4","event":{"seq":23,"id":"evt_01a218c6-0279-72ed-aa09-394fffce6bcc","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795777200000,"over":false,"sending":false,"paused":false,"failing":null,"written":26,"told":0}', '{"id":"run_01a218c6-0284-7083-b411-8d47165958a4","eventId":"evt_01a218c6-0279-72ed-aa09-394fffce6bcc","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"lookedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":[],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795777200000,"createdAt":1795711959673,"updatedAt":1795711959758}', '[{"n":26,"audit":[{"at":1795711959758,"type":"run.scheduled","runId":"run_01a218c6-0284-7083-b411-8d47165958a4","eventId":"evt_01a218c6-0279-72ed-aa09-394fffce6bcc","actor":"reeve","detail":{"automation":"joiner","for":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
