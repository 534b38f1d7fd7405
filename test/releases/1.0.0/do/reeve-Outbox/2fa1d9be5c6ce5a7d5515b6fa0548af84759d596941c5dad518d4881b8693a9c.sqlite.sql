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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795715788.567419d7', 'submission:V0ASKFORM1:1795715788.567419d7', NULL, 0, 0, NULL, 1795715788268);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a21900-6e2a-7380-91c5-f6da83a2be0f:2:state:slack:requester', 'run_01a21900-6e2a-7380-91c5-f6da83a2be0f:slack:requester', NULL, 0, 0, NULL, 1795715788407);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795715788.455000:U0ADA0001:confirm', 'click:1795715788.455000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795715788464);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a21900-6e2a-7380-91c5-f6da83a2be0f:6:state:slack:requester', 'run_01a21900-6e2a-7380-91c5-f6da83a2be0f:slack:requester', NULL, 0, 0, NULL, 1795715788539);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '2adf7c8d-1cd8-4287-ba2b-87437395afa6', '{"button":{"does":"confirm","run":{"id":"run_01a21900-6e2a-7380-91c5-f6da83a2be0f","subject":"slack:submission:V0ASKFORM1:1795715788.567419d7","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795717588383);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '44391870-5a26-45fb-a04c-49cc7675a71c', '{"button":{"does":"take_back","run":{"id":"run_01a21900-6e2a-7380-91c5-f6da83a2be0f","subject":"slack:submission:V0ASKFORM1:1795715788.567419d7","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795717588383);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795715788.567419d7', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:34275/","until":1795717588278,"left":3}', 1795717588278);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
