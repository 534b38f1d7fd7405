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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795705145.43abb834', 'submission:V0ASKFORM1:1795705145.43abb834', NULL, 0, 0, NULL, 1795705145086);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a2185e-0724-7489-afaa-b8ea5faa8579:2:state:slack:requester', 'run_01a2185e-0724-7489-afaa-b8ea5faa8579:slack:requester', NULL, 0, 0, NULL, 1795705145170);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795705145.197000:U0ADA0001:confirm', 'click:1795705145.197000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795705145207);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a2185e-0724-7489-afaa-b8ea5faa8579:6:state:slack:requester', 'run_01a2185e-0724-7489-afaa-b8ea5faa8579:slack:requester', NULL, 0, 0, NULL, 1795705145429);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'f57b4ce7-8c63-459d-b313-610cc065b191', '{"button":{"does":"confirm","run":{"id":"run_01a2185e-0724-7489-afaa-b8ea5faa8579","subject":"slack:submission:V0ASKFORM1:1795705145.43abb834","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795706945161);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'fa4f7d27-7222-4535-aea5-259dbfa7feb4', '{"button":{"does":"take_back","run":{"id":"run_01a2185e-0724-7489-afaa-b8ea5faa8579","subject":"slack:submission:V0ASKFORM1:1795705145.43abb834","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795706945161);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795705145.43abb834', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:40263/","until":1795706945093,"left":3}', 1795706945093);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
