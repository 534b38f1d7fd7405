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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:3d15ddbf-69bb-48ba-8019-e7cfd0c21f7d', 'evt_01a218df-2f2c-730d-ad27-0c768f6d2967');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-1', 'evt_01a218df-1756-74cf-a1b1-1e93503e6fdf');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:ba20045bb1682c1dad3af155bef39795110dfd2c75090ceb2823be43e3028393', 'evt_01a218df-1756-74cf-a1b1-1e93503e6fdf');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:session-policies-end:2026-11-26T17:20:08.227Z', 'evt_01a218df-2a24-778a-a648-8ef2e667c2b3');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:TERMINATION-6-118530', 'evt_01a218df-1ac6-749f-86bc-eb39eb5fefcc');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-leaves', 'evt_01a218df-1f38-7176-afd1-bd4a1a82cba2');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('workday:id:demo-stays', 'evt_01a218df-20a3-71ea-aa5e-2db1114b10be');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (18, '{"source":"workday","authentication":"shared-secret","type":"worker.terminated","subject":"workday:demo-auckland","detail":null,"id":"evt_01a218df-1f38-7176-afd1-bd4a1a82cba2","passed":[],"state":"taken","receivedAt":1795713605432}', '{"type":"worker.terminated","subject":"workday:demo-auckland","occurredAt":"2026-11-26T17:20:05.427Z","worker":{"system":"workday","id":"demo-auckland","fields":{},"email":"hugo.pike@example.com","name":"Hugo Pike","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}', '{"id":"demo-leaves","type":"worker.terminated","occurredAt":"2026-11-26T17:20:05.427Z","worker":{"id":"demo-auckland","name":"Hugo Pike","email":"hugo.pike@example.com","timeZone":"Pacific/Auckland","lastDay":"2026-11-27"}}');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (36, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:3d15ddbf-69bb-48ba-8019-e7cfd0c21f7d","detail":null,"id":"evt_01a218df-2f2c-730d-ad27-0c768f6d2967","passed":[],"state":"taken","receivedAt":1795713609516}', '{"type":"request.made","subject":"actions:3d15ddbf-69bb-48ba-8019-e7cfd0c21f7d","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T17:20:08.868Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (38, 38, 27, 'e721f1686424dedb453a9b14be2ec62cc879f26425def235b093f14158a4bc49', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (19, '{"seq":19,"id":"run_01a218df-1f38-7176-afd1-c1cbf60bc6de","event":{"seq":18,"id":"evt_01a218df-1f38-7176-afd1-bd4a1a82cba2","type":"worker.terminated","runs":2},"automation":"joiner","subject":"workday:demo-auckland","state":"scheduled","turn":0,"dueAt":1795777200000,"over":false,"sending":false,"paused":false,"failing":null,"written":21,"told":0}', '{"id":"run_01a218df-1f38-7176-afd1-c1cbf60bc6de","eventId":"evt_01a218df-1f38-7176-afd1-bd4a1a82cba2","automation":"joiner","subject":"workday:demo-auckland","mode":"live","replay":null,"state":"scheduled","version":2,"plan":null,"lookedAt":null,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":[],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795777200000,"createdAt":1795713605432,"updatedAt":1795713605458}', '[{"n":21,"audit":[{"at":1795713605458,"type":"run.scheduled","runId":"run_01a218df-1f38-7176-afd1-c1cbf60bc6de","eventId":"evt_01a218df-1f38-7176-afd1-bd4a1a82cba2","actor":"reeve","detail":{"automation":"joiner","for":"the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)","state":"scheduled"}}]}]');
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (37, '{"seq":37,"id":"run_01a218df-2f2c-730d-ad27-102a2af781e3","event":{"seq":36,"id":"evt_01a218df-2f2c-730d-ad27-0c768f6d2967","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:3d15ddbf-69bb-48ba-8019-e7cfd0c21f7d","state":"awaiting_approval","turn":0,"dueAt":1795972809557,"over":false,"sending":false,"paused":false,"failing":null,"written":38,"told":0}', '{"id":"run_01a218df-2f2c-730d-ad27-102a2af781e3","eventId":"evt_01a218df-2f2c-730d-ad27-0c768f6d2967","automation":"requested-action","subject":"actions:3d15ddbf-69bb-48ba-8019-e7cfd0c21f7d","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795713609557,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795972809557,"createdAt":1795713609516,"updatedAt":1795713609557,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"2ed7b3b1-da67-44d5-a673-4f1c189cb85e","hash":"d14e90065a4303d8e3eb5e351d5620f909efd9a2673e6ff4838d027a07147865"},"remindAt":[]}', '[{"n":38,"audit":[{"at":1795713609557,"type":"plan.made","runId":"run_01a218df-2f2c-730d-ad27-102a2af781e3","eventId":"evt_01a218df-2f2c-730d-ad27-0c768f6d2967","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"d14e90065a4303d8e3eb5e351d5620f909efd9a2673e6ff4838d027a07147865","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
