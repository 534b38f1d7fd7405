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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795898524759000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:14417742-9ce2-4bd8-bded-63ed44dc5d13', 'evt_01a223e4-bc2f-72ea-964a-ad987326122d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:a12088bd-5a94-42d7-a8ea-9459a43889e4', 'evt_01a223e4-c357-72e6-9844-04ca70340711');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('conductorone:id:58881bb3b6b6eb49d41953ede233100114d28ebfaee5267ad15363aa9b025cbc', 'evt_01a223e4-b37c-74e3-8b5d-04eeaead6f30');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('conductorone:sha256:75c36a6f146f967cd79e5d59cd676dc9b480f1e763d518855cf15de636e2f78c', 'evt_01a223e4-b37c-74e3-8b5d-04eeaead6f30');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795898520.d2ecd91e', 'evt_01a223e4-b49e-701c-b70b-ca3401d1a522');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (19, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:a12088bd-5a94-42d7-a8ea-9459a43889e4","detail":null,"id":"evt_01a223e4-c357-72e6-9844-04ca70340711","declined":[],"state":"taken","receivedAt":1795898524503}', '{"type":"request.made","subject":"actions:a12088bd-5a94-42d7-a8ea-9459a43889e4","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-28T20:42:03.969Z"}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (21, 21, 16, '636a5213effe164761ee2f9ec77c037d602bf792f1388c41049d2c2f91be676d', 0, 0);
INSERT INTO "notes" ("n", "step_output") VALUES (22, '{"n":22,"audit":[{"at":1795898524759,"type":"pause.set","runId":null,"eventId":null,"actor":"iris.vale@example.com","detail":{"automation":"stale-tools","reason":"a release has to remember it"}}]}');
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (20, '{"seq":20,"id":"run_01a223e4-c357-72e6-9844-08f282f52866","event":{"seq":19,"id":"evt_01a223e4-c357-72e6-9844-04ca70340711","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:a12088bd-5a94-42d7-a8ea-9459a43889e4","state":"awaiting_approval","turn":0,"dueAt":1796157724512,"over":false,"sending":false,"paused":false,"failing":null,"written":21,"delivered":0}', '{"id":"run_01a223e4-c357-72e6-9844-08f282f52866","eventId":"evt_01a223e4-c357-72e6-9844-04ca70340711","automation":"requested-action","subject":"actions:a12088bd-5a94-42d7-a8ea-9459a43889e4","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"2a1120815c96cee01366dd50c55e6a482099a33dc6144b38356c315322e2ebed","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"checkedAt":1795898524512,"journal":[],"notice":null,"reads":null,"ignored":null,"approvalReasons":["it deletes something on one person''s request alone"],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796157724512,"createdAt":1795898524503,"updatedAt":1795898524512,"parties":{"requesters":["ada.marsh@example.com"],"affected":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"fb4e94e3-2e02-4b65-9535-2795aa327c89","hash":"f3a0a38702e3e0970acd7f234f790d462a4f3efab9e53cbf0e1f69d13829a83c"},"remindAt":[]}', '[{"n":21,"audit":[{"at":1795898524512,"type":"plan.made","runId":"run_01a223e4-c357-72e6-9844-08f282f52866","eventId":"evt_01a223e4-c357-72e6-9844-04ca70340711","actor":"reeve","detail":{"automation":"requested-action","hash":"2a1120815c96cee01366dd50c55e6a482099a33dc6144b38356c315322e2ebed","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"f3a0a38702e3e0970acd7f234f790d462a4f3efab9e53cbf0e1f69d13829a83c","approvalReasons":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
