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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795743138.c4dc9021', 'submission:V0ASKFORM1:1795743138.c4dc9021', NULL, 0, 0, 0, NULL, 1795743138315);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (2, 'run_01a21aa1-c211-741c-a44a-239d9b36215b:2:state:slack:requester', 'run_01a21aa1-c211-741c-a44a-239d9b36215b:slack:requester', NULL, 0, 0, 0, NULL, 1795743138332);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (3, 'click:1795743138.347000:U0ADA0001:confirm', 'click:1795743138.347000:U0ADA0001:confirm', NULL, 0, 0, 0, NULL, 1795743138350);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (4, 'run_01a21aa1-c211-741c-a44a-239d9b36215b:6:state:slack:requester', 'run_01a21aa1-c211-741c-a44a-239d9b36215b:slack:requester', NULL, 0, 0, 0, NULL, 1795743138374);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '2b3bdc23-18a4-4d7f-81c4-afffaf433c3e', '{"button":{"kind":"withdraw","run":{"id":"run_01a21aa1-c211-741c-a44a-239d9b36215b","subject":"slack:submission:V0ASKFORM1:1795743138.c4dc9021","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795744938330);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'bc1a6851-1185-4187-9dd2-810615d9b632', '{"button":{"kind":"confirm","run":{"id":"run_01a21aa1-c211-741c-a44a-239d9b36215b","subject":"slack:submission:V0ASKFORM1:1795743138.c4dc9021","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795744938330);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795743138.c4dc9021', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:42933/","until":1795744938319,"left":3}', 1795744938319);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
