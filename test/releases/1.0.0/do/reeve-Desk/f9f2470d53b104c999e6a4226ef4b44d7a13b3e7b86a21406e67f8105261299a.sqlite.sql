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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a21a28-e73c-769a-8650-7894c64eb3af');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a21a28-e887-7253-b759-4c98ebdbde26');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:92f86b54c29b70e1357e5ec98661b3b7f01a296a519a7f09fce111fd2fd30291', 'evt_01a21a28-e73c-769a-8650-7894c64eb3af');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:a1e3b613d92e12bd8ee0278085bfad868a90e602e8d848fb6339ca3a7a48870e', 'evt_01a21a28-e887-7253-b759-4c98ebdbde26');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795735215.386e5d03', 'evt_01a21a28-dfaa-75b1-9eb5-1fcfd7d03af4');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (12, 12, 8, '61cd7203b19bf5656f6365074b2ff2ad7d81a86bf3bd0d66d31c36e21c2068b4', 0, 0);
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
INSERT INTO "withdrawals" ("subject", "at", "kept_at", "withdrawal") VALUES ('jira:10428', 1795735216974, 1795735218314, '{"type":"ticket.transitioned","ticket":{"system":"jira","project":"IAM","status":{"from":"Approved","to":"Declined","id":"10042","fromId":"10041"}},"reasons":{"connector-owner-from-ticket":"IAM-43 is now “Declined”","entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","user-entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","tool-retirement-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-removal-from-ticket":"IAM-43 now has the form “Connector owner”","campaign-from-ticket":"IAM-43 now has the form “Connector owner”","tool-track-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-end-from-ticket":"IAM-43 now has the form “Connector owner”"}}');
