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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795706057.fe59f21a', 'submission:V0ASKFORM1:1795706057.fe59f21a', NULL, 0, 0, NULL, 1795706057726);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a2186b-f404-76ab-af0b-35494e23475c:2:state:slack:requester', 'run_01a2186b-f404-76ab-af0b-35494e23475c:slack:requester', NULL, 0, 0, NULL, 1795706057742);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795706057.755000:U0ADA0001:confirm', 'click:1795706057.755000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795706057758);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a2186b-f404-76ab-af0b-35494e23475c:6:state:slack:requester', 'run_01a2186b-f404-76ab-af0b-35494e23475c:slack:requester', NULL, 0, 0, NULL, 1795706057787);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '5fbb95aa-767c-44e7-bbcf-2cd8c7264f97', '{"button":{"does":"confirm","run":{"id":"run_01a2186b-f404-76ab-af0b-35494e23475c","subject":"slack:submission:V0ASKFORM1:1795706057.fe59f21a","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795707857740);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'aa894942-6b89-49d6-a01b-4b8e8a0c3000', '{"button":{"does":"take_back","run":{"id":"run_01a2186b-f404-76ab-af0b-35494e23475c","subject":"slack:submission:V0ASKFORM1:1795706057.fe59f21a","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795707857740);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795706057.fe59f21a', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:35795/","until":1795707857729,"left":3}', 1795707857729);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
