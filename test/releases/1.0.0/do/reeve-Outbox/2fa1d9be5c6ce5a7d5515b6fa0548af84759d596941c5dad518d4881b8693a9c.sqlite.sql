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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795713603.f3507e2e', 'submission:V0ASKFORM1:1795713603.f3507e2e', NULL, 0, 0, NULL, 1795713603987);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a218df-19c3-7178-86f6-d9949833aeca:2:state:slack:requester', 'run_01a218df-19c3-7178-86f6-d9949833aeca:slack:requester', NULL, 0, 0, NULL, 1795713604084);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795713604.121000:U0ADA0001:confirm', 'click:1795713604.121000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795713604128);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a218df-19c3-7178-86f6-d9949833aeca:6:state:slack:requester', 'run_01a218df-19c3-7178-86f6-d9949833aeca:slack:requester', NULL, 0, 0, NULL, 1795713604234);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '8e9f2400-dcf7-43bd-8e00-925d9ea87a07', '{"button":{"does":"take_back","run":{"id":"run_01a218df-19c3-7178-86f6-d9949833aeca","subject":"slack:submission:V0ASKFORM1:1795713603.f3507e2e","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795715404080);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'cf8d4db0-ae3f-42bd-af89-d1e054284a69', '{"button":{"does":"confirm","run":{"id":"run_01a218df-19c3-7178-86f6-d9949833aeca","subject":"slack:submission:V0ASKFORM1:1795713603.f3507e2e","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795715404080);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795713603.f3507e2e', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:40553/","until":1795715403996,"left":3}', 1795715403996);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
