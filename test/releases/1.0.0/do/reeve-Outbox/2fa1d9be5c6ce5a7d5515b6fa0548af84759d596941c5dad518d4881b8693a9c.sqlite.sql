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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795501453.6eb3f302', 'submission:V0ASKFORM1:1795501453.6eb3f302', NULL, 0, 0, NULL, 1795501453614);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a20c39-f13f-7255-aed9-798a52c64343:2:state:slack:requester', 'run_01a20c39-f13f-7255-aed9-798a52c64343:slack:requester', NULL, 0, 0, NULL, 1795501453661);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795501453.683000:U0ADA0001:confirm', 'click:1795501453.683000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795501453692);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a20c39-f13f-7255-aed9-798a52c64343:6:state:slack:requester', 'run_01a20c39-f13f-7255-aed9-798a52c64343:slack:requester', NULL, 0, 0, NULL, 1795501453746);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '1fdadc4f-839f-4264-ad23-f479df125775', '{"button":{"does":"take_back","run":{"id":"run_01a20c39-f13f-7255-aed9-798a52c64343","subject":"slack:submission:V0ASKFORM1:1795501453.6eb3f302","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795503253659);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '2e422ab0-76db-494f-b758-df33a53e6c02', '{"button":{"does":"confirm","run":{"id":"run_01a20c39-f13f-7255-aed9-798a52c64343","subject":"slack:submission:V0ASKFORM1:1795501453.6eb3f302","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795503253659);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795501453.6eb3f302', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:41793/","until":1795503253626,"left":3}', 1795503253626);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
