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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795763166.c12a89a2', 'submission:V0ASKFORM1:1795763166.c12a89a2', NULL, 0, 0, 0, NULL, 1795763166458);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (2, 'run_01a21bd3-5d05-73f7-bf6b-cf9f50ca3852:2:state:slack:requester', 'run_01a21bd3-5d05-73f7-bf6b-cf9f50ca3852:slack:requester', NULL, 0, 0, 0, NULL, 1795763166622);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (3, 'click:1795763166.651000:U0ADA0001:confirm', 'click:1795763166.651000:U0ADA0001:confirm', NULL, 0, 0, 0, NULL, 1795763166658);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (4, 'run_01a21bd3-5d05-73f7-bf6b-cf9f50ca3852:6:state:slack:requester', 'run_01a21bd3-5d05-73f7-bf6b-cf9f50ca3852:slack:requester', NULL, 0, 0, 0, NULL, 1795763166722);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '068eb14e-a581-4e2a-aaf3-f87e64f0f700', '{"button":{"kind":"confirm","run":{"id":"run_01a21bd3-5d05-73f7-bf6b-cf9f50ca3852","subject":"slack:submission:V0ASKFORM1:1795763166.c12a89a2","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795764966615);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '0ecf3739-2f23-4cdb-a8c6-c32fb1ecd0fb', '{"button":{"kind":"withdraw","run":{"id":"run_01a21bd3-5d05-73f7-bf6b-cf9f50ca3852","subject":"slack:submission:V0ASKFORM1:1795763166.c12a89a2","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795764966615);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795763166.c12a89a2', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:34761/","until":1795764966464,"left":3}', 1795764966464);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
