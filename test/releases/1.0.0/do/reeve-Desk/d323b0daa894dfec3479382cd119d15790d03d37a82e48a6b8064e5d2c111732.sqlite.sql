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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:af1b549e-4b0d-4e78-b15c-edf9847e7314', 'evt_01a21aa1-d085-70de-b128-9a833f2b3ba4');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a21aa1-bf9b-77e4-9245-099cc5fdbfeb');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:47b2571ed67adf29397e8c7cd1304d0dde5e518d1c81fee461c0acf6ee7c93ff', 'evt_01a21aa1-bf9b-77e4-9245-099cc5fdbfeb');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-27T01:32:20.959Z', 'evt_01a21aa1-cc60-7256-8c10-8a899ff849ac');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795743138.c4dc9021', 'evt_01a21aa1-c211-741c-a44a-1faca40f3f44');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a21aa1-c279-736e-82c9-1e5332bf90e3');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a21aa1-c537-77ec-9ecf-e17f8457e7a7');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a21aa1-c646-715b-bcc1-6cf7a068cb20');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (25, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a21aa1-c537-77ec-9ecf-e17f8457e7a7","declined":[],"state":"taken","receivedAt":1795743139127}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-27T01:32:19.125Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-28"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-27T01:32:19.125Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-28"}}');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (43, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:af1b549e-4b0d-4e78-b15c-edf9847e7314","detail":null,"id":"evt_01a21aa1-d085-70de-b128-9a833f2b3ba4","declined":[],"state":"taken","receivedAt":1795743142021}', '{"type":"request.made","subject":"actions:af1b549e-4b0d-4e78-b15c-edf9847e7314","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-27T01:32:21.478Z"}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (45, 45, 33, 'be1ea30549c0f89f5fc1f42c6d852ec939eb65bef77326d6c40ad008dea7ca80', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (26, '{"seq":26,"id":"run_01a21aa1-c538-766a-b4ef-25a0d85cc976","event":{"seq":25,"id":"evt_01a21aa1-c537-77ec-9ecf-e17f8457e7a7","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795863600000,"over":false,"sending":false,"paused":false,"failing":null,"written":28,"delivered":0}', '{"id":"run_01a21aa1-c538-766a-b4ef-25a0d85cc976","eventId":"evt_01a21aa1-c537-77ec-9ecf-e17f8457e7a7","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"checkedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"approvalReasons":[],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795863600000,"createdAt":1795743139127,"updatedAt":1795743139134,"scheduledFor":"the end of 28 Nov 2026 in Pacific/Auckland (28 Nov 2026, 12:00 in Europe/Berlin)"}', '[{"n":28,"audit":[{"at":1795743139134,"type":"run.scheduled","runId":"run_01a21aa1-c538-766a-b4ef-25a0d85cc976","eventId":"evt_01a21aa1-c537-77ec-9ecf-e17f8457e7a7","actor":"reeve","detail":{"automation":"joiner","for":"the end of 28 Nov 2026 in Pacific/Auckland (28 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (44, '{"seq":44,"id":"run_01a21aa1-d085-70de-b128-9fe852302065","event":{"seq":43,"id":"evt_01a21aa1-d085-70de-b128-9a833f2b3ba4","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:af1b549e-4b0d-4e78-b15c-edf9847e7314","state":"awaiting_approval","turn":0,"dueAt":1796002342037,"over":false,"sending":false,"paused":false,"failing":null,"written":45,"delivered":0}', '{"id":"run_01a21aa1-d085-70de-b128-9fe852302065","eventId":"evt_01a21aa1-d085-70de-b128-9a833f2b3ba4","automation":"requested-action","subject":"actions:af1b549e-4b0d-4e78-b15c-edf9847e7314","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"checkedAt":1795743142038,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"approvalReasons":["it deletes something on one person''s request alone"],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796002342037,"createdAt":1795743142021,"updatedAt":1795743142038,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"581a8f51-4b9d-4cd4-bbf1-eb7b0ac7fb64","hash":"ab1b5a406039744a3ce0cfb565838d5bd0c3cb6857a5e8b4d0c419da193b63dd"},"remindAt":[]}', '[{"n":45,"audit":[{"at":1795743142038,"type":"plan.made","runId":"run_01a21aa1-d085-70de-b128-9fe852302065","eventId":"evt_01a21aa1-d085-70de-b128-9a833f2b3ba4","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"ab1b5a406039744a3ce0cfb565838d5bd0c3cb6857a5e8b4d0c419da193b63dd","approvalReasons":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
