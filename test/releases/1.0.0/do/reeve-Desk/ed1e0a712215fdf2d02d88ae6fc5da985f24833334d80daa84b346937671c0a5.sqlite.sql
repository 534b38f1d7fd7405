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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795961942807000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:ca746c58-5cca-4abf-9ef9-3d0339df4354', 'evt_01a21839-5efb-7491-b29c-6d59c96d6e21');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:retired-tools-stay-retired:2026-11-26T14:19:01.249Z', 'evt_01a21839-590e-70b7-a891-5144af6844bc');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (7, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:ca746c58-5cca-4abf-9ef9-3d0339df4354","detail":null,"id":"evt_01a21839-5efb-7491-b29c-6d59c96d6e21","passed":[],"state":"taken","receivedAt":1795702742779}', '{"type":"request.made","subject":"actions:ca746c58-5cca-4abf-9ef9-3d0339df4354","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T14:19:02.192Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (9, 9, 5, '8c2aed9ac9556a73394768e985b06e8f52922cfafc753684b916503a1d4919b2', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (8, '{"seq":8,"id":"run_01a21839-5efb-7491-b29c-701424c7ca7d","event":{"seq":7,"id":"evt_01a21839-5efb-7491-b29c-6d59c96d6e21","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:ca746c58-5cca-4abf-9ef9-3d0339df4354","state":"awaiting_approval","turn":0,"dueAt":1795961942807,"over":false,"sending":false,"paused":false,"failing":null,"written":9,"told":0}', '{"id":"run_01a21839-5efb-7491-b29c-701424c7ca7d","eventId":"evt_01a21839-5efb-7491-b29c-6d59c96d6e21","automation":"requested-action","subject":"actions:ca746c58-5cca-4abf-9ef9-3d0339df4354","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795702742807,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795961942807,"createdAt":1795702742779,"updatedAt":1795702742807,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"receivedAt":1795702742779,"now":1795702742788,"since":1795702742779,"code":"e631e715-0ec0-46b3-90d4-5f88abd2bfa3","asked":[["[\"event\"]",0],["[\"progress\"]",0]],"answers":[{"is":null}],"rest":null,"hash":"7eb186907e96d1e3e7a6d96612da5d2422f0078f70ee821502cee3d6ecef2e5f"},"remindAt":[]}', '[{"n":9,"audit":[{"at":1795702742807,"type":"plan.made","runId":"run_01a21839-5efb-7491-b29c-701424c7ca7d","eventId":"evt_01a21839-5efb-7491-b29c-6d59c96d6e21","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"7eb186907e96d1e3e7a6d96612da5d2422f0078f70ee821502cee3d6ecef2e5f","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
