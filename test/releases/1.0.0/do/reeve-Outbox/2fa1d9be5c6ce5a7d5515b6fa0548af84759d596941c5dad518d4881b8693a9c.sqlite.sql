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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795761070.3c1f9261', 'submission:V0ASKFORM1:1795761070.3c1f9261', NULL, 0, 0, 0, NULL, 1795761070301);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (2, 'run_01a21bb3-60ee-735f-a449-4712c057a366:2:state:slack:requester', 'run_01a21bb3-60ee-735f-a449-4712c057a366:slack:requester', NULL, 0, 0, 0, NULL, 1795761070357);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (3, 'click:1795761070.389000:U0ADA0001:confirm', 'click:1795761070.389000:U0ADA0001:confirm', NULL, 0, 0, 0, NULL, 1795761070393);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (4, 'run_01a21bb3-60ee-735f-a449-4712c057a366:6:state:slack:requester', 'run_01a21bb3-60ee-735f-a449-4712c057a366:slack:requester', NULL, 0, 0, 0, NULL, 1795761070461);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '6e29d236-9ff3-49c0-8fb6-e32f7e0bcd07', '{"button":{"kind":"confirm","run":{"id":"run_01a21bb3-60ee-735f-a449-4712c057a366","subject":"slack:submission:V0ASKFORM1:1795761070.3c1f9261","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795762870354);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '908c33f2-3749-4ebd-9c10-8998d3d5f9df', '{"button":{"kind":"withdraw","run":{"id":"run_01a21bb3-60ee-735f-a449-4712c057a366","subject":"slack:submission:V0ASKFORM1:1795761070.3c1f9261","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795762870354);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795761070.3c1f9261', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:35869/","until":1795762870316,"left":3}', 1795762870316);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
