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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795735215.386e5d03', 'submission:V0ASKFORM1:1795735215.386e5d03', NULL, 0, 0, 0, NULL, 1795735215987);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (2, 'run_01a21a28-dfab-73ed-add6-a3bd30a1f760:2:state:slack:requester', 'run_01a21a28-dfab-73ed-add6-a3bd30a1f760:slack:requester', NULL, 0, 0, 0, NULL, 1795735216092);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (3, 'click:1795735216.130000:U0ADA0001:confirm', 'click:1795735216.130000:U0ADA0001:confirm', NULL, 0, 0, 0, NULL, 1795735216137);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (4, 'run_01a21a28-dfab-73ed-add6-a3bd30a1f760:6:state:slack:requester', 'run_01a21a28-dfab-73ed-add6-a3bd30a1f760:slack:requester', NULL, 0, 0, 0, NULL, 1795735216203);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '1b791865-c267-4b32-83cd-a84c247ab2b9', '{"button":{"does":"confirm","run":{"id":"run_01a21a28-dfab-73ed-add6-a3bd30a1f760","subject":"slack:submission:V0ASKFORM1:1795735215.386e5d03","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795737016084);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'ff30c830-3495-4cf5-9fa7-f9bdbe206dc6', '{"button":{"does":"withdraw","run":{"id":"run_01a21a28-dfab-73ed-add6-a3bd30a1f760","subject":"slack:submission:V0ASKFORM1:1795735215.386e5d03","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795737016084);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795735215.386e5d03', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:44625/","until":1795737016001,"left":3}', 1795737016001);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
