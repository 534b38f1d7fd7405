CREATE TABLE table_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
CREATE TABLE items (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    lane TEXT NOT NULL,
    item TEXT,
    failures INTEGER NOT NULL DEFAULT 0,
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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795537336.5589495e', 'submission:V0ASKFORM1:1795537336.5589495e', NULL, 0, 0, NULL, 1795537336578);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a20e5d-7907-7188-8873-b6642ba9156b:2:state:slack:requester', 'run_01a20e5d-7907-7188-8873-b6642ba9156b:slack:requester', NULL, 0, 0, NULL, 1795537336596);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795537336.617000:U0ADA0001:confirm', 'click:1795537336.617000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795537336622);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a20e5d-7907-7188-8873-b6642ba9156b:6:state:slack:requester', 'run_01a20e5d-7907-7188-8873-b6642ba9156b:slack:requester', NULL, 0, 0, NULL, 1795537336653);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '1343abf0-e73a-4b74-9fe6-ac3676392a3a', '{"button":{"does":"confirm","run":{"id":"run_01a20e5d-7907-7188-8873-b6642ba9156b","subject":"slack:submission:V0ASKFORM1:1795537336.5589495e","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795539136593);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'f04d7865-e6f7-48e0-a409-de865b4f9e77', '{"button":{"does":"take_back","run":{"id":"run_01a20e5d-7907-7188-8873-b6642ba9156b","subject":"slack:submission:V0ASKFORM1:1795537336.5589495e","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795539136593);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795537336.5589495e', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:33115/","until":1795539136581,"left":3}', 1795539136581);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
