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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795769738.72ffd8b2', 'submission:V0ASKFORM1:1795769738.72ffd8b2', NULL, 0, 0, 0, NULL, 1795769738892);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (2, 'run_01a21c37-a697-71dc-99ce-08ab09dc4a42:2:state:slack:requester', 'run_01a21c37-a697-71dc-99ce-08ab09dc4a42:slack:requester', NULL, 0, 0, 0, NULL, 1795769738917);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (3, 'click:1795769738.934000:U0ADA0001:confirm', 'click:1795769738.934000:U0ADA0001:confirm', NULL, 0, 0, 0, NULL, 1795769738939);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (4, 'run_01a21c37-a697-71dc-99ce-08ab09dc4a42:6:state:slack:requester', 'run_01a21c37-a697-71dc-99ce-08ab09dc4a42:slack:requester', NULL, 0, 0, 0, NULL, 1795769738964);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '9f4da5ac-2256-4996-b7ef-7334262b7d8e', '{"button":{"kind":"withdraw","run":{"id":"run_01a21c37-a697-71dc-99ce-08ab09dc4a42","subject":"slack:submission:V0ASKFORM1:1795769738.72ffd8b2","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795771538915);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'b4f53e38-6cd9-4f4f-9f80-47c414c3408a', '{"button":{"kind":"confirm","run":{"id":"run_01a21c37-a697-71dc-99ce-08ab09dc4a42","subject":"slack:submission:V0ASKFORM1:1795769738.72ffd8b2","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795771538915);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795769738.72ffd8b2', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:36765/","until":1795771538897,"left":3}', 1795771538897);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
