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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795944690.68e5e74d', 'submission:V0ASKFORM1:1795944690.68e5e74d', NULL, 0, 0, 0, NULL, 1795944690300);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (2, 'run_01a226a5-32c2-764d-aefa-066ddc195422:2:state:slack:requester', 'run_01a226a5-32c2-764d-aefa-066ddc195422:slack:requester', NULL, 0, 0, 0, NULL, 1795944690581);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (3, 'click:1795944690.822000:U0ADA0001:confirm', 'click:1795944690.822000:U0ADA0001:confirm', NULL, 0, 0, 0, NULL, 1795944690888);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (4, 'run_01a226a5-32c2-764d-aefa-066ddc195422:6:state:slack:requester', 'run_01a226a5-32c2-764d-aefa-066ddc195422:slack:requester', NULL, 0, 0, 0, NULL, 1795944691478);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '5bae01d0-5e42-4799-9dea-bdecb969e05a', '{"button":{"kind":"confirm","run":{"id":"run_01a226a5-32c2-764d-aefa-066ddc195422","subject":"slack:submission:V0ASKFORM1:1795944690.68e5e74d","hash":"7e2bc6dd3f429c2c5850507efd67738ba1de445352dd9b66b0ee70d0f84f23a2"},"user":"U0ADA0001"},"used":true}', 1795946490538);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'd74ff38c-46f6-40b8-a216-c8125be95c5e', '{"button":{"kind":"withdraw","run":{"id":"run_01a226a5-32c2-764d-aefa-066ddc195422","subject":"slack:submission:V0ASKFORM1:1795944690.68e5e74d","hash":"7e2bc6dd3f429c2c5850507efd67738ba1de445352dd9b66b0ee70d0f84f23a2"},"user":"U0ADA0001"},"used":false}', 1795946490538);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795944690.68e5e74d', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:34427/","until":1795946490331,"left":3}', 1795946490331);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
