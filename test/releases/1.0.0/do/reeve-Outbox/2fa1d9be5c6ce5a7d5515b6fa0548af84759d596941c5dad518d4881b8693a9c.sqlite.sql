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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795712515.fb0b3fea', 'submission:V0ASKFORM1:1795712515.fb0b3fea', NULL, 0, 0, NULL, 1795712515771);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a218ce-7ef5-763d-bc45-d26c83a156dc:2:state:slack:requester', 'run_01a218ce-7ef5-763d-bc45-d26c83a156dc:slack:requester', NULL, 0, 0, NULL, 1795712515925);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795712515.965000:U0ADA0001:confirm', 'click:1795712515.965000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795712515983);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a218ce-7ef5-763d-bc45-d26c83a156dc:6:state:slack:requester', 'run_01a218ce-7ef5-763d-bc45-d26c83a156dc:slack:requester', NULL, 0, 0, NULL, 1795712516088);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '994bf2fd-bfe6-45fc-a58f-770a32c7215a', '{"button":{"does":"take_back","run":{"id":"run_01a218ce-7ef5-763d-bc45-d26c83a156dc","subject":"slack:submission:V0ASKFORM1:1795712515.fb0b3fea","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795714315912);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'd5f98b88-70d6-4fe7-adb6-89122664378b', '{"button":{"does":"confirm","run":{"id":"run_01a218ce-7ef5-763d-bc45-d26c83a156dc","subject":"slack:submission:V0ASKFORM1:1795712515.fb0b3fea","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795714315912);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795712515.fb0b3fea', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:32799/","until":1795714315787,"left":3}', 1795714315787);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
