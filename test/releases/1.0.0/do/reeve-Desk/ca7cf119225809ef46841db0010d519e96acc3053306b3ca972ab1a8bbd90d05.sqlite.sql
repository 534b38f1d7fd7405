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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795703808325000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795703793123', 'evt_01a21849-9ef2-74d2-9b85-abd2160a8ef0');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:eff4fd77-e565-40a9-8d71-6a6b1006458c', 'evt_01a21849-a016-7126-bf04-e571ede4cd68');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:connector-owners-end:2026-11-26T14:36:43.365Z', 'evt_01a21849-8e18-7302-a97b-1a805ce697d7');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (12, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:eff4fd77-e565-40a9-8d71-6a6b1006458c","detail":null,"id":"evt_01a21849-a016-7126-bf04-e571ede4cd68","passed":[],"state":"taken","receivedAt":1795703808022}', '{"type":"request.made","subject":"actions:eff4fd77-e565-40a9-8d71-6a6b1006458c","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T14:36:47.435Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (14, 14, 8, 'a183e31c6ac2fe37ac42e446571c9cbbeb44207f655b3396c507c1e66b003522', 0, 0);
INSERT INTO "notes" ("n", "left_behind") VALUES (15, '{"n":15,"audit":[{"at":1795703808324,"type":"pause.set","runId":null,"eventId":null,"actor":"iris.vale@example.com","detail":{"automation":"stale-tools","reason":"a release has to remember it"}}]}');
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (13, '{"seq":13,"id":"run_01a21849-a016-7126-bf04-ea235c5196b6","event":{"seq":12,"id":"evt_01a21849-a016-7126-bf04-e571ede4cd68","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:eff4fd77-e565-40a9-8d71-6a6b1006458c","state":"awaiting_approval","turn":0,"dueAt":1795963008053,"over":false,"sending":false,"paused":false,"failing":null,"written":14,"told":0}', '{"id":"run_01a21849-a016-7126-bf04-ea235c5196b6","eventId":"evt_01a21849-a016-7126-bf04-e571ede4cd68","automation":"requested-action","subject":"actions:eff4fd77-e565-40a9-8d71-6a6b1006458c","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795703808053,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795963008053,"createdAt":1795703808022,"updatedAt":1795703808053,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"receivedAt":1795703808022,"now":1795703808028,"since":1795703808022,"code":"e8be1fac-60c4-4570-990e-2640ac804a2c","asked":[["[\"event\"]",0],["[\"progress\"]",0]],"answers":[{"is":null}],"rest":null,"hash":"4b3ebdf0a1ffd697a74ec738a079493630b3553a6cb62d9ec6f1265c6ed66e50"},"remindAt":[]}', '[{"n":14,"audit":[{"at":1795703808053,"type":"plan.made","runId":"run_01a21849-a016-7126-bf04-ea235c5196b6","eventId":"evt_01a21849-a016-7126-bf04-e571ede4cd68","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"4b3ebdf0a1ffd697a74ec738a079493630b3553a6cb62d9ec6f1265c6ed66e50","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
