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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a224a5-e1a8-7017-8294-bb55c520a186');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:beecac4ae7deca0a91c5c810cc4ee95c660c1996d9926a963d75cb89e6ddd393', 'evt_01a224a5-e1a8-7017-8294-bb55c520a186');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a224a5-e600-7796-88d5-ad6aa9a5762c');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a224a5-e9a2-73fd-907e-d7babecbce21');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a224a5-eb12-71cb-8d4f-2524205481e0');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (18, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a224a5-e9a2-73fd-907e-d7babecbce21","declined":[],"state":"taken","receivedAt":1795911182754}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-29T00:13:02.750Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-30"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-29T00:13:02.750Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-30"}}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (28, 28, 20, 'c574bce619f9d76afecc866e5a2f609115dc8bba8203556d53ffb64a5dadc143', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (19, '{"seq":19,"id":"run_01a224a5-e9a2-73fd-907e-d9512e825e82","event":{"seq":18,"id":"evt_01a224a5-e9a2-73fd-907e-d7babecbce21","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1796036400000,"over":false,"sending":false,"paused":false,"failing":null,"written":21,"delivered":0}', '{"id":"run_01a224a5-e9a2-73fd-907e-d9512e825e82","eventId":"evt_01a224a5-e9a2-73fd-907e-d7babecbce21","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"checkedAt":null,"journal":[],"notice":null,"reads":null,"ignored":null,"approvalReasons":[],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796036400000,"createdAt":1795911182754,"updatedAt":1795911182782,"scheduledFor":"the end of 30 Nov 2026 in Pacific/Auckland (30 Nov 2026, 12:00 in Europe/Berlin)"}', '[{"n":21,"audit":[{"at":1795911182782,"type":"run.scheduled","runId":"run_01a224a5-e9a2-73fd-907e-d9512e825e82","eventId":"evt_01a224a5-e9a2-73fd-907e-d7babecbce21","actor":"reeve","detail":{"automation":"joiner","for":"the end of 30 Nov 2026 in Pacific/Auckland (30 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
