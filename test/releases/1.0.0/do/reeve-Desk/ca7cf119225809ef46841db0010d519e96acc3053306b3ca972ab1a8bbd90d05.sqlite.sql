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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795716275025000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795716258123', 'evt_01a21907-d879-71ea-8336-2a6a1ff898da');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:44ab9b53-acd0-4c7b-b436-912a372b58d9', 'evt_01a21907-d9f0-70b9-84fd-01ca31c72bea');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (6, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:44ab9b53-acd0-4c7b-b436-912a372b58d9","detail":null,"id":"evt_01a21907-d9f0-70b9-84fd-01ca31c72bea","passed":[],"state":"taken","receivedAt":1795716274672}', '{"type":"request.made","subject":"actions:44ab9b53-acd0-4c7b-b436-912a372b58d9","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T18:04:33.915Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (8, 8, 5, 'fdd5388ca42491f0f46a478658be99be40bb1794824b941c56c9ee1ddaf07f0d', 0, 0);
INSERT INTO "notes" ("n", "left_behind") VALUES (9, '{"n":9,"audit":[{"at":1795716275023,"type":"pause.set","runId":null,"eventId":null,"actor":"iris.vale@example.com","detail":{"automation":"stale-tools","reason":"a release has to remember it"}}]}');
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (7, '{"seq":7,"id":"run_01a21907-d9f1-7650-93ae-e1df2265c998","event":{"seq":6,"id":"evt_01a21907-d9f0-70b9-84fd-01ca31c72bea","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:44ab9b53-acd0-4c7b-b436-912a372b58d9","state":"awaiting_approval","turn":0,"dueAt":1795975474732,"over":false,"sending":false,"paused":false,"failing":null,"written":8,"told":0}', '{"id":"run_01a21907-d9f1-7650-93ae-e1df2265c998","eventId":"evt_01a21907-d9f0-70b9-84fd-01ca31c72bea","automation":"requested-action","subject":"actions:44ab9b53-acd0-4c7b-b436-912a372b58d9","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795716274732,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795975474732,"createdAt":1795716274672,"updatedAt":1795716274732,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"c3530867-1521-4e57-8543-c461e24a5c71","hash":"fe3a3e6a574f55a6cba5d2c2dade4b5b96e656596e228272f037823780655ff6"},"remindAt":[]}', '[{"n":8,"audit":[{"at":1795716274732,"type":"plan.made","runId":"run_01a21907-d9f1-7650-93ae-e1df2265c998","eventId":"evt_01a21907-d9f0-70b9-84fd-01ca31c72bea","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"fe3a3e6a574f55a6cba5d2c2dade4b5b96e656596e228272f037823780655ff6","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
