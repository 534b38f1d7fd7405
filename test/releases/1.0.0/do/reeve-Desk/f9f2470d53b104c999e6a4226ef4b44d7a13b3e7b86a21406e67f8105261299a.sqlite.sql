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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795964944951000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:64ea5a11-35f5-4a8b-90fd-736d71f4e72a', 'evt_01a21867-2e20-768f-945c-9e2b2926f562');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a21867-242e-7075-82ea-7ba901a68a03');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a21867-254b-7371-ad03-aace95540906');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:46b042c6e75030bf3bbb74492088ca3bb4561338eda4f14ecfb1c79d34ff9e0e', 'evt_01a21867-254b-7371-ad03-aace95540906');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:daf1e1332a6d26c8d141cfb66f086bbc214748a44ac07620d54ce8938fbdb68c', 'evt_01a21867-242e-7075-82ea-7ba901a68a03');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (6, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:64ea5a11-35f5-4a8b-90fd-736d71f4e72a","detail":null,"id":"evt_01a21867-2e20-768f-945c-9e2b2926f562","passed":[],"state":"taken","receivedAt":1795705744928}', '{"type":"request.made","subject":"actions:64ea5a11-35f5-4a8b-90fd-736d71f4e72a","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T15:09:04.358Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (8, 8, 3, 'a91e3199c36ea3a01d0a12daba2715b968080f76f6914c248331b2a0f2759b32', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (7, '{"seq":7,"id":"run_01a21867-2e20-768f-945c-a02f8f244972","event":{"seq":6,"id":"evt_01a21867-2e20-768f-945c-9e2b2926f562","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:64ea5a11-35f5-4a8b-90fd-736d71f4e72a","state":"awaiting_approval","turn":0,"dueAt":1795964944951,"over":false,"sending":false,"paused":false,"failing":null,"written":8,"told":0}', '{"id":"run_01a21867-2e20-768f-945c-a02f8f244972","eventId":"evt_01a21867-2e20-768f-945c-9e2b2926f562","automation":"requested-action","subject":"actions:64ea5a11-35f5-4a8b-90fd-736d71f4e72a","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795705744951,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795964944951,"createdAt":1795705744928,"updatedAt":1795705744951,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"7fab8826-8f37-4aa2-97b7-59bf19dce843","hash":"fba5fc392cd1770dce1b1ac05caa3d1d4d48deb03914140ef966fa25665eb43f"},"remindAt":[]}', '[{"n":8,"audit":[{"at":1795705744951,"type":"plan.made","runId":"run_01a21867-2e20-768f-945c-a02f8f244972","eventId":"evt_01a21867-2e20-768f-945c-9e2b2926f562","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"fba5fc392cd1770dce1b1ac05caa3d1d4d48deb03914140ef966fa25665eb43f","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
