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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795933875.b708be06', 'submission:V0ASKFORM1:1795933875.b708be06', NULL, 0, 0, 0, NULL, 1795933875071);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (2, 'run_01a22600-2b8e-713a-81f3-d540f16141b2:2:state:slack:requester', 'run_01a22600-2b8e-713a-81f3-d540f16141b2:slack:requester', NULL, 0, 0, 0, NULL, 1795933875103);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (3, 'click:1795933875.123000:U0ADA0001:confirm', 'click:1795933875.123000:U0ADA0001:confirm', NULL, 0, 0, 0, NULL, 1795933875128);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (4, 'run_01a22600-2b8e-713a-81f3-d540f16141b2:6:state:slack:requester', 'run_01a22600-2b8e-713a-81f3-d540f16141b2:slack:requester', NULL, 0, 0, 0, NULL, 1795933875160);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '7ce16b84-e4c8-4ab8-9817-87d3d5657851', '{"button":{"kind":"confirm","run":{"id":"run_01a22600-2b8e-713a-81f3-d540f16141b2","subject":"slack:submission:V0ASKFORM1:1795933875.b708be06","hash":"7e2bc6dd3f429c2c5850507efd67738ba1de445352dd9b66b0ee70d0f84f23a2"},"user":"U0ADA0001"},"used":true}', 1795935675100);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '80ef3141-00f8-4147-a155-38ae73e36ab2', '{"button":{"kind":"withdraw","run":{"id":"run_01a22600-2b8e-713a-81f3-d540f16141b2","subject":"slack:submission:V0ASKFORM1:1795933875.b708be06","hash":"7e2bc6dd3f429c2c5850507efd67738ba1de445352dd9b66b0ee70d0f84f23a2"},"user":"U0ADA0001"},"used":false}', 1795935675100);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795933875.b708be06', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:36467/","until":1795935675078,"left":3}', 1795935675078);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
