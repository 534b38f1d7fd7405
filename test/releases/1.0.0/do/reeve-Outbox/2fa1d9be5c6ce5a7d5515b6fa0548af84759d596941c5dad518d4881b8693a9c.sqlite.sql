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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795704058.f31c19a6', 'submission:V0ASKFORM1:1795704058.f31c19a6', NULL, 0, 0, NULL, 1795704058587);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a2184d-732f-75f0-810b-da14c1ee1583:2:state:slack:requester', 'run_01a2184d-732f-75f0-810b-da14c1ee1583:slack:requester', NULL, 0, 0, NULL, 1795704058767);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795704058.800000:U0ADA0001:confirm', 'click:1795704058.800000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795704058805);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a2184d-732f-75f0-810b-da14c1ee1583:6:state:slack:requester', 'run_01a2184d-732f-75f0-810b-da14c1ee1583:slack:requester', NULL, 0, 0, NULL, 1795704058854);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '1516bf4c-9f52-41a9-958c-55d3d4eda0aa', '{"button":{"does":"take_back","run":{"id":"run_01a2184d-732f-75f0-810b-da14c1ee1583","subject":"slack:submission:V0ASKFORM1:1795704058.f31c19a6","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795705858764);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'add03666-a851-4c66-80fb-f28f88a1ef77', '{"button":{"does":"confirm","run":{"id":"run_01a2184d-732f-75f0-810b-da14c1ee1583","subject":"slack:submission:V0ASKFORM1:1795704058.f31c19a6","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795705858764);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795704058.f31c19a6', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:46401/","until":1795705858594,"left":3}', 1795705858594);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
