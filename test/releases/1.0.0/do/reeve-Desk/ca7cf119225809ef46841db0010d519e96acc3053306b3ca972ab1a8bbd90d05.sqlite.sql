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
INSERT INTO "_cf_KV" ("key", "value") VALUES ('desks', X'FF0F4902');
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795537340865000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795537331123', 'evt_01a20e5d-87af-723f-a01b-66cfc7688976');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:287ed6f2-96a7-42a5-a31c-9d64b56d21e9', 'evt_01a20e5d-8171-72a7-9f5f-728acf3a7b69');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:a624a681-0fb4-48ea-8882-40ddb81a6629', 'evt_01a20e5d-88b8-7248-a4d4-494d09468c9f');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a20e5d-77a3-7297-8901-43291691f737');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a20e5d-7f64-71d7-8931-2b101fe7cbb1');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a20e5d-807a-7003-aa65-5fd0791b926e');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:9ae13cf0156da54cd6d98a43d488c6d3405279de88c4bfae74903709ada82927', 'evt_01a20e5d-7f64-71d7-8931-2b101fe7cbb1');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:ac79a83cb853ebdc3f2dae5d7e8e67f4f2cf957fc59a7028ce08047764fd6a25', 'evt_01a20e5d-807a-7003-aa65-5fd0791b926e');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:bf7a1f1eed59ecdc10a7e8806cd494882882ed82c4324f1c07d83400c81b9482', 'evt_01a20e5d-77a3-7297-8901-43291691f737');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:connector-owners-end:2026-11-24T16:22:17.151Z', 'evt_01a20e5d-7b40-7447-835c-fb53c58c5b92');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:retired-tools-stay-retired:2026-11-24T16:22:19.257Z', 'evt_01a20e5d-8379-7133-bba6-0a382b52a43e');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-24T16:22:19.547Z', 'evt_01a20e5d-849b-71d6-b8ab-2578f301e982');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795537336.5589495e', 'evt_01a20e5d-7907-7188-8873-b2b47d47ae1f');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a20e5d-7982-727b-bcc4-bfbdc375ec9e');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a20e5d-7d5f-75c6-b5b0-79f616ee76c1');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a20e5d-7e73-77ee-a198-e8b6ea969f55');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (29, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a20e5d-7d5f-75c6-b5b0-79f616ee76c1","passed":[],"state":"taken","receivedAt":1795537337695}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-24T16:22:17.693Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-25"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-24T16:22:17.693Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-25"}}');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (69, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:a624a681-0fb4-48ea-8882-40ddb81a6629","detail":null,"id":"evt_01a20e5d-88b8-7248-a4d4-494d09468c9f","passed":[],"state":"taken","receivedAt":1795537340600}', '{"type":"request.made","subject":"actions:a624a681-0fb4-48ea-8882-40ddb81a6629","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-24T16:22:20.071Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (71, 71, 49, 'e3505bed9bea51fa929deef48c40cb5612e4009264aa598b22d312a2117e4180', 0, 0);
INSERT INTO "notes" ("n", "left_behind") VALUES (72, '{"n":72,"audit":[{"at":1795537340864,"type":"pause.set","runId":null,"eventId":null,"actor":"iris.vale@example.com","detail":{"automation":"stale-tools","reason":"a release has to remember it"}}]}');
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (30, '{"seq":30,"id":"run_01a20e5d-7d5f-75c6-b5b0-7ff82995f585","event":{"seq":29,"id":"evt_01a20e5d-7d5f-75c6-b5b0-79f616ee76c1","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795604400000,"over":false,"sending":false,"paused":false,"failing":null,"written":32,"told":0}', '{"id":"run_01a20e5d-7d5f-75c6-b5b0-7ff82995f585","eventId":"evt_01a20e5d-7d5f-75c6-b5b0-79f616ee76c1","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"lookedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":[],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":"the end of 25 Nov 2026 in Pacific/Auckland (25 Nov 2026, 12:00 in Europe/Berlin)","paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795604400000,"createdAt":1795537337695,"updatedAt":1795537337700}', '[{"n":32,"audit":[{"at":1795537337700,"type":"run.scheduled","runId":"run_01a20e5d-7d5f-75c6-b5b0-7ff82995f585","eventId":"evt_01a20e5d-7d5f-75c6-b5b0-79f616ee76c1","actor":"reeve","detail":{"automation":"joiner","for":"the end of 25 Nov 2026 in Pacific/Auckland (25 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (70, '{"seq":70,"id":"run_01a20e5d-88b8-7248-a4d4-4d8d42c7e345","event":{"seq":69,"id":"evt_01a20e5d-88b8-7248-a4d4-494d09468c9f","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:a624a681-0fb4-48ea-8882-40ddb81a6629","state":"awaiting_approval","turn":0,"dueAt":1795796540614,"over":false,"sending":false,"paused":false,"failing":null,"written":71,"told":0}', '{"id":"run_01a20e5d-88b8-7248-a4d4-4d8d42c7e345","eventId":"evt_01a20e5d-88b8-7248-a4d4-494d09468c9f","automation":"requested-action","subject":"actions:a624a681-0fb4-48ea-8882-40ddb81a6629","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795537340614,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795796540614,"createdAt":1795537340600,"updatedAt":1795537340614,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"receivedAt":1795537340600,"now":1795537340602,"since":1795537340600,"code":"27b58cbc-09a1-421f-b616-f31687440a77","asked":[["[\"event\"]",0],["[\"progress\"]",0]],"answers":[{"is":null}],"rest":null,"hash":"0405822d31a4a7c65a80015b360fbe8e03f2964ec5939fd8f6b09a04ad3c26e3"},"remindAt":[]}', '[{"n":71,"audit":[{"at":1795537340614,"type":"plan.made","runId":"run_01a20e5d-88b8-7248-a4d4-4d8d42c7e345","eventId":"evt_01a20e5d-88b8-7248-a4d4-494d09468c9f","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"0405822d31a4a7c65a80015b360fbe8e03f2964ec5939fd8f6b09a04ad3c26e3","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
