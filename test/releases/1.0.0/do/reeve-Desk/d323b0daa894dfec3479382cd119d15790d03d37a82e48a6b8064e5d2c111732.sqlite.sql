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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795715003123', 'evt_01a218f4-a7f8-76fb-b36f-e040ecca6bf4');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:50830213-4059-430d-83e4-08ec7ed94658', 'evt_01a218f4-a989-719d-888b-1933786b619f');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a218f4-9025-7165-b699-019c5fa341a0');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:6fe00deca0023d27c10f016c3cb68719888999f7155f9dd362b9964a194dda3b', 'evt_01a218f4-9025-7165-b699-019c5fa341a0');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-26T17:43:35.414Z', 'evt_01a218f4-a2f6-768b-913f-b5d244a94f65');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a218f4-93cb-7536-84c6-233cbfd4b634');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a218f4-993a-7702-a276-7a59ca2cceab');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a218f4-9ab4-77e0-955d-bd5fa68bdb05');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (18, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a218f4-993a-7702-a276-7a59ca2cceab","passed":[],"state":"taken","receivedAt":1795715012922}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-26T17:43:32.916Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-26T17:43:32.916Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (40, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:50830213-4059-430d-83e4-08ec7ed94658","detail":null,"id":"evt_01a218f4-a989-719d-888b-1933786b619f","passed":[],"state":"taken","receivedAt":1795715017098}', '{"type":"request.made","subject":"actions:50830213-4059-430d-83e4-08ec7ed94658","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T17:43:36.309Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (42, 42, 30, '1c15ccbe7e9319e65925a6920ed46b305b7cf572d13c79c945d17a03ce6bd153', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (19, '{"seq":19,"id":"run_01a218f4-993a-7702-a276-7e3beaef5320","event":{"seq":18,"id":"evt_01a218f4-993a-7702-a276-7a59ca2cceab","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795777200000,"over":false,"sending":false,"paused":false,"failing":null,"written":21,"told":0}', '{"id":"run_01a218f4-993a-7702-a276-7e3beaef5320","eventId":"evt_01a218f4-993a-7702-a276-7a59ca2cceab","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"lookedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":[],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795777200000,"createdAt":1795715012922,"updatedAt":1795715012937}', '[{"n":21,"audit":[{"at":1795715012937,"type":"run.scheduled","runId":"run_01a218f4-993a-7702-a276-7e3beaef5320","eventId":"evt_01a218f4-993a-7702-a276-7a59ca2cceab","actor":"reeve","detail":{"automation":"joiner","for":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (41, '{"seq":41,"id":"run_01a218f4-a98a-764a-8edc-6e4c23d34d72","event":{"seq":40,"id":"evt_01a218f4-a989-719d-888b-1933786b619f","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:50830213-4059-430d-83e4-08ec7ed94658","state":"awaiting_approval","turn":0,"dueAt":1795974217149,"over":false,"sending":false,"paused":false,"failing":null,"written":42,"told":0}', '{"id":"run_01a218f4-a98a-764a-8edc-6e4c23d34d72","eventId":"evt_01a218f4-a989-719d-888b-1933786b619f","automation":"requested-action","subject":"actions:50830213-4059-430d-83e4-08ec7ed94658","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795715017149,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795974217149,"createdAt":1795715017098,"updatedAt":1795715017149,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"31a55748-9120-4c7d-977e-63835a5c8f5a","hash":"16beba4e38d406a9265a81299e3d8c8f0c8d96b1a7e8c9be6d3efde2d1f9c514"},"remindAt":[]}', '[{"n":42,"audit":[{"at":1795715017149,"type":"plan.made","runId":"run_01a218f4-a98a-764a-8edc-6e4c23d34d72","eventId":"evt_01a218f4-a989-719d-888b-1933786b619f","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"16beba4e38d406a9265a81299e3d8c8f0c8d96b1a7e8c9be6d3efde2d1f9c514","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
