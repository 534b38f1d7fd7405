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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:2df0ccf7-37dc-46a6-ab7b-47e8269ec5fa', 'evt_01a21900-7929-7060-9963-4c01e0250c14');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:c965a39d-8fb7-4ff5-9da1-3f6de0ef2c9b', 'evt_01a21900-82fc-7069-86bd-157b0e43f9c8');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a21900-76b0-7603-864f-f294974b51fa');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a21900-77f7-77de-9a0a-866ad1a8689c');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:5bd89aef3aaef0c07d110caa58c39240ef8deaf47a06b0a019ae9495ea615799', 'evt_01a21900-76b0-7603-864f-f294974b51fa');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:65af0324768f0d31ad36bf2e4d8e8f149bc4325469b50e1a851d072201b9b7a4', 'evt_01a21900-77f7-77de-9a0a-866ad1a8689c');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795715788.567419d7', 'evt_01a21900-6e2a-7380-91c5-f164ca4b68ca');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (19, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:c965a39d-8fb7-4ff5-9da1-3f6de0ef2c9b","detail":null,"id":"evt_01a21900-82fc-7069-86bd-157b0e43f9c8","passed":[],"state":"taken","receivedAt":1795715793660}', '{"type":"request.made","subject":"actions:c965a39d-8fb7-4ff5-9da1-3f6de0ef2c9b","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T17:56:33.005Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (21, 21, 14, '40741524d09140f0955ea1d54f2a5d6a3c68818bdd5f5557a50ef28e21c39e2d', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (20, '{"seq":20,"id":"run_01a21900-82fd-7259-b73d-4571ffc7a8d6","event":{"seq":19,"id":"evt_01a21900-82fc-7069-86bd-157b0e43f9c8","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:c965a39d-8fb7-4ff5-9da1-3f6de0ef2c9b","state":"awaiting_approval","turn":0,"dueAt":1795974993719,"over":false,"sending":false,"paused":false,"failing":null,"written":21,"told":0}', '{"id":"run_01a21900-82fd-7259-b73d-4571ffc7a8d6","eventId":"evt_01a21900-82fc-7069-86bd-157b0e43f9c8","automation":"requested-action","subject":"actions:c965a39d-8fb7-4ff5-9da1-3f6de0ef2c9b","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795715793719,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795974993719,"createdAt":1795715793660,"updatedAt":1795715793719,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"2b4f51e3-9077-4f05-88af-32525fa5922d","hash":"88851066a6ebfad575d1660663801aef547526c0943d99fcbd2fb88366d9e700"},"remindAt":[]}', '[{"n":21,"audit":[{"at":1795715793719,"type":"plan.made","runId":"run_01a21900-82fd-7259-b73d-4571ffc7a8d6","eventId":"evt_01a21900-82fc-7069-86bd-157b0e43f9c8","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"88851066a6ebfad575d1660663801aef547526c0943d99fcbd2fb88366d9e700","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
INSERT INTO "withdrawals" ("subject", "at", "kept_at", "withdrawal") VALUES ('jira:10428', 1795715789501, 1795715790845, '{"type":"ticket.transitioned","ticket":{"system":"jira","project":"IAM","status":{"from":"Approved","to":"Declined","id":"10042","fromId":"10041"}},"reasons":{"connector-owner-from-ticket":"IAM-43 is now “Declined”","entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","user-entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","tool-retirement-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-removal-from-ticket":"IAM-43 now has the form “Connector owner”","campaign-from-ticket":"IAM-43 now has the form “Connector owner”","tool-track-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-end-from-ticket":"IAM-43 now has the form “Connector owner”"}}');
