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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('conductorone:id:4a9a4826f16a5aacf96e365aa08e2148bb7cae465efcb20b619e813a68758bb2', 'evt_01a219d5-c59b-7492-ac53-98ba1e053a1f');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('conductorone:sha256:403a437923e59cba0715224c420c69841bb68585bfba4684608c196d1a47f818', 'evt_01a219d5-c59b-7492-ac53-98ba1e053a1f');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a219d5-cc3f-75e6-ab48-224b33385574');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a219d5-cd4b-7299-bb8b-bce74f204dd8');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:01e5fec31c0bc1be27a9983bbc6fd0915b00e5d7c3a4a99c84f56ebea957c988', 'evt_01a219d5-cd4b-7299-bb8b-bce74f204dd8');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:7544eb9a432df9537cbfc8bee6e6c4536c390365166fc62bf25954f42127dcf6', 'evt_01a219d5-cc3f-75e6-ab48-224b33385574');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (9, 9, 5, 'da3b214d0766d4dd5019c1ae0d9c7ce20beda0785456b43cb1cce83a71068d52', 0, 0);
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
INSERT INTO "withdrawals" ("subject", "at", "kept_at", "withdrawal") VALUES ('jira:10428', 1795729770580, 1795729771853, '{"type":"ticket.transitioned","ticket":{"system":"jira","project":"IAM","status":{"from":"Approved","to":"Declined","id":"10042","fromId":"10041"}},"reasons":{"connector-owner-from-ticket":"IAM-43 is now “Declined”","entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","user-entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","tool-retirement-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-removal-from-ticket":"IAM-43 now has the form “Connector owner”","campaign-from-ticket":"IAM-43 now has the form “Connector owner”","tool-track-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-end-from-ticket":"IAM-43 now has the form “Connector owner”"}}');
