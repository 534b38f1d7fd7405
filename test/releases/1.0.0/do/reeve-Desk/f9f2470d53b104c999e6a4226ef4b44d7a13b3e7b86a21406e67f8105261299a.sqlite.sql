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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:cfa0402e-de69-4aa6-b838-8df08271f1dc', 'evt_01a226a5-5c21-71d7-8bb7-33cb1d0131a7');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a226a5-4523-7224-91f8-daf38851663f');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a226a5-4865-73b7-b553-aa8f01cb872d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:5fe0ba5e1da54f52752448172bc98df623255d2bfc3cc772b8ad50bd0a4e1949', 'evt_01a226a5-4865-73b7-b553-aa8f01cb872d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:f2fc1bd6013883eca440cf5e6593d191780d9d92bca2f2af968b4e067d765821', 'evt_01a226a5-4523-7224-91f8-daf38851663f');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:last-days:2026-11-29T09:31:38.831Z', 'evt_01a226a5-53d7-708f-bfa6-18fdd2f4f6ce');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (16, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:cfa0402e-de69-4aa6-b838-8df08271f1dc","detail":null,"id":"evt_01a226a5-5c21-71d7-8bb7-33cb1d0131a7","declined":[],"state":"taken","receivedAt":1795944700961}', '{"type":"request.made","subject":"actions:cfa0402e-de69-4aa6-b838-8df08271f1dc","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-29T09:31:39.666Z"}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (18, 18, 9, '7b5140d22dc398f7ebf8e399bbc9667e47d2dec1661dc6a559e78c38f729bf90', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (17, '{"seq":17,"id":"run_01a226a5-5c21-71d7-8bb7-356f0c249ed7","event":{"seq":16,"id":"evt_01a226a5-5c21-71d7-8bb7-33cb1d0131a7","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:cfa0402e-de69-4aa6-b838-8df08271f1dc","state":"awaiting_approval","turn":0,"dueAt":1796203901164,"over":false,"sending":false,"paused":false,"failing":null,"written":18,"delivered":0}', '{"id":"run_01a226a5-5c21-71d7-8bb7-356f0c249ed7","eventId":"evt_01a226a5-5c21-71d7-8bb7-33cb1d0131a7","automation":"requested-action","subject":"actions:cfa0402e-de69-4aa6-b838-8df08271f1dc","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"2a1120815c96cee01366dd50c55e6a482099a33dc6144b38356c315322e2ebed","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"checkedAt":1795944701164,"journal":[],"notice":null,"reads":null,"ignored":null,"approvalReasons":["it deletes something on one person''s request alone"],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796203901164,"createdAt":1795944700961,"updatedAt":1795944701164,"parties":{"requesters":["ada.marsh@example.com"],"affected":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"3e3ed6f9-2753-4867-933f-090a93857e3a","hash":"d83b53a9d7957818e4a6c045bd71faf787f6408a02f336722df0883beec04d82"},"remindAt":[]}', '[{"n":18,"audit":[{"at":1795944701164,"type":"plan.made","runId":"run_01a226a5-5c21-71d7-8bb7-356f0c249ed7","eventId":"evt_01a226a5-5c21-71d7-8bb7-33cb1d0131a7","actor":"reeve","detail":{"automation":"requested-action","hash":"2a1120815c96cee01366dd50c55e6a482099a33dc6144b38356c315322e2ebed","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"d83b53a9d7957818e4a6c045bd71faf787f6408a02f336722df0883beec04d82","approvalReasons":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
INSERT INTO "withdrawals" ("subject", "at", "kept_at", "withdrawal") VALUES ('jira:10428', 1795944693982, 1795944695957, '{"type":"ticket.transitioned","ticket":{"system":"jira","project":"IAM","status":{"from":"Approved","to":"Declined","id":"Declined","fromId":"10041"},"requestType":"Connector owner"},"reasons":{"connector-owner-from-ticket":"IAM-43 is now “Declined”","entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","user-entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","tool-retirement-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-removal-from-ticket":"IAM-43 now has the form “Connector owner”","campaign-from-ticket":"IAM-43 now has the form “Connector owner”","tool-track-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-end-from-ticket":"IAM-43 now has the form “Connector owner”"}}');
