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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795702737.7d03305d', 'submission:V0ASKFORM1:1795702737.7d03305d', NULL, 0, 0, NULL, 1795702737326);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a21839-49ba-736b-82d7-f62a9883f8f7:2:state:slack:requester', 'run_01a21839-49ba-736b-82d7-f62a9883f8f7:slack:requester', NULL, 0, 0, NULL, 1795702737358);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795702737.388000:U0ADA0001:confirm', 'click:1795702737.388000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795702737391);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a21839-49ba-736b-82d7-f62a9883f8f7:6:state:slack:requester', 'run_01a21839-49ba-736b-82d7-f62a9883f8f7:slack:requester', NULL, 0, 0, NULL, 1795702737482);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'cfddfab6-5041-4b79-a6d6-57c5a78ade87', '{"button":{"does":"confirm","run":{"id":"run_01a21839-49ba-736b-82d7-f62a9883f8f7","subject":"slack:submission:V0ASKFORM1:1795702737.7d03305d","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795704537352);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'e66d9668-3b5b-4bf8-8ea1-0ff8acb58c67', '{"button":{"does":"take_back","run":{"id":"run_01a21839-49ba-736b-82d7-f62a9883f8f7","subject":"slack:submission:V0ASKFORM1:1795702737.7d03305d","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795704537352);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795702737.7d03305d', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:42495/","until":1795704537335,"left":3}', 1795704537335);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
