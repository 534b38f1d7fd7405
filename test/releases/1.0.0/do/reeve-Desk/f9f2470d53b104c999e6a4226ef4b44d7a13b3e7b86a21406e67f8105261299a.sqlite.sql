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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795963263679000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:cbe27cf5-86b1-4ced-a008-d2f1a4d72d1a', 'evt_01a2184d-86b0-713c-9f9b-060c5dea9e0d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a2184d-7c41-7401-b79d-9be76a805cf0');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a2184d-7d83-701f-a789-3f108e987c86');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:88e21c04c876cc7b4d8f9909fa58e3f21bd72b5c919ae3a3f42528a358d8d1a6', 'evt_01a2184d-7d83-701f-a789-3f108e987c86');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:eb0e8e2c7bf79358537e9e35dcb022920b9e310662d4f300d4e9b7cf6ce15fe5', 'evt_01a2184d-7c41-7401-b79d-9be76a805cf0');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (6, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:cbe27cf5-86b1-4ced-a008-d2f1a4d72d1a","detail":null,"id":"evt_01a2184d-86b0-713c-9f9b-060c5dea9e0d","passed":[],"state":"taken","receivedAt":1795704063664}', '{"type":"request.made","subject":"actions:cbe27cf5-86b1-4ced-a008-d2f1a4d72d1a","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T14:41:03.105Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (8, 8, 3, '40bba9ec2b9c3c8eda630c9affe1389d63f220cc0e6204cbf64b239375fec971', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (7, '{"seq":7,"id":"run_01a2184d-86b0-713c-9f9b-0aeca7f34f49","event":{"seq":6,"id":"evt_01a2184d-86b0-713c-9f9b-060c5dea9e0d","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:cbe27cf5-86b1-4ced-a008-d2f1a4d72d1a","state":"awaiting_approval","turn":0,"dueAt":1795963263679,"over":false,"sending":false,"paused":false,"failing":null,"written":8,"told":0}', '{"id":"run_01a2184d-86b0-713c-9f9b-0aeca7f34f49","eventId":"evt_01a2184d-86b0-713c-9f9b-060c5dea9e0d","automation":"requested-action","subject":"actions:cbe27cf5-86b1-4ced-a008-d2f1a4d72d1a","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795704063679,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795963263679,"createdAt":1795704063664,"updatedAt":1795704063679,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"receivedAt":1795704063664,"now":1795704063668,"since":1795704063664,"code":"640e2077-f517-4077-9cb5-984487e7574d","asked":[["[\"event\"]",0],["[\"progress\"]",0]],"answers":[{"is":null}],"rest":null,"hash":"51156b655377a6a1a8fa9845552b9074a9890391bf113afd94b720d0dbd8b053"},"remindAt":[]}', '[{"n":8,"audit":[{"at":1795704063679,"type":"plan.made","runId":"run_01a2184d-86b0-713c-9f9b-0aeca7f34f49","eventId":"evt_01a2184d-86b0-713c-9f9b-060c5dea9e0d","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"51156b655377a6a1a8fa9845552b9074a9890391bf113afd94b720d0dbd8b053","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
