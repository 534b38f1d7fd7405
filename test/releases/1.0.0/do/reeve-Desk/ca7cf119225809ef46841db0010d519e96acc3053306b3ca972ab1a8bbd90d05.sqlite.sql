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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795763172671000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:7ee5831e-0cce-4298-9291-f21fb2128abc', 'evt_01a21bd3-7422-7061-ad63-76d2f8ce8161');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('conductorone:id:dba66d0eda448c9a56a036c2487522629e7f83ee8b75ddfb60f8ddc51a443bf3', 'evt_01a21bd3-5b4f-71ad-af16-7ab8d345bdba');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('conductorone:sha256:d6f2c561781e2c6f951b41da9f2595483979fb38b26b23fd76492c5d8874507c', 'evt_01a21bd3-5b4f-71ad-af16-7ab8d345bdba');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (6, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:7ee5831e-0cce-4298-9291-f21fb2128abc","detail":null,"id":"evt_01a21bd3-7422-7061-ad63-76d2f8ce8161","declined":[],"state":"taken","receivedAt":1795763172387}', '{"type":"request.made","subject":"actions:7ee5831e-0cce-4298-9291-f21fb2128abc","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-27T07:06:11.696Z"}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (8, 8, 5, '81a76cc30691a88253b6d0d63ac852c1e7aa16604494a6d015761fa43cd8893d', 0, 0);
INSERT INTO "notes" ("n", "step_output") VALUES (9, '{"n":9,"audit":[{"at":1795763172670,"type":"pause.set","runId":null,"eventId":null,"actor":"iris.vale@example.com","detail":{"automation":"stale-tools","reason":"a release has to remember it"}}]}');
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (7, '{"seq":7,"id":"run_01a21bd3-7423-7054-9108-a4c859e495fd","event":{"seq":6,"id":"evt_01a21bd3-7422-7061-ad63-76d2f8ce8161","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:7ee5831e-0cce-4298-9291-f21fb2128abc","state":"awaiting_approval","turn":0,"dueAt":1796022372434,"over":false,"sending":false,"paused":false,"failing":null,"written":8,"delivered":0}', '{"id":"run_01a21bd3-7423-7054-9108-a4c859e495fd","eventId":"evt_01a21bd3-7422-7061-ad63-76d2f8ce8161","automation":"requested-action","subject":"actions:7ee5831e-0cce-4298-9291-f21fb2128abc","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"checkedAt":1795763172434,"journal":[],"notice":null,"reads":null,"ignored":null,"approvalReasons":["it deletes something on one person''s request alone"],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796022372434,"createdAt":1795763172387,"updatedAt":1795763172434,"parties":{"requesters":["ada.marsh@example.com"],"affected":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"319cf0e6-e10b-4057-907d-7656f06e9831","hash":"1131eea35bbc8415121407c396d6962775bb8e4af48361636ebae3896035d6af"},"remindAt":[]}', '[{"n":8,"audit":[{"at":1795763172434,"type":"plan.made","runId":"run_01a21bd3-7423-7054-9108-a4c859e495fd","eventId":"evt_01a21bd3-7422-7061-ad63-76d2f8ce8161","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"1131eea35bbc8415121407c396d6962775bb8e4af48361636ebae3896035d6af","approvalReasons":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
