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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795501458062000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795501448123', 'evt_01a20c3a-006c-749d-8b3b-ce5d6b027623');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:579c3be5-6236-4c44-a094-99dd53a76308', 'evt_01a20c3a-017d-7079-b226-dd74853f0454');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:a428ebb7-d94f-4b2a-b443-256a63400b16', 'evt_01a20c39-f9bf-75f4-96de-bc4ce7ed22e4');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a20c39-f007-702d-9363-83508eab0441');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a20c39-f7b7-72de-9a9f-3c6c84f19aff');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a20c39-f8c7-766c-be06-742d59fb229c');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:11af5db5c095481180f313553c2ed18214cfacdc93664542c995ff2735187a00', 'evt_01a20c39-f7b7-72de-9a9f-3c6c84f19aff');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:8ee643a9f3b4882d6c66ae56a873478a5500653662bae2b5ddc7d1f08a6d080d', 'evt_01a20c39-f007-702d-9363-83508eab0441');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:d42e32feb4a2e4c00aba063fbbc763726cfed24685309f4c6bec7c7d8bb2ce0b', 'evt_01a20c39-f8c7-766c-be06-742d59fb229c');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:connector-owners-end:2026-11-24T06:24:14.187Z', 'evt_01a20c39-f36c-7681-ad4a-55debfd8960b');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:retired-tools-stay-retired:2026-11-24T06:24:16.370Z', 'evt_01a20c39-fbf3-73ab-a90a-fdc23c1445c3');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-24T06:24:16.679Z', 'evt_01a20c39-fd27-732a-bea0-0a8286924996');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795501453.6eb3f302', 'evt_01a20c39-f13e-77e6-9228-a0fefba73312');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a20c39-f1dd-74dc-b3aa-eebb383cdafb');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a20c39-f5aa-719a-b6aa-1e0b4f489523');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a20c39-f6c6-71fb-8220-9a59127a77f0');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (29, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a20c39-f5aa-719a-b6aa-1e0b4f489523","passed":[],"state":"taken","receivedAt":1795501454763}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-24T06:24:14.760Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-25"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-24T06:24:14.760Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-25"}}');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (69, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:579c3be5-6236-4c44-a094-99dd53a76308","detail":null,"id":"evt_01a20c3a-017d-7079-b226-dd74853f0454","passed":[],"state":"taken","receivedAt":1795501457789}', '{"type":"request.made","subject":"actions:579c3be5-6236-4c44-a094-99dd53a76308","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-24T06:24:17.249Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (71, 71, 49, 'e0ecf07e7d83d6710d52f217b990ee52a4e77234253486518c39694ce92bbd2a', 0, 0);
INSERT INTO "notes" ("n", "left_behind") VALUES (72, '{"n":72,"audit":[{"at":1795501458062,"type":"pause.set","runId":null,"eventId":null,"actor":"iris.vale@example.com","detail":{"automation":"stale-tools","reason":"a release has to remember it"}}]}');
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (30, '{"seq":30,"id":"run_01a20c39-f5ab-767e-8a1e-c660fea89bb4","event":{"seq":29,"id":"evt_01a20c39-f5aa-719a-b6aa-1e0b4f489523","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795604400000,"over":false,"sending":false,"paused":false,"failing":null,"written":32,"told":0}', '{"id":"run_01a20c39-f5ab-767e-8a1e-c660fea89bb4","eventId":"evt_01a20c39-f5aa-719a-b6aa-1e0b4f489523","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"lookedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":[],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":"the end of 25 Nov 2026 in Pacific/Auckland (25 Nov 2026, 12:00 in Europe/Berlin)","paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795604400000,"createdAt":1795501454763,"updatedAt":1795501454774}', '[{"n":32,"audit":[{"at":1795501454774,"type":"run.scheduled","runId":"run_01a20c39-f5ab-767e-8a1e-c660fea89bb4","eventId":"evt_01a20c39-f5aa-719a-b6aa-1e0b4f489523","actor":"reeve","detail":{"automation":"joiner","for":"the end of 25 Nov 2026 in Pacific/Auckland (25 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (70, '{"seq":70,"id":"run_01a20c3a-017d-7079-b226-e21e39618218","event":{"seq":69,"id":"evt_01a20c3a-017d-7079-b226-dd74853f0454","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:579c3be5-6236-4c44-a094-99dd53a76308","state":"awaiting_approval","turn":0,"dueAt":1795760657805,"over":false,"sending":false,"paused":false,"failing":null,"written":71,"told":0}', '{"id":"run_01a20c3a-017d-7079-b226-e21e39618218","eventId":"evt_01a20c3a-017d-7079-b226-dd74853f0454","automation":"requested-action","subject":"actions:579c3be5-6236-4c44-a094-99dd53a76308","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795501457805,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795760657805,"createdAt":1795501457789,"updatedAt":1795501457805,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"remindAt":[]}', '[{"n":71,"audit":[{"at":1795501457805,"type":"plan.made","runId":"run_01a20c3a-017d-7079-b226-e21e39618218","eventId":"evt_01a20c3a-017d-7079-b226-dd74853f0454","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
