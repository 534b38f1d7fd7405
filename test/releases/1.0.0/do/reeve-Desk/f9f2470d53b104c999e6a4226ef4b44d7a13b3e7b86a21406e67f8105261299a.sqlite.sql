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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795971168734000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:444987e3-01ee-4fcf-ba5d-f58d0476c685', 'evt_01a218c6-2579-7416-8215-0ec8c3c4460c');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a218c6-0898-7534-bc72-ae6814231589');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a218c6-0aff-70cd-a5df-ae4150cab6c7');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:0eb7c8b1e7090d33e56f416d5f674285d5386ad38090ec3b57f6050b1e6d697d', 'evt_01a218c6-0898-7534-bc72-ae6814231589');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:c2cfcaa8db2a53053dd47a710a517419ed025f77077121465e82c0b532414648', 'evt_01a218c6-0aff-70cd-a5df-ae4150cab6c7');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (6, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:444987e3-01ee-4fcf-ba5d-f58d0476c685","detail":null,"id":"evt_01a218c6-2579-7416-8215-0ec8c3c4460c","passed":[],"state":"taken","receivedAt":1795711968640}', '{"type":"request.made","subject":"actions:444987e3-01ee-4fcf-ba5d-f58d0476c685","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T16:52:47.172Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (8, 8, 3, '4c55d4978e28638d71c0d2a46a5c478179e93189c5309db4689fae173e5fab81', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (7, '{"seq":7,"id":"run_01a218c6-2580-75b3-bc21-33ad3326f2a1","event":{"seq":6,"id":"evt_01a218c6-2579-7416-8215-0ec8c3c4460c","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:444987e3-01ee-4fcf-ba5d-f58d0476c685","state":"awaiting_approval","turn":0,"dueAt":1795971168734,"over":false,"sending":false,"paused":false,"failing":null,"written":8,"told":0}', '{"id":"run_01a218c6-2580-75b3-bc21-33ad3326f2a1","eventId":"evt_01a218c6-2579-7416-8215-0ec8c3c4460c","automation":"requested-action","subject":"actions:444987e3-01ee-4fcf-ba5d-f58d0476c685","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795711968734,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795971168734,"createdAt":1795711968640,"updatedAt":1795711968734,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"c9ae9309-203d-4703-9e43-714869aa0012","hash":"0f2ea91efc25676937d25ee9922485e02ffd76f0a2acc294bc494a10441052c1"},"remindAt":[]}', '[{"n":8,"audit":[{"at":1795711968734,"type":"plan.made","runId":"run_01a218c6-2580-75b3-bc21-33ad3326f2a1","eventId":"evt_01a218c6-2579-7416-8215-0ec8c3c4460c","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"0f2ea91efc25676937d25ee9922485e02ffd76f0a2acc294bc494a10441052c1","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
