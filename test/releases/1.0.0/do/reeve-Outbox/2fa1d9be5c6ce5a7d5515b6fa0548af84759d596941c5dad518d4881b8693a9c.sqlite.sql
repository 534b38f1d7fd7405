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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795898520.d2ecd91e', 'submission:V0ASKFORM1:1795898520.d2ecd91e', NULL, 0, 0, 0, NULL, 1795898520728);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (2, 'run_01a223e4-b49e-701c-b70b-cdf316be8bb7:2:state:slack:requester', 'run_01a223e4-b49e-701c-b70b-cdf316be8bb7:slack:requester', NULL, 0, 0, 0, NULL, 1795898520746);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (3, 'click:1795898520.759000:U0ADA0001:confirm', 'click:1795898520.759000:U0ADA0001:confirm', NULL, 0, 0, 0, NULL, 1795898520762);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (4, 'run_01a223e4-b49e-701c-b70b-cdf316be8bb7:6:state:slack:requester', 'run_01a223e4-b49e-701c-b70b-cdf316be8bb7:slack:requester', NULL, 0, 0, 0, NULL, 1795898520787);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '411c9daf-0896-4173-bb74-7af4cd364839', '{"button":{"kind":"withdraw","run":{"id":"run_01a223e4-b49e-701c-b70b-cdf316be8bb7","subject":"slack:submission:V0ASKFORM1:1795898520.d2ecd91e","hash":"7e2bc6dd3f429c2c5850507efd67738ba1de445352dd9b66b0ee70d0f84f23a2"},"user":"U0ADA0001"},"used":false}', 1795900320744);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'a967a754-3726-4111-8457-7abb8ab07da1', '{"button":{"kind":"confirm","run":{"id":"run_01a223e4-b49e-701c-b70b-cdf316be8bb7","subject":"slack:submission:V0ASKFORM1:1795898520.d2ecd91e","hash":"7e2bc6dd3f429c2c5850507efd67738ba1de445352dd9b66b0ee70d0f84f23a2"},"user":"U0ADA0001"},"used":true}', 1795900320744);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795898520.d2ecd91e', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:33051/","until":1795900320732,"left":3}', 1795900320732);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
