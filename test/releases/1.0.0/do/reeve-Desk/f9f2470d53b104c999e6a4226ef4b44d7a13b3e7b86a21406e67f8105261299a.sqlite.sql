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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795965261775000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:9a7b1894-c2e5-4e5d-ad8a-b5c062c33ee9', 'evt_01a2186c-03c3-730f-9e81-42cadf03b865');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a2186b-fa4a-76d4-8cd1-38cf097a747c');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a2186b-fb5e-7409-89ea-e7f9ffd02fea');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:9dd3b6a010437003311ac7d2456ca968ac87f9636f3916d5df32aa7f8cc85228', 'evt_01a2186b-fa4a-76d4-8cd1-38cf097a747c');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:b57eab75d724ee511c56defb93f4786785269459a64360f3f40d7bd00d23b96a', 'evt_01a2186b-fb5e-7409-89ea-e7f9ffd02fea');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (6, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:9a7b1894-c2e5-4e5d-ad8a-b5c062c33ee9","detail":null,"id":"evt_01a2186c-03c3-730f-9e81-42cadf03b865","passed":[],"state":"taken","receivedAt":1795706061763}', '{"type":"request.made","subject":"actions:9a7b1894-c2e5-4e5d-ad8a-b5c062c33ee9","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T15:14:21.198Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (8, 8, 3, 'f40424d97c32857bd896654992e93834256dd460146f7de4e1c549eedff02420', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (7, '{"seq":7,"id":"run_01a2186c-03c3-730f-9e81-45560e716b30","event":{"seq":6,"id":"evt_01a2186c-03c3-730f-9e81-42cadf03b865","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:9a7b1894-c2e5-4e5d-ad8a-b5c062c33ee9","state":"awaiting_approval","turn":0,"dueAt":1795965261775,"over":false,"sending":false,"paused":false,"failing":null,"written":8,"told":0}', '{"id":"run_01a2186c-03c3-730f-9e81-45560e716b30","eventId":"evt_01a2186c-03c3-730f-9e81-42cadf03b865","automation":"requested-action","subject":"actions:9a7b1894-c2e5-4e5d-ad8a-b5c062c33ee9","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795706061775,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795965261775,"createdAt":1795706061763,"updatedAt":1795706061775,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"56a85a16-3189-46a6-8a4a-acb5dfd242d0","hash":"bc9af08e5664578005ef591a08a22f8d8b859cca3dcca66b9e7d5e5897c6d4fc"},"remindAt":[]}', '[{"n":8,"audit":[{"at":1795706061775,"type":"plan.made","runId":"run_01a2186c-03c3-730f-9e81-45560e716b30","eventId":"evt_01a2186c-03c3-730f-9e81-42cadf03b865","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"bc9af08e5664578005ef591a08a22f8d8b859cca3dcca66b9e7d5e5897c6d4fc","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
