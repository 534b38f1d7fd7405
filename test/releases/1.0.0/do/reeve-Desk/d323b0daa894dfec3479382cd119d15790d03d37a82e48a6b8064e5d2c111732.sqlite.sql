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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:3caba735-dc7e-4bed-aa89-6a4b2aedbd9e', 'evt_01a21c37-b66c-747d-840e-8b7108c6ee67');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('conductorone:id:27e6c316d911339db2144f55d8318469a2d0479c80ec3953cb682f0322ccc04a', 'evt_01a21c37-a558-745c-8b6c-1f96f21bfc8d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('conductorone:sha256:d020b41ea687bcdc32ac8b342350b817affdeb24a3676f182a109ae363110878', 'evt_01a21c37-a558-745c-8b6c-1f96f21bfc8d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a21c37-a3f6-752f-9aec-1b95f2632633');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:f17eaf21493a9bf0b05a25f8714558f26b7d869daeff9667d26eefc5fb48459b', 'evt_01a21c37-a3f6-752f-9aec-1b95f2632633');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-27T08:55:41.836Z', 'evt_01a21c37-b20d-71a6-b38b-be08cfc0456a');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a21c37-a70c-76bf-bc5f-93a3fb8bdd51');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a21c37-aa6a-7496-8908-9f54cf65f594');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a21c37-ab8b-721d-900b-362f2986552d');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (22, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a21c37-aa6a-7496-8908-9f54cf65f594","declined":[],"state":"taken","receivedAt":1795769739882}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-27T08:55:39.879Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-28"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-27T08:55:39.879Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-28"}}');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (40, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:3caba735-dc7e-4bed-aa89-6a4b2aedbd9e","detail":null,"id":"evt_01a21c37-b66c-747d-840e-8b7108c6ee67","declined":[],"state":"taken","receivedAt":1795769742956}', '{"type":"request.made","subject":"actions:3caba735-dc7e-4bed-aa89-6a4b2aedbd9e","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-27T08:55:42.388Z"}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (42, 42, 30, '174100983323bc2f98d7b96c64a04a5c7a1d97c6c3db31b30cc3805ae1d6adc0', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (23, '{"seq":23,"id":"run_01a21c37-aa6b-764d-a93c-bafa5b3c5cad","event":{"seq":22,"id":"evt_01a21c37-aa6a-7496-8908-9f54cf65f594","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795863600000,"over":false,"sending":false,"paused":false,"failing":null,"written":25,"delivered":0}', '{"id":"run_01a21c37-aa6b-764d-a93c-bafa5b3c5cad","eventId":"evt_01a21c37-aa6a-7496-8908-9f54cf65f594","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"checkedAt":null,"journal":[],"notice":null,"reads":null,"ignored":null,"approvalReasons":[],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795863600000,"createdAt":1795769739882,"updatedAt":1795769739889,"scheduledFor":"the end of 28 Nov 2026 in Pacific/Auckland (28 Nov 2026, 12:00 in Europe/Berlin)"}', '[{"n":25,"audit":[{"at":1795769739889,"type":"run.scheduled","runId":"run_01a21c37-aa6b-764d-a93c-bafa5b3c5cad","eventId":"evt_01a21c37-aa6a-7496-8908-9f54cf65f594","actor":"reeve","detail":{"automation":"joiner","for":"the end of 28 Nov 2026 in Pacific/Auckland (28 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (41, '{"seq":41,"id":"run_01a21c37-b66c-747d-840e-8e928bc30b1b","event":{"seq":40,"id":"evt_01a21c37-b66c-747d-840e-8b7108c6ee67","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:3caba735-dc7e-4bed-aa89-6a4b2aedbd9e","state":"awaiting_approval","turn":0,"dueAt":1796028942967,"over":false,"sending":false,"paused":false,"failing":null,"written":42,"delivered":0}', '{"id":"run_01a21c37-b66c-747d-840e-8e928bc30b1b","eventId":"evt_01a21c37-b66c-747d-840e-8b7108c6ee67","automation":"requested-action","subject":"actions:3caba735-dc7e-4bed-aa89-6a4b2aedbd9e","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"checkedAt":1795769742967,"journal":[],"notice":null,"reads":null,"ignored":null,"approvalReasons":["it deletes something on one person''s request alone"],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796028942967,"createdAt":1795769742956,"updatedAt":1795769742967,"parties":{"requesters":["ada.marsh@example.com"],"affected":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"972020c6-2560-4c5f-bf6a-d231408ccc70","hash":"d448ad20dbc1d5a5ff3d3f181ca8f4024ffd2ba27006d3247bd3d203712ed047"},"remindAt":[]}', '[{"n":42,"audit":[{"at":1795769742967,"type":"plan.made","runId":"run_01a21c37-b66c-747d-840e-8e928bc30b1b","eventId":"evt_01a21c37-b66c-747d-840e-8b7108c6ee67","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"d448ad20dbc1d5a5ff3d3f181ca8f4024ffd2ba27006d3247bd3d203712ed047","approvalReasons":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
