CREATE TABLE table_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
CREATE TABLE deliveries_0 (key TEXT PRIMARY KEY, event_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE deliveries_1 (key TEXT PRIMARY KEY, event_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    row TEXT NOT NULL,
    event TEXT,
    payload TEXT NOT NULL
  ) STRICT;
CREATE TABLE runs (
    seq INTEGER PRIMARY KEY,
    entry TEXT NOT NULL,
    run TEXT NOT NULL,
    left_behind TEXT
  ) STRICT;
CREATE TABLE notes (n INTEGER PRIMARY KEY, left_behind TEXT NOT NULL) STRICT;
CREATE TABLE repeated (
    what TEXT NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (what, seen)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE marks (
    recorded INTEGER NOT NULL,
    told INTEGER NOT NULL,
    audit_seq INTEGER NOT NULL,
    audit_hash TEXT NOT NULL,
    generation INTEGER NOT NULL,
    generation_since INTEGER NOT NULL
  ) STRICT;
CREATE TABLE _cf_KV (
        key TEXT PRIMARY KEY,
        value BLOB
      ) WITHOUT ROWID;
CREATE TABLE _cf_METADATA (
        key INTEGER PRIMARY KEY,
        value BLOB
      );
INSERT INTO "_cf_KV" ("key", "value") VALUES ('desks', X'FF0F4908');
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, NULL);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:09810fb5-e067-4467-a280-628e6eeef89d', 'evt_01a21831-c090-700c-89ce-46ba67687edf');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a21831-be0e-741d-8234-123eb581ac4d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a21831-bf4f-7149-9d8b-0aa3b40bfa08');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:aaeb677a3d795e9f2b142d17b808ad053466f6e0b3ecf8b10077dfcf9b0b5cae', 'evt_01a21831-be0e-741d-8234-123eb581ac4d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:c3c8184ad3d140ae48ff25f5887da2a87d4e69162ecdccfecc6fcda7e2e50527', 'evt_01a21831-bf4f-7149-9d8b-0aa3b40bfa08');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795702240.cd9bc33a', 'evt_01a21831-b3c0-7475-aaab-072a9e259e16');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (18, 18, 13, '1951a77ea8a262e55fec65ebad54312ef87f395ae93f27fd47c9b77d0af17ab6', 0, 0);
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
