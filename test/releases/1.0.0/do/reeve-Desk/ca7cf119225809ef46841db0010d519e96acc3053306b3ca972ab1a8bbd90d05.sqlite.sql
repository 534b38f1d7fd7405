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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795702054225000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795702042123', 'evt_01a2182e-db29-74ac-9679-49c15f27a0d2');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:41d8ceb7-60f9-4825-a5bf-0662585cf602', 'evt_01a2182e-dc3f-74ec-96d5-80f189769595');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:6912d3ce-9b83-4d12-969b-97efaf7eb5ab', 'evt_01a2182e-d39a-7731-ac22-dab370282f8d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a2182e-c7e1-7580-bb78-95c8ff3f9f9e');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a2182e-d151-71c3-918b-e28c3d18dff5');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a2182e-d283-72fe-877b-3c4828a8f0e6');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:68fbb179ce6ae008f2e55c9181ce56e87cd086d902edf2b01d6483e41bac8a3c', 'evt_01a2182e-d151-71c3-918b-e28c3d18dff5');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:7386df3257c5fa30f66286896648c31688a9df14fda969ea25a5c176f7eba83a', 'evt_01a2182e-d283-72fe-877b-3c4828a8f0e6');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:bb66198aa0c660db85e23efc67db1817fb4f1a688d7dee2c0b952e6b9d8a8ae2', 'evt_01a2182e-c7e1-7580-bb78-95c8ff3f9f9e');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:connector-owners-end:2026-11-26T14:07:29.970Z', 'evt_01a2182e-ccb2-75d0-b403-da091618919d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:retired-tools-stay-retired:2026-11-26T14:07:32.387Z', 'evt_01a2182e-d623-7791-8732-1731604151b7');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-26T14:07:32.760Z', 'evt_01a2182e-d798-77c2-b57d-22ab72c25466');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795702049.7b749c5a', 'evt_01a2182e-c92c-76a5-9615-7f8fced4d610');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a2182e-c9ea-763a-b82f-093249f0cf5b');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a2182e-cf19-70ad-9491-58c136f0622a');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a2182e-d047-7395-a4d6-a0b7ddda067b');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (29, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a2182e-cf19-70ad-9491-58c136f0622a","passed":[],"state":"taken","receivedAt":1795702050585}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-26T14:07:30.583Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-26T14:07:30.583Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (69, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:41d8ceb7-60f9-4825-a5bf-0662585cf602","detail":null,"id":"evt_01a2182e-dc3f-74ec-96d5-80f189769595","passed":[],"state":"taken","receivedAt":1795702053952}', '{"type":"request.made","subject":"actions:41d8ceb7-60f9-4825-a5bf-0662585cf602","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T14:07:33.394Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (71, 71, 49, 'd7063306234cf904703c2d9ab7e9f1b016193f1b71378c759ce66a6cec118841', 0, 0);
INSERT INTO "notes" ("n", "left_behind") VALUES (72, '{"n":72,"audit":[{"at":1795702054225,"type":"pause.set","runId":null,"eventId":null,"actor":"iris.vale@example.com","detail":{"automation":"stale-tools","reason":"a release has to remember it"}}]}');
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (30, '{"seq":30,"id":"run_01a2182e-cf1a-7343-a54d-5eef6a6f171b","event":{"seq":29,"id":"evt_01a2182e-cf19-70ad-9491-58c136f0622a","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795777200000,"over":false,"sending":false,"paused":false,"failing":null,"written":32,"told":0}', '{"id":"run_01a2182e-cf1a-7343-a54d-5eef6a6f171b","eventId":"evt_01a2182e-cf19-70ad-9491-58c136f0622a","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"lookedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":[],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795777200000,"createdAt":1795702050585,"updatedAt":1795702050594}', '[{"n":32,"audit":[{"at":1795702050594,"type":"run.scheduled","runId":"run_01a2182e-cf1a-7343-a54d-5eef6a6f171b","eventId":"evt_01a2182e-cf19-70ad-9491-58c136f0622a","actor":"reeve","detail":{"automation":"joiner","for":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (70, '{"seq":70,"id":"run_01a2182e-dc40-7297-982a-1f399035ea6d","event":{"seq":69,"id":"evt_01a2182e-dc3f-74ec-96d5-80f189769595","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:41d8ceb7-60f9-4825-a5bf-0662585cf602","state":"awaiting_approval","turn":0,"dueAt":1795961253966,"over":false,"sending":false,"paused":false,"failing":null,"written":71,"told":0}', '{"id":"run_01a2182e-dc40-7297-982a-1f399035ea6d","eventId":"evt_01a2182e-dc3f-74ec-96d5-80f189769595","automation":"requested-action","subject":"actions:41d8ceb7-60f9-4825-a5bf-0662585cf602","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795702053966,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795961253966,"createdAt":1795702053952,"updatedAt":1795702053966,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"receivedAt":1795702053952,"now":1795702053956,"since":1795702053952,"code":"34397720-8714-4dd8-93a0-3082e62c2855","asked":[["[\"event\"]",0],["[\"progress\"]",0]],"answers":[{"is":null}],"rest":null,"hash":"092a31986394ae2b38b4f25f20d257971eebf7f467763f87751f0ffe60999eea"},"remindAt":[]}', '[{"n":71,"audit":[{"at":1795702053966,"type":"plan.made","runId":"run_01a2182e-dc40-7297-982a-1f399035ea6d","eventId":"evt_01a2182e-dc3f-74ec-96d5-80f189769595","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"092a31986394ae2b38b4f25f20d257971eebf7f467763f87751f0ffe60999eea","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
