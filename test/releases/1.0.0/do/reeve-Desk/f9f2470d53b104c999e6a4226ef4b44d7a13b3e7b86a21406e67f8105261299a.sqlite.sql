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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:9f79b17e-0925-4acb-9da1-e5765b2a1bd3', 'evt_01a22600-3b3f-7762-a930-28fda3a226c4');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a22600-3179-7228-9dca-b48c3296d0e1');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a22600-3290-7543-973b-750ef1bed732');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:2ef5d2e19043dfee9df9f5528ada4cae87f34ad966f53f10fd41ea386c324e8b', 'evt_01a22600-3290-7543-973b-750ef1bed732');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:5a01ea525c55a09f48d34bdc44b9279d6675437405f72558119cb3fc6004f7af', 'evt_01a22600-3179-7228-9dca-b48c3296d0e1');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:last-days:2026-11-29T06:31:17.975Z', 'evt_01a22600-36d7-75ed-8f8d-03c46a024f6b');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (16, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:9f79b17e-0925-4acb-9da1-e5765b2a1bd3","detail":null,"id":"evt_01a22600-3b3f-7762-a930-28fda3a226c4","declined":[],"state":"taken","receivedAt":1795933879103}', '{"type":"request.made","subject":"actions:9f79b17e-0925-4acb-9da1-e5765b2a1bd3","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-29T06:31:18.524Z"}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (18, 18, 9, '185483369c2d77ff8641028f09798b6f257f1933f56526bf726dc619422a805e', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (17, '{"seq":17,"id":"run_01a22600-3b40-7050-b41b-8d8737b32182","event":{"seq":16,"id":"evt_01a22600-3b3f-7762-a930-28fda3a226c4","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:9f79b17e-0925-4acb-9da1-e5765b2a1bd3","state":"awaiting_approval","turn":0,"dueAt":1796193079117,"over":false,"sending":false,"paused":false,"failing":null,"written":18,"delivered":0}', '{"id":"run_01a22600-3b40-7050-b41b-8d8737b32182","eventId":"evt_01a22600-3b3f-7762-a930-28fda3a226c4","automation":"requested-action","subject":"actions:9f79b17e-0925-4acb-9da1-e5765b2a1bd3","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"2a1120815c96cee01366dd50c55e6a482099a33dc6144b38356c315322e2ebed","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"checkedAt":1795933879117,"journal":[],"notice":null,"reads":null,"ignored":null,"approvalReasons":["it deletes something on one person''s request alone"],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796193079117,"createdAt":1795933879103,"updatedAt":1795933879117,"parties":{"requesters":["ada.marsh@example.com"],"affected":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"227f0534-e151-47da-9605-71b61c6cf870","hash":"5b296e498054fad6e7bfa78d86f8e6bc4ca901ccf34f8059b3ce9dbe4103be1c"},"remindAt":[]}', '[{"n":18,"audit":[{"at":1795933879117,"type":"plan.made","runId":"run_01a22600-3b40-7050-b41b-8d8737b32182","eventId":"evt_01a22600-3b3f-7762-a930-28fda3a226c4","actor":"reeve","detail":{"automation":"requested-action","hash":"2a1120815c96cee01366dd50c55e6a482099a33dc6144b38356c315322e2ebed","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"5b296e498054fad6e7bfa78d86f8e6bc4ca901ccf34f8059b3ce9dbe4103be1c","approvalReasons":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
INSERT INTO "withdrawals" ("subject", "at", "kept_at", "withdrawal") VALUES ('jira:10428', 1795933875590, 1795933876883, '{"type":"ticket.transitioned","ticket":{"system":"jira","project":"IAM","status":{"from":"Approved","to":"Declined","id":"Declined","fromId":"10041"},"requestType":"Connector owner"},"reasons":{"connector-owner-from-ticket":"IAM-43 is now “Declined”","entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","user-entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","tool-retirement-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-removal-from-ticket":"IAM-43 now has the form “Connector owner”","campaign-from-ticket":"IAM-43 now has the form “Connector owner”","tool-track-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-end-from-ticket":"IAM-43 now has the form “Connector owner”"}}');
