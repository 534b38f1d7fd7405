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
CREATE TABLE details (
    run INTEGER NOT NULL,
    part TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (run, part)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE notes (n INTEGER PRIMARY KEY, left_behind TEXT NOT NULL) STRICT;
CREATE TABLE withdrawals (
    subject TEXT NOT NULL,
    at INTEGER NOT NULL,
    kept_at INTEGER NOT NULL,
    withdrawal TEXT NOT NULL,
    PRIMARY KEY (subject, at, withdrawal)
  ) STRICT, WITHOUT ROWID;
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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a21907-cd14-705b-8500-58cf79a9459a');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a21907-ce7d-7372-9d58-f077ed24f728');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:0998561866a69b7273545a8c16ec8dcd675e079d94ec2e9ef85c9c02bc6f8448', 'evt_01a21907-ce7d-7372-9d58-f077ed24f728');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:64e5f68f72eeefd46e7f031bd48856d0e8e5bc72fcacecdaf0804a10101203f5', 'evt_01a21907-cd14-705b-8500-58cf79a9459a');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795716268.11c65f6a', 'evt_01a21907-c42e-714a-b855-25e48464e374');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (12, 12, 8, '9bb35bceffbfacb246f53bdecf99416cdaf721e27d78015932a25fb08f7f2347', 0, 0);
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
INSERT INTO "withdrawals" ("subject", "at", "kept_at", "withdrawal") VALUES ('jira:10428', 1795716270369, 1795716271756, '{"type":"ticket.transitioned","ticket":{"system":"jira","project":"IAM","status":{"from":"Approved","to":"Declined","id":"10042","fromId":"10041"}},"reasons":{"connector-owner-from-ticket":"IAM-43 is now “Declined”","entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","user-entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","tool-retirement-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-removal-from-ticket":"IAM-43 now has the form “Connector owner”","campaign-from-ticket":"IAM-43 now has the form “Connector owner”","tool-track-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-end-from-ticket":"IAM-43 now has the form “Connector owner”"}}');
