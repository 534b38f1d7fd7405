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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795711952.8d8e80b0', 'submission:V0ASKFORM1:1795711952.8d8e80b0', NULL, 0, 0, NULL, 1795711952957);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a218c5-e881-7447-a3bc-34f71be4e85b:2:state:slack:requester', 'run_01a218c5-e881-7447-a3bc-34f71be4e85b:slack:requester', NULL, 0, 0, NULL, 1795711953271);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795711953.501000:U0ADA0001:confirm', 'click:1795711953.501000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795711953513);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a218c5-e881-7447-a3bc-34f71be4e85b:6:state:slack:requester', 'run_01a218c5-e881-7447-a3bc-34f71be4e85b:slack:requester', NULL, 0, 0, NULL, 1795711953626);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '0a5e3fd4-bfc2-42ac-897c-ef67bb1c7676', '{"button":{"does":"take_back","run":{"id":"run_01a218c5-e881-7447-a3bc-34f71be4e85b","subject":"slack:submission:V0ASKFORM1:1795711952.8d8e80b0","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795713753228);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '53922a9c-9e38-4259-9e44-92d7584f4769', '{"button":{"does":"confirm","run":{"id":"run_01a218c5-e881-7447-a3bc-34f71be4e85b","subject":"slack:submission:V0ASKFORM1:1795711952.8d8e80b0","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795713753228);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795711952.8d8e80b0', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:39997/","until":1795713753012,"left":3}', 1795713753012);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
