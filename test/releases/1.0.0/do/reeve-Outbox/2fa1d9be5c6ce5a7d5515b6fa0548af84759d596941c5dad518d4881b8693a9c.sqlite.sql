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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795705740.d4fc655b', 'submission:V0ASKFORM1:1795705740.d4fc655b', NULL, 0, 0, NULL, 1795705740419);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a21867-1c95-70c0-b19b-97c9faca6ef3:2:state:slack:requester', 'run_01a21867-1c95-70c0-b19b-97c9faca6ef3:slack:requester', NULL, 0, 0, NULL, 1795705740487);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795705740.506000:U0ADA0001:confirm', 'click:1795705740.506000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795705740514);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a21867-1c95-70c0-b19b-97c9faca6ef3:6:state:slack:requester', 'run_01a21867-1c95-70c0-b19b-97c9faca6ef3:slack:requester', NULL, 0, 0, NULL, 1795705740555);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '0afc6dd4-10d0-4a0e-861e-cd772429128f', '{"button":{"does":"confirm","run":{"id":"run_01a21867-1c95-70c0-b19b-97c9faca6ef3","subject":"slack:submission:V0ASKFORM1:1795705740.d4fc655b","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795707540484);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'bb551a28-bc04-4763-853d-497b88c1b76a', '{"button":{"does":"take_back","run":{"id":"run_01a21867-1c95-70c0-b19b-97c9faca6ef3","subject":"slack:submission:V0ASKFORM1:1795705740.d4fc655b","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795707540484);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795705740.d4fc655b', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:41897/","until":1795707540424,"left":3}', 1795707540424);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
