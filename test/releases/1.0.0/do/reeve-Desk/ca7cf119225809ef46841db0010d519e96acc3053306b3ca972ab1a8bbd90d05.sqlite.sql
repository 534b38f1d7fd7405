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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795735221430000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:60b480b6-2650-46f6-b77f-88e83ef9129a', 'evt_01a21a28-f368-738e-94cd-b85846874183');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (2, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:60b480b6-2650-46f6-b77f-88e83ef9129a","detail":null,"id":"evt_01a21a28-f368-738e-94cd-b85846874183","passed":[],"state":"taken","receivedAt":1795735221096}', '{"type":"request.made","subject":"actions:60b480b6-2650-46f6-b77f-88e83ef9129a","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T23:20:20.407Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (4, 4, 2, 'c4d23e14c78154926dd08fa81701d03082be58f878335fd92a6471948468c04b', 0, 0);
INSERT INTO "notes" ("n", "left_behind") VALUES (5, '{"n":5,"audit":[{"at":1795735221429,"type":"pause.set","runId":null,"eventId":null,"actor":"iris.vale@example.com","detail":{"automation":"stale-tools","reason":"a release has to remember it"}}]}');
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (3, '{"seq":3,"id":"run_01a21a28-f369-7122-a581-f54fc60700a9","event":{"seq":2,"id":"evt_01a21a28-f368-738e-94cd-b85846874183","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:60b480b6-2650-46f6-b77f-88e83ef9129a","state":"awaiting_approval","turn":0,"dueAt":1795994421147,"over":false,"sending":false,"paused":false,"failing":null,"written":4,"told":0}', '{"id":"run_01a21a28-f369-7122-a581-f54fc60700a9","eventId":"evt_01a21a28-f368-738e-94cd-b85846874183","automation":"requested-action","subject":"actions:60b480b6-2650-46f6-b77f-88e83ef9129a","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795735221148,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795994421147,"createdAt":1795735221096,"updatedAt":1795735221148,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"7fcb64f7-6dec-430d-bf6c-be6cae4b5c56","hash":"74e2df7b5b74b5473f94a5231f35cb4ac442bba87183a2e868acd999e2e399bf"},"remindAt":[]}', '[{"n":4,"audit":[{"at":1795735221148,"type":"plan.made","runId":"run_01a21a28-f369-7122-a581-f54fc60700a9","eventId":"evt_01a21a28-f368-738e-94cd-b85846874183","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"74e2df7b5b74b5473f94a5231f35cb4ac442bba87183a2e868acd999e2e399bf","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
