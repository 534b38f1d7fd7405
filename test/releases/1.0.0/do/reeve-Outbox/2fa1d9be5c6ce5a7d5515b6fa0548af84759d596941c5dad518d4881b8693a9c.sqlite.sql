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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795712589.4ee4ae5b', 'submission:V0ASKFORM1:1795712589.4ee4ae5b', NULL, 0, 0, NULL, 1795712590022);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a218cf-a0da-752f-9d5e-c692dd0ee3f6:2:state:slack:requester', 'run_01a218cf-a0da-752f-9d5e-c692dd0ee3f6:slack:requester', NULL, 0, 0, NULL, 1795712590066);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795712590.105000:U0ADA0001:confirm', 'click:1795712590.105000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795712590116);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a218cf-a0da-752f-9d5e-c692dd0ee3f6:6:state:slack:requester', 'run_01a218cf-a0da-752f-9d5e-c692dd0ee3f6:slack:requester', NULL, 0, 0, NULL, 1795712590254);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '43b96ff5-78a0-421d-a03a-0193fc98b2c9', '{"button":{"does":"take_back","run":{"id":"run_01a218cf-a0da-752f-9d5e-c692dd0ee3f6","subject":"slack:submission:V0ASKFORM1:1795712589.4ee4ae5b","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795714390062);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'c02480e8-c946-4413-9ced-cd3117a60850', '{"button":{"does":"confirm","run":{"id":"run_01a218cf-a0da-752f-9d5e-c692dd0ee3f6","subject":"slack:submission:V0ASKFORM1:1795712589.4ee4ae5b","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795714390062);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795712589.4ee4ae5b', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:41573/","until":1795714390030,"left":3}', 1795714390030);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
