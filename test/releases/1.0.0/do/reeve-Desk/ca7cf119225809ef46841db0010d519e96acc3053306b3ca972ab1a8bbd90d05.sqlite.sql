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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795729774170000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:81fef5e9-3840-46b4-8d14-97fbe7e255c5', 'evt_01a219d5-d559-7746-892d-2530817b4f7d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795729770.85d46253', 'evt_01a219d5-c6b9-7598-8bcf-b9dde8a18d73');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (9, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:81fef5e9-3840-46b4-8d14-97fbe7e255c5","detail":null,"id":"evt_01a219d5-d559-7746-892d-2530817b4f7d","passed":[],"state":"taken","receivedAt":1795729773913}', '{"type":"request.made","subject":"actions:81fef5e9-3840-46b4-8d14-97fbe7e255c5","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T21:49:33.376Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (11, 11, 8, '8c5674befdea9021e9b13c8dc8a71dcb0986ddd4096a95791a75d60d0a7a753e', 0, 0);
INSERT INTO "notes" ("n", "left_behind") VALUES (12, '{"n":12,"audit":[{"at":1795729774170,"type":"pause.set","runId":null,"eventId":null,"actor":"iris.vale@example.com","detail":{"automation":"stale-tools","reason":"a release has to remember it"}}]}');
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (10, '{"seq":10,"id":"run_01a219d5-d559-7746-892d-2afa2ea23564","event":{"seq":9,"id":"evt_01a219d5-d559-7746-892d-2530817b4f7d","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:81fef5e9-3840-46b4-8d14-97fbe7e255c5","state":"awaiting_approval","turn":0,"dueAt":1795988973923,"over":false,"sending":false,"paused":false,"failing":null,"written":11,"told":0}', '{"id":"run_01a219d5-d559-7746-892d-2afa2ea23564","eventId":"evt_01a219d5-d559-7746-892d-2530817b4f7d","automation":"requested-action","subject":"actions:81fef5e9-3840-46b4-8d14-97fbe7e255c5","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795729773923,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795988973923,"createdAt":1795729773913,"updatedAt":1795729773923,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"ea43e56c-8a4b-4b92-9b01-77f96037ab9a","hash":"b0f78f7b4de73af4a153ce27dc6db37373632f30ec2862c4d74cd27489dcfa84"},"remindAt":[]}', '[{"n":11,"audit":[{"at":1795729773923,"type":"plan.made","runId":"run_01a219d5-d559-7746-892d-2afa2ea23564","eventId":"evt_01a219d5-d559-7746-892d-2530817b4f7d","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"b0f78f7b4de73af4a153ce27dc6db37373632f30ec2862c4d74cd27489dcfa84","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
