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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, NULL);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795716894123', 'evt_01a21911-7e4a-7377-8796-215ff6eec20b');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:d920ab78-5bfb-4783-a2ee-25da477be170', 'evt_01a21911-7fb1-753e-8068-8f02df9054cb');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a21911-721f-74bc-9178-6acf8068a77e');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a21911-73cc-722e-8f03-39c952670182');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:56e81fa4ff7757a496c46279faa30621c414e41a989c806ebd692a450ad9a21a', 'evt_01a21911-73cc-722e-8f03-39c952670182');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:743fce33330ec755797a8d003704b4502950669cbda2695c2dd3b77e64c26113', 'evt_01a21911-721f-74bc-9178-6acf8068a77e');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (10, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:d920ab78-5bfb-4783-a2ee-25da477be170","detail":null,"id":"evt_01a21911-7fb1-753e-8068-8f02df9054cb","passed":[],"state":"taken","receivedAt":1795716906930}', '{"type":"request.made","subject":"actions:d920ab78-5bfb-4783-a2ee-25da477be170","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T18:15:06.119Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (12, 12, 6, '45267292583ef89e48d1d100d1d1c59f4693f99381467d8432506af9d6ca704a', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (11, '{"seq":11,"id":"run_01a21911-7fb2-74e9-92a1-d53de1512bcf","event":{"seq":10,"id":"evt_01a21911-7fb1-753e-8068-8f02df9054cb","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:d920ab78-5bfb-4783-a2ee-25da477be170","state":"awaiting_approval","turn":0,"dueAt":1795976106959,"over":false,"sending":false,"paused":false,"failing":null,"written":12,"told":0}', '{"id":"run_01a21911-7fb2-74e9-92a1-d53de1512bcf","eventId":"evt_01a21911-7fb1-753e-8068-8f02df9054cb","automation":"requested-action","subject":"actions:d920ab78-5bfb-4783-a2ee-25da477be170","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795716906959,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795976106959,"createdAt":1795716906930,"updatedAt":1795716906959,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"20c160e4-c092-4122-bda0-7c60f48ed4fc","hash":"dc2e1096e4ae567e476221d212fd6d32005b16894738e5bee67c87b0dfd976bd"},"remindAt":[]}', '[{"n":12,"audit":[{"at":1795716906959,"type":"plan.made","runId":"run_01a21911-7fb2-74e9-92a1-d53de1512bcf","eventId":"evt_01a21911-7fb1-753e-8068-8f02df9054cb","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"dc2e1096e4ae567e476221d212fd6d32005b16894738e5bee67c87b0dfd976bd","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
INSERT INTO "withdrawals" ("subject", "at", "kept_at", "withdrawal") VALUES ('jira:10428', 1795716902416, 1795716903895, '{"type":"ticket.transitioned","ticket":{"system":"jira","project":"IAM","status":{"from":"Approved","to":"Declined","id":"10042","fromId":"10041"}},"reasons":{"connector-owner-from-ticket":"IAM-43 is now “Declined”","entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","user-entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","tool-retirement-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-removal-from-ticket":"IAM-43 now has the form “Connector owner”","campaign-from-ticket":"IAM-43 now has the form “Connector owner”","tool-track-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-end-from-ticket":"IAM-43 now has the form “Connector owner”"}}');
