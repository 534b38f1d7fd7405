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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795715011.2f24ab35', 'submission:V0ASKFORM1:1795715011.2f24ab35', NULL, 0, 0, NULL, 1795715011201);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (2, 'run_01a218f4-92ac-7415-b129-61c12bab6520:2:state:slack:requester', 'run_01a218f4-92ac-7415-b129-61c12bab6520:slack:requester', NULL, 0, 0, NULL, 1795715011290);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (3, 'click:1795715011.332000:U0ADA0001:confirm', 'click:1795715011.332000:U0ADA0001:confirm', NULL, 0, 0, NULL, 1795715011341);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "begun", "due_at", "added_at") VALUES (4, 'run_01a218f4-92ac-7415-b129-61c12bab6520:6:state:slack:requester', 'run_01a218f4-92ac-7415-b129-61c12bab6520:slack:requester', NULL, 0, 0, NULL, 1795715011425);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '6d2d60aa-825b-46c7-a0f4-2ae028b5dc25', '{"button":{"does":"confirm","run":{"id":"run_01a218f4-92ac-7415-b129-61c12bab6520","subject":"slack:submission:V0ASKFORM1:1795715011.2f24ab35","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795716811279);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', 'f21dc72c-b047-4a0e-a570-f0fbee488847', '{"button":{"does":"take_back","run":{"id":"run_01a218f4-92ac-7415-b129-61c12bab6520","subject":"slack:submission:V0ASKFORM1:1795715011.2f24ab35","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795716811279);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795715011.2f24ab35', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:40289/","until":1795716811216,"left":3}', 1795716811216);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
