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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795911181.af058ebc', 'submission:V0ASKFORM1:1795911181.af058ebc', NULL, 0, 0, 0, NULL, 1795911181574);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (2, 'run_01a224a5-e51d-7486-8d69-5b647cb803e5:2:state:slack:requester', 'run_01a224a5-e51d-7486-8d69-5b647cb803e5:slack:requester', NULL, 0, 0, 0, NULL, 1795911181633);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (3, 'click:1795911181.682000:U0ADA0001:confirm', 'click:1795911181.682000:U0ADA0001:confirm', NULL, 0, 0, 0, NULL, 1795911181692);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (4, 'run_01a224a5-e51d-7486-8d69-5b647cb803e5:6:state:slack:requester', 'run_01a224a5-e51d-7486-8d69-5b647cb803e5:slack:requester', NULL, 0, 0, 0, NULL, 1795911181761);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '3ece0968-1fea-4286-a9e5-17ebc0cbc5dd', '{"button":{"kind":"withdraw","run":{"id":"run_01a224a5-e51d-7486-8d69-5b647cb803e5","subject":"slack:submission:V0ASKFORM1:1795911181.af058ebc","hash":"7e2bc6dd3f429c2c5850507efd67738ba1de445352dd9b66b0ee70d0f84f23a2"},"user":"U0ADA0001"},"used":false}', 1795912981624);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'a81dd4c6-ef1d-4f5a-b7bf-15a59d9cc0b0', '{"button":{"kind":"confirm","run":{"id":"run_01a224a5-e51d-7486-8d69-5b647cb803e5","subject":"slack:submission:V0ASKFORM1:1795911181.af058ebc","hash":"7e2bc6dd3f429c2c5850507efd67738ba1de445352dd9b66b0ee70d0f84f23a2"},"user":"U0ADA0001"},"used":true}', 1795912981624);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795911181.af058ebc', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:36741/","until":1795912981580,"left":3}', 1795912981580);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
