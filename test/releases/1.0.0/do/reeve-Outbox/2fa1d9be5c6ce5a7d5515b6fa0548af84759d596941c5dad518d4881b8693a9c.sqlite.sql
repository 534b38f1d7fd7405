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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795739515.f5ccd9e7', 'submission:V0ASKFORM1:1795739515.f5ccd9e7', NULL, 0, 0, 0, NULL, 1795739515861);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (2, 'run_01a21a6a-7bdf-7751-98c7-02116a68a5ce:2:state:slack:requester', 'run_01a21a6a-7bdf-7751-98c7-02116a68a5ce:slack:requester', NULL, 0, 0, 0, NULL, 1795739515893);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (3, 'click:1795739515.917000:U0ADA0001:confirm', 'click:1795739515.917000:U0ADA0001:confirm', NULL, 0, 0, 0, NULL, 1795739515920);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (4, 'run_01a21a6a-7bdf-7751-98c7-02116a68a5ce:6:state:slack:requester', 'run_01a21a6a-7bdf-7751-98c7-02116a68a5ce:slack:requester', NULL, 0, 0, 0, NULL, 1795739515954);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '63806f7d-400a-43a8-bce0-61e85addae5a', '{"button":{"kind":"confirm","run":{"id":"run_01a21a6a-7bdf-7751-98c7-02116a68a5ce","subject":"slack:submission:V0ASKFORM1:1795739515.f5ccd9e7","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795741315889);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'e90c47e3-32d8-441e-9d6b-024fb36fcfab', '{"button":{"kind":"withdraw","run":{"id":"run_01a21a6a-7bdf-7751-98c7-02116a68a5ce","subject":"slack:submission:V0ASKFORM1:1795739515.f5ccd9e7","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795741315889);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795739515.f5ccd9e7', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:40541/","until":1795741315868,"left":3}', 1795741315868);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
