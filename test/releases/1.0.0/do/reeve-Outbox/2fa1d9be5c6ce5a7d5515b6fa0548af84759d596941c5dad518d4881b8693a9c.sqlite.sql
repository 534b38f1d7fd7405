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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795716901.4974b14a', 'submission:V0ASKFORM1:1795716901.4974b14a', NULL, 0, 0, NULL, 1795716901408);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a21911-6a35-720c-87b1-1bf7435003f8:2:state:slack:requester', 'run_01a21911-6a35-720c-87b1-1bf7435003f8:slack:requester', NULL, 0, 0, NULL, 1795716901456);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795716901.493000:U0ADA0001:confirm', 'click:1795716901.493000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795716901503);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a21911-6a35-720c-87b1-1bf7435003f8:6:state:slack:requester', 'run_01a21911-6a35-720c-87b1-1bf7435003f8:slack:requester', NULL, 0, 0, NULL, 1795716901551);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '0ca1d0db-b76e-409d-98a8-120f88be2bb9', '{"button":{"does":"confirm","run":{"id":"run_01a21911-6a35-720c-87b1-1bf7435003f8","subject":"slack:submission:V0ASKFORM1:1795716901.4974b14a","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795718701452);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '92477b5b-cce0-4962-9324-961bc83e9f73', '{"button":{"does":"take_back","run":{"id":"run_01a21911-6a35-720c-87b1-1bf7435003f8","subject":"slack:submission:V0ASKFORM1:1795716901.4974b14a","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795718701452);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795716901.4974b14a', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:44635/","until":1795718701415,"left":3}', 1795718701415);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
