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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:f9fc5759-1864-4d3d-bb3b-ad99b971e210', 'evt_01a219ad-9b35-727a-9866-9564b012f44d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a219ad-8483-760e-a005-964fa63903a4');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:cd58fcf1e9af75dae46eb15f294b436cb4d28b1cdc2e4b717c9988a39cc47b06', 'evt_01a219ad-8483-760e-a005-964fa63903a4');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-26T21:05:36.185Z', 'evt_01a219ad-95b9-74ee-9f40-9bec712fc85a');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a219ad-8725-7742-abe1-dc1a855747a1');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a219ad-8cf0-74fd-aa92-904d75b5e47b');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a219ad-8e31-74b5-842d-04c49f5f7948');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (18, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a219ad-8cf0-74fd-aa92-904d75b5e47b","passed":[],"state":"taken","receivedAt":1795727133936}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-26T21:05:33.932Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-26T21:05:33.932Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (36, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:f9fc5759-1864-4d3d-bb3b-ad99b971e210","detail":null,"id":"evt_01a219ad-9b35-727a-9866-9564b012f44d","passed":[],"state":"taken","receivedAt":1795727137589}', '{"type":"request.made","subject":"actions:f9fc5759-1864-4d3d-bb3b-ad99b971e210","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T21:05:36.895Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (38, 38, 27, '872b029d4739f2a97ba301b53ff3f20ff3ada1ea612aee2756fb195d4047e1e8', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (19, '{"seq":19,"id":"run_01a219ad-8cf0-74fd-aa92-9494a0b3c1af","event":{"seq":18,"id":"evt_01a219ad-8cf0-74fd-aa92-904d75b5e47b","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795777200000,"over":false,"sending":false,"paused":false,"failing":null,"written":21,"told":0}', '{"id":"run_01a219ad-8cf0-74fd-aa92-9494a0b3c1af","eventId":"evt_01a219ad-8cf0-74fd-aa92-904d75b5e47b","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"lookedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":[],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795777200000,"createdAt":1795727133936,"updatedAt":1795727133949}', '[{"n":21,"audit":[{"at":1795727133949,"type":"run.scheduled","runId":"run_01a219ad-8cf0-74fd-aa92-9494a0b3c1af","eventId":"evt_01a219ad-8cf0-74fd-aa92-904d75b5e47b","actor":"reeve","detail":{"automation":"joiner","for":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (37, '{"seq":37,"id":"run_01a219ad-9b35-727a-9866-9b2c720b3e79","event":{"seq":36,"id":"evt_01a219ad-9b35-727a-9866-9564b012f44d","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:f9fc5759-1864-4d3d-bb3b-ad99b971e210","state":"awaiting_approval","turn":0,"dueAt":1795986337623,"over":false,"sending":false,"paused":false,"failing":null,"written":38,"told":0}', '{"id":"run_01a219ad-9b35-727a-9866-9b2c720b3e79","eventId":"evt_01a219ad-9b35-727a-9866-9564b012f44d","automation":"requested-action","subject":"actions:f9fc5759-1864-4d3d-bb3b-ad99b971e210","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795727137623,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795986337623,"createdAt":1795727137589,"updatedAt":1795727137623,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"d0d7dd7f-e682-4e5e-95b9-5ba1f0372e9c","hash":"e8ef4f1690ddf38356865c771e529dbd0b51ec3faf56e77e340dfe8871c952e9"},"remindAt":[]}', '[{"n":38,"audit":[{"at":1795727137623,"type":"plan.made","runId":"run_01a219ad-9b35-727a-9866-9b2c720b3e79","eventId":"evt_01a219ad-9b35-727a-9866-9564b012f44d","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"e8ef4f1690ddf38356865c771e529dbd0b51ec3faf56e77e340dfe8871c952e9","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
