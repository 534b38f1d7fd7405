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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:5aed39a3-a6a5-4669-8b27-18327293ce6b', 'evt_01a21a57-a73d-75da-bde8-a73e38a286ed');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:5c329336-73d4-44d6-a59f-280247f64e17', 'evt_01a21a57-b212-757c-9c15-85ba63231f7b');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a21a57-95c8-7261-8be6-480ff4f3b311');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:3916b5c12333f781b24d1c284f76e3ca82d0a37fcc09397eb724eb0bed4ea29b', 'evt_01a21a57-95c8-7261-8be6-480ff4f3b311');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-27T00:11:23.044Z', 'evt_01a21a57-ac24-731c-8493-d4c651fee602');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795738278.10ff88aa', 'evt_01a21a57-9a99-7095-9269-688129a00389');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a21a57-9bef-7271-848c-83a974111a22');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a21a57-a212-73d8-a32a-470dca329e4a');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a21a57-a363-755e-b3c9-40f9f5a27fff');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (25, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a21a57-a212-73d8-a32a-470dca329e4a","declined":[],"state":"taken","receivedAt":1795738280467}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-27T00:11:20.456Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-28"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-27T00:11:20.456Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-28"}}');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (49, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:5c329336-73d4-44d6-a59f-280247f64e17","detail":null,"id":"evt_01a21a57-b212-757c-9c15-85ba63231f7b","declined":[],"state":"taken","receivedAt":1795738284563}', '{"type":"request.made","subject":"actions:5c329336-73d4-44d6-a59f-280247f64e17","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-27T00:11:23.842Z"}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (51, 51, 38, '6c32dc180fbe68239012910f7f949be275366ff0dc7305ebfa6214fc804403d6', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (26, '{"seq":26,"id":"run_01a21a57-a214-748e-948f-4b10f8b82b96","event":{"seq":25,"id":"evt_01a21a57-a212-73d8-a32a-470dca329e4a","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795863600000,"over":false,"sending":false,"paused":false,"failing":null,"written":28,"delivered":0}', '{"id":"run_01a21a57-a214-748e-948f-4b10f8b82b96","eventId":"evt_01a21a57-a212-73d8-a32a-470dca329e4a","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"checkedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"approvalReasons":[],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795863600000,"createdAt":1795738280467,"updatedAt":1795738280498,"scheduledFor":"the end of 28 Nov 2026 in Pacific/Auckland (28 Nov 2026, 12:00 in Europe/Berlin)"}', '[{"n":28,"audit":[{"at":1795738280498,"type":"run.scheduled","runId":"run_01a21a57-a214-748e-948f-4b10f8b82b96","eventId":"evt_01a21a57-a212-73d8-a32a-470dca329e4a","actor":"reeve","detail":{"automation":"joiner","for":"the end of 28 Nov 2026 in Pacific/Auckland (28 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (50, '{"seq":50,"id":"run_01a21a57-b213-7762-9256-e284006064e2","event":{"seq":49,"id":"evt_01a21a57-b212-757c-9c15-85ba63231f7b","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:5c329336-73d4-44d6-a59f-280247f64e17","state":"awaiting_approval","turn":0,"dueAt":1795997484627,"over":false,"sending":false,"paused":false,"failing":null,"written":51,"delivered":0}', '{"id":"run_01a21a57-b213-7762-9256-e284006064e2","eventId":"evt_01a21a57-b212-757c-9c15-85ba63231f7b","automation":"requested-action","subject":"actions:5c329336-73d4-44d6-a59f-280247f64e17","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"checkedAt":1795738284627,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"approvalReasons":["it deletes something on one person''s request alone"],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795997484627,"createdAt":1795738284563,"updatedAt":1795738284627,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"c0dffc56-25a1-4080-8ef4-0d4429fcd86e","hash":"1cb40a893a01a809ff7c2bfaa69bec21a3ecfa10d1bbe24db8897d8696590c16"},"remindAt":[]}', '[{"n":51,"audit":[{"at":1795738284627,"type":"plan.made","runId":"run_01a21a57-b213-7762-9256-e284006064e2","eventId":"evt_01a21a57-b212-757c-9c15-85ba63231f7b","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"1cb40a893a01a809ff7c2bfaa69bec21a3ecfa10d1bbe24db8897d8696590c16","approvalReasons":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
