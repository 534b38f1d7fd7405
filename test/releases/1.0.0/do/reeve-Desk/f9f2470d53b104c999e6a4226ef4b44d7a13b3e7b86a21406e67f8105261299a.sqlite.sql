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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795971795773000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:8b4027fc-af62-47c1-a90f-6bc60efac9f1', 'evt_01a218cf-b706-73fc-a8ef-58bdeeda4fb3');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a218cf-aa2b-737b-9d5f-e3696b529a72');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a218cf-ab7d-74be-b89e-72ce969dbe4d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:337de89b8fa2b7e15c37be03a2a9862a80fc4440cb10aa5bf4feba6da13d48b2', 'evt_01a218cf-ab7d-74be-b89e-72ce969dbe4d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:c684c1e959d64f4d9c74b6c3e978bcd25b07d9a96ed3e9991c7eaa044f2af698', 'evt_01a218cf-aa2b-737b-9d5f-e3696b529a72');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (6, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:8b4027fc-af62-47c1-a90f-6bc60efac9f1","detail":null,"id":"evt_01a218cf-b706-73fc-a8ef-58bdeeda4fb3","passed":[],"state":"taken","receivedAt":1795712595718}', '{"type":"request.made","subject":"actions:8b4027fc-af62-47c1-a90f-6bc60efac9f1","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T17:03:15.096Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (8, 8, 3, 'ae5668e72073c62797a683553bbe9bcda3a297dd29c7fc5c59ac46a6cf31080a', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (7, '{"seq":7,"id":"run_01a218cf-b706-73fc-a8ef-5ffe48cf48a3","event":{"seq":6,"id":"evt_01a218cf-b706-73fc-a8ef-58bdeeda4fb3","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:8b4027fc-af62-47c1-a90f-6bc60efac9f1","state":"awaiting_approval","turn":0,"dueAt":1795971795773,"over":false,"sending":false,"paused":false,"failing":null,"written":8,"told":0}', '{"id":"run_01a218cf-b706-73fc-a8ef-5ffe48cf48a3","eventId":"evt_01a218cf-b706-73fc-a8ef-58bdeeda4fb3","automation":"requested-action","subject":"actions:8b4027fc-af62-47c1-a90f-6bc60efac9f1","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795712595773,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795971795773,"createdAt":1795712595718,"updatedAt":1795712595773,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"a4315143-e503-464b-afd5-f2967d02b86a","hash":"ee1c305dfd48690ba88a830c66951e3c87afaa3200b5b592e24736374c0f64da"},"remindAt":[]}', '[{"n":8,"audit":[{"at":1795712595773,"type":"plan.made","runId":"run_01a218cf-b706-73fc-a8ef-5ffe48cf48a3","eventId":"evt_01a218cf-b706-73fc-a8ef-58bdeeda4fb3","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"ee1c305dfd48690ba88a830c66951e3c87afaa3200b5b592e24736374c0f64da","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
INSERT INTO "withdrawals" ("subject", "at", "kept_at", "withdrawal") VALUES ('jira:10428', 1795712591394, 1795712592779, '{"type":"ticket.transitioned","ticket":{"system":"jira","project":"IAM","status":{"from":"Approved","to":"Declined"}},"reasons":{"connector-owner-from-ticket":"IAM-43 is now “Declined”","entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","user-entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","tool-retirement-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-removal-from-ticket":"IAM-43 now has the form “Connector owner”","campaign-from-ticket":"IAM-43 now has the form “Connector owner”","tool-track-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-end-from-ticket":"IAM-43 now has the form “Connector owner”"}}');
