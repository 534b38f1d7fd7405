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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795702049.7b749c5a', 'submission:V0ASKFORM1:1795702049.7b749c5a', NULL, 0, 0, NULL, 1795702049051);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a2182e-c92c-76a5-9615-8332ce73999e:2:state:slack:requester', 'run_01a2182e-c92c-76a5-9615-8332ce73999e:slack:requester', NULL, 0, 0, NULL, 1795702049101);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795702049.150000:U0ADA0001:confirm', 'click:1795702049.150000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795702049159);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a2182e-c92c-76a5-9615-8332ce73999e:6:state:slack:requester', 'run_01a2182e-c92c-76a5-9615-8332ce73999e:slack:requester', NULL, 0, 0, NULL, 1795702049217);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '3b0d55ca-d72d-4c9b-b4c2-372ed29af8c2', '{"button":{"does":"confirm","run":{"id":"run_01a2182e-c92c-76a5-9615-8332ce73999e","subject":"slack:submission:V0ASKFORM1:1795702049.7b749c5a","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795703849098);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '85ac2c3c-724e-44b7-a2e1-eefe9506e30c', '{"button":{"does":"take_back","run":{"id":"run_01a2182e-c92c-76a5-9615-8332ce73999e","subject":"slack:submission:V0ASKFORM1:1795702049.7b749c5a","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795703849098);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795702049.7b749c5a', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:43807/","until":1795703849058,"left":3}', 1795703849058);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
