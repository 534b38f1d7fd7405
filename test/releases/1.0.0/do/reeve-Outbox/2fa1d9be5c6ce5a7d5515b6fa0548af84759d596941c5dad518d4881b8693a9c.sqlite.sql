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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795729770.85d46253', 'submission:V0ASKFORM1:1795729770.85d46253', NULL, 0, 0, 0, NULL, 1795729770159);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (2, 'run_01a219d5-c6b9-7598-8bcf-bce588890d7a:2:state:slack:requester', 'run_01a219d5-c6b9-7598-8bcf-bce588890d7a:slack:requester', NULL, 0, 0, 0, NULL, 1795729770183);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (3, 'click:1795729770.198000:U0ADA0001:confirm', 'click:1795729770.198000:U0ADA0001:confirm', NULL, 0, 0, 0, NULL, 1795729770201);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (4, 'run_01a219d5-c6b9-7598-8bcf-bce588890d7a:6:state:slack:requester', 'run_01a219d5-c6b9-7598-8bcf-bce588890d7a:slack:requester', NULL, 0, 0, 0, NULL, 1795729770224);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '0ddc404d-fb1e-47dc-8815-f5e73e4fd80c', '{"button":{"does":"take_back","run":{"id":"run_01a219d5-c6b9-7598-8bcf-bce588890d7a","subject":"slack:submission:V0ASKFORM1:1795729770.85d46253","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795731570181);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '35a693fe-de67-4290-ab9a-232f6dd77f10', '{"button":{"does":"confirm","run":{"id":"run_01a219d5-c6b9-7598-8bcf-bce588890d7a","subject":"slack:submission:V0ASKFORM1:1795729770.85d46253","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795731570181);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795729770.85d46253', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:34569/","until":1795731570164,"left":3}', 1795731570164);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
