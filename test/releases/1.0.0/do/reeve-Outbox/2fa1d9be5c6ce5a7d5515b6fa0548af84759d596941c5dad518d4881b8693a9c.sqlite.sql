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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795703801.a69f22df', 'submission:V0ASKFORM1:1795703801.a69f22df', NULL, 0, 0, NULL, 1795703801441);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a21849-869a-744b-8380-58897d907ab4:2:state:slack:requester', 'run_01a21849-869a-744b-8380-58897d907ab4:slack:requester', NULL, 0, 0, NULL, 1795703801546);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795703801.601000:U0ADA0001:confirm', 'click:1795703801.601000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795703801656);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a21849-869a-744b-8380-58897d907ab4:6:state:slack:requester', 'run_01a21849-869a-744b-8380-58897d907ab4:slack:requester', NULL, 0, 0, NULL, 1795703801870);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '6d2c750a-7474-4f48-b1dd-941532ebde57', '{"button":{"does":"confirm","run":{"id":"run_01a21849-869a-744b-8380-58897d907ab4","subject":"slack:submission:V0ASKFORM1:1795703801.a69f22df","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795705601538);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'b7c48996-3282-4eb1-8c08-9f01116fb129', '{"button":{"does":"take_back","run":{"id":"run_01a21849-869a-744b-8380-58897d907ab4","subject":"slack:submission:V0ASKFORM1:1795703801.a69f22df","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795705601538);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795703801.a69f22df', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:34387/","until":1795705601456,"left":3}', 1795705601456);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
