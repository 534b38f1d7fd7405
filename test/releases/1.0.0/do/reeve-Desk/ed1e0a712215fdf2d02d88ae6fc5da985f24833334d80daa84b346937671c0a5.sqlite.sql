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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795971721351000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:6f8296fd-bcdd-49de-8855-b6e8f510d32c', 'evt_01a218ce-946c-746b-906e-22f99c390659');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:retired-tools-stay-retired:2026-11-26T17:01:59.678Z', 'evt_01a218ce-8dfe-773e-829e-9a37b55a1358');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795712515.fb0b3fea', 'evt_01a218ce-7ef4-73a0-a4ca-9dd1f40f6f9f');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (14, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:6f8296fd-bcdd-49de-8855-b6e8f510d32c","detail":null,"id":"evt_01a218ce-946c-746b-906e-22f99c390659","passed":[],"state":"taken","receivedAt":1795712521324}', '{"type":"request.made","subject":"actions:6f8296fd-bcdd-49de-8855-b6e8f510d32c","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-26T17:02:00.709Z"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (16, 16, 11, '70b288cbd97b8f5f2a751b7ebc94a65f76edfee2eb5b05c20ed86df8f49db66b', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (15, '{"seq":15,"id":"run_01a218ce-946c-746b-906e-24921774cb61","event":{"seq":14,"id":"evt_01a218ce-946c-746b-906e-22f99c390659","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:6f8296fd-bcdd-49de-8855-b6e8f510d32c","state":"awaiting_approval","turn":0,"dueAt":1795971721351,"over":false,"sending":false,"paused":false,"failing":null,"written":16,"told":0}', '{"id":"run_01a218ce-946c-746b-906e-24921774cb61","eventId":"evt_01a218ce-946c-746b-906e-22f99c390659","automation":"requested-action","subject":"actions:6f8296fd-bcdd-49de-8855-b6e8f510d32c","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"lookedAt":1795712521351,"journal":[],"progress":null,"notice":null,"reads":null,"ignored":null,"asks":["it deletes something on one person''s request alone"],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"report":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1795971721351,"createdAt":1795712521324,"updatedAt":1795712521351,"concerned":{"asked":["ada.marsh@example.com"],"about":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"bbfde273-6e86-498b-afc8-5dc6090d1c48","hash":"a2fb82cfea37a75f10b643c3f1dd3c31c9c0669ef85141c2e39f8423ff0a795c"},"remindAt":[]}', '[{"n":16,"audit":[{"at":1795712521351,"type":"plan.made","runId":"run_01a218ce-946c-746b-906e-24921774cb61","eventId":"evt_01a218ce-946c-746b-906e-22f99c390659","actor":"reeve","detail":{"automation":"requested-action","hash":"76584a8b78d0acaf2a54619314cf49d7364ed0b1367977a396b0106924ef73bc","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"a2fb82cfea37a75f10b643c3f1dd3c31c9c0669ef85141c2e39f8423ff0a795c","asks":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
