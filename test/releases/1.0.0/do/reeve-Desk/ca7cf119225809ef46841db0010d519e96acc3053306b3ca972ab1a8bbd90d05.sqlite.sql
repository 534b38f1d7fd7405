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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795919449429000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:8d0b7a38-a8a5-4ae7-9b8f-fd8e87bc9b77', 'evt_01a22524-0c48-7061-b4ca-188be6fd217e');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('conductorone:id:3bf05ad62120862c662789d8a7dd2b2cb645a416d990cd8f1fe650a5c6a24925', 'evt_01a22523-faea-7016-a8dd-d46969fdd67e');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('conductorone:sha256:c6c8a1b64fa8a49ead78eeaf0e370032f336ec95921e57b4b98665aa882af56c', 'evt_01a22523-faea-7016-a8dd-d46969fdd67e');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (6, '{"source":"actions","authentication":"signed","type":"request.made","subject":"actions:8d0b7a38-a8a5-4ae7-9b8f-fd8e87bc9b77","detail":null,"id":"evt_01a22524-0c48-7061-b4ca-188be6fd217e","declined":[],"state":"taken","receivedAt":1795919449160}', '{"type":"request.made","subject":"actions:8d0b7a38-a8a5-4ae7-9b8f-fd8e87bc9b77","request":{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"}}}', '{"action":"session-policy.remove","input":{"policy":"Shared kiosks"},"requester":{"email":"ada.marsh@example.com"},"timestamp":"2026-11-29T02:30:48.572Z"}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (8, 8, 5, '3ad5280bf5cd5db6ff8ef0dd4653916e036a604d72cad97861036b8f257cb70b', 0, 0);
INSERT INTO "notes" ("n", "step_output") VALUES (9, '{"n":9,"audit":[{"at":1795919449429,"type":"pause.set","runId":null,"eventId":null,"actor":"iris.vale@example.com","detail":{"automation":"stale-tools","reason":"a release has to remember it"}}]}');
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (7, '{"seq":7,"id":"run_01a22524-0c49-744a-baa0-92322c380693","event":{"seq":6,"id":"evt_01a22524-0c48-7061-b4ca-188be6fd217e","type":"request.made","runs":1},"automation":"requested-action","subject":"actions:8d0b7a38-a8a5-4ae7-9b8f-fd8e87bc9b77","state":"awaiting_approval","turn":0,"dueAt":1796178649182,"over":false,"sending":false,"paused":false,"failing":null,"written":8,"delivered":0}', '{"id":"run_01a22524-0c49-744a-baa0-92322c380693","eventId":"evt_01a22524-0c48-7061-b4ca-188be6fd217e","automation":"requested-action","subject":"actions:8d0b7a38-a8a5-4ae7-9b8f-fd8e87bc9b77","mode":"live","replay":null,"state":"awaiting_approval","version":2,"plan":{"hash":"2a1120815c96cee01366dd50c55e6a482099a33dc6144b38356c315322e2ebed","actions":[{"action":"session-policy.remove","input":{"policy":{"id":"sp_kiosk","name":"Shared kiosks"}},"summary":"Delete the session policy Shared kiosks.","unverified":[{"id":"sp_kiosk","name":"Shared kiosks"}],"target":"session policy sp_kiosk","effects":[{"operation":"deleteSessionPolicy","input":{"path":{"id":"sp_kiosk"},"body":{}}}],"beneficiaries":[],"leaves":[{"kind":"session_policy","key":"sp_kiosk","data":null}]}]},"checkedAt":1795919449182,"journal":[],"notice":null,"reads":null,"ignored":null,"approvalReasons":["it deletes something on one person''s request alone"],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796178649182,"createdAt":1795919449160,"updatedAt":1795919449182,"parties":{"requesters":["ada.marsh@example.com"],"affected":[]},"stages":[{"name":"somebody with the role approver","count":1,"role":"yes","people":[{"id":"usr_iris_vale","emails":["iris.vale@example.com"],"employeeIds":["E000003"],"byRole":true}],"skipped":[]}],"facts":{"code":"38c248e5-8da8-4360-9137-8f1b41212911","hash":"29d40d2a1a36fcd7c7e802cf302b11a44b151f91c7e3027bdf088bf85d33cb1d"},"remindAt":[]}', '[{"n":8,"audit":[{"at":1795919449182,"type":"plan.made","runId":"run_01a22524-0c49-744a-baa0-92322c380693","eventId":"evt_01a22524-0c48-7061-b4ca-188be6fd217e","actor":"reeve","detail":{"automation":"requested-action","hash":"2a1120815c96cee01366dd50c55e6a482099a33dc6144b38356c315322e2ebed","actions":[{"summary":"Delete the session policy Shared kiosks.","target":"session policy sp_kiosk"}],"facts":"29d40d2a1a36fcd7c7e802cf302b11a44b151f91c7e3027bdf088bf85d33cb1d","approvalReasons":["it deletes something on one person''s request alone"],"approvers":["somebody with the role approver"],"state":"awaiting_approval"}}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
