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
    step_output TEXT
  ) STRICT;
CREATE TABLE details (
    run INTEGER NOT NULL,
    part TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (run, part)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE notes (n INTEGER PRIMARY KEY, step_output TEXT NOT NULL) STRICT;
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
    delivered INTEGER NOT NULL,
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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a223e4-ba3a-71ac-aa1b-14a2228bbd1d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a223e4-bb45-77a5-9bec-e01302a4ddfa');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:874bf7556c28724d6745deca5a88f5cf3349a485b535a2f7c23448a0526f9fa6', 'evt_01a223e4-ba3a-71ac-aa1b-14a2228bbd1d');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:a813898539585ba88e0763c7523f8b99eb54cd989df02b1b8480ce30170ce295', 'evt_01a223e4-bb45-77a5-9bec-e01302a4ddfa');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:last-days:2026-11-28T20:42:03.457Z', 'evt_01a223e4-bf41-761d-8f23-d59afd696d47');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (15, 15, 8, 'bee37fd40fa461f41ccbac26dbf305c71082c7f3f6f72b7cb87d8793ad73e6e1', 0, 0);
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
INSERT INTO "withdrawals" ("subject", "at", "kept_at", "withdrawal") VALUES ('jira:10428', 1795898521162, 1795898522439, '{"type":"ticket.transitioned","ticket":{"system":"jira","project":"IAM","status":{"from":"Approved","to":"Declined","id":"Declined","fromId":"10041"},"requestType":"Connector owner"},"reasons":{"connector-owner-from-ticket":"IAM-43 is now “Declined”","entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","user-entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","tool-retirement-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-removal-from-ticket":"IAM-43 now has the form “Connector owner”","campaign-from-ticket":"IAM-43 now has the form “Connector owner”","tool-track-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-end-from-ticket":"IAM-43 now has the form “Connector owner”"}}');
