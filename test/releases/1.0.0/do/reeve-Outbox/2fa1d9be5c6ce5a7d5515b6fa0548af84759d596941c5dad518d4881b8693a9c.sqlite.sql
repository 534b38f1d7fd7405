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
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (1, 'submission:V0ASKFORM1:1795727132.acb42cd6', 'submission:V0ASKFORM1:1795727132.acb42cd6', NULL, 0, 0, 0, NULL, 1795727132168);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (2, 'run_01a219ad-8628-73d5-86dc-416687ce8a99:2:state:slack:requester', 'run_01a219ad-8628-73d5-86dc-416687ce8a99:slack:requester', NULL, 0, 0, 0, NULL, 1795727132254);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (3, 'click:1795727132.331000:U0ADA0001:confirm', 'click:1795727132.331000:U0ADA0001:confirm', NULL, 0, 0, 0, NULL, 1795727132338);
INSERT INTO "items" ("seq", "key", "lane", "item", "failures", "stage", "begun", "due_at", "added_at") VALUES (4, 'run_01a219ad-8628-73d5-86dc-416687ce8a99:6:state:slack:requester', 'run_01a219ad-8628-73d5-86dc-416687ce8a99:slack:requester', NULL, 0, 0, 0, NULL, 1795727132395);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '0c7fd1c6-c48a-4d18-bc74-a26dac354f10', '{"button":{"does":"take_back","run":{"id":"run_01a219ad-8628-73d5-86dc-416687ce8a99","subject":"slack:submission:V0ASKFORM1:1795727132.acb42cd6","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":false}', 1795728932243);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('button', '22860f29-0c36-41c4-88fa-d38ac2c6ab2d', '{"button":{"does":"confirm","run":{"id":"run_01a219ad-8628-73d5-86dc-416687ce8a99","subject":"slack:submission:V0ASKFORM1:1795727132.acb42cd6","hash":"445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa"},"user":"U0ADA0001"},"used":true}', 1795728932243);
INSERT INTO "kept" ("kind", "id", "value", "until") VALUES ('conversation', 'slack:submission:V0ASKFORM1:1795727132.acb42cd6', '{"user":"U0ADA0001","responseUrl":"http://127.0.0.1:33957/","until":1795728932180,"left":3}', 1795728932180);
INSERT INTO "table_versions" ("name", "version") VALUES ('outbox', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('slack', 1);
