CREATE TABLE table_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
CREATE TABLE items (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    lane TEXT NOT NULL,
    item TEXT,
    failures INTEGER NOT NULL DEFAULT 0,
    stage INTEGER NOT NULL DEFAULT 0,
    begun INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER,
    added_at INTEGER NOT NULL
  ) STRICT;
CREATE INDEX items_due ON items (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX items_lane ON items (lane, seq) WHERE due_at IS NOT NULL;
CREATE TABLE kept (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE _cf_METADATA (
        key INTEGER PRIMARY KEY,
        value BLOB
      );
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, NULL);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795738278.10ff88aa', 'submission:V0ASKFORM1:1795738278.10ff88aa', NULL, 0, 0, 0, NULL, 1795738278531);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (2, 'run_01a21a57-9a9a-74ab-bbbe-b4e72ada288c:2:state:slack:requester', 'run_01a21a57-9a9a-74ab-bbbe-b4e72ada288c:slack:requester', NULL, 0, 0, 0, NULL, 1795738278617);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (3, 'click:1795738278.674000:U0ADA0001:confirm', 'click:1795738278.674000:U0ADA0001:confirm', NULL, 0, 0, 0, NULL, 1795738278684);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (4, 'run_01a21a57-9a9a-74ab-bbbe-b4e72ada288c:6:state:slack:requester', 'run_01a21a57-9a9a-74ab-bbbe-b4e72ada288c:slack:requester', NULL, 0, 0, 0, NULL, 1795738278787);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '06269e52-4d91-40d9-a39d-13b2fe238da3', '{"button":{"kind":"withdraw","run":{"id":"run_01a21a57-9a9a-74ab-bbbe-b4e72ada288c","subject":"slack:submission:V0ASKFORM1:1795738278.10ff88aa","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795740078607);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '95b84ce9-3376-421c-b10c-34c7deece07a', '{"button":{"kind":"confirm","run":{"id":"run_01a21a57-9a9a-74ab-bbbe-b4e72ada288c","subject":"slack:submission:V0ASKFORM1:1795738278.10ff88aa","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795740078607);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795738278.10ff88aa', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:38555/","until":1795740078548,"left":3}', 1795740078548);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
