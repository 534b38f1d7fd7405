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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795769733123', 'evt_01a21c37-b55f-7518-b01c-ef05ed81023c');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-3', 'evt_01a21c37-ac8e-7269-b1ad-f3e2a3916870');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:id:demo-delivery-4', 'evt_01a21c37-adb3-7410-873e-72288f6f93c2');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:2387ccec3bdc16eae260f43e0d23b35fee1603d8e5040512d7e83d6435fe421a', 'evt_01a21c37-adb3-7410-873e-72288f6f93c2');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('jira:sha256:a3a2f514cd2f14839c9388fab1a8ad7634362f34e7fa2c8669f32eecc08c7d1e', 'evt_01a21c37-ac8e-7269-b1ad-f3e2a3916870');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795769738.72ffd8b2', 'evt_01a21c37-a697-71dc-99ce-046f6a10b375');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (16, 16, 11, '1ac99d54db7bf59fa91f2f0ef62d9e7a1962f4f8ebaf9589449be85061bf2d8a', 0, 0);
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
INSERT INTO "withdrawals" ("subject", "at", "kept_at", "withdrawal") VALUES ('jira:10428', 1795769739425, 1795769740725, '{"type":"ticket.transitioned","ticket":{"system":"jira","project":"IAM","status":{"from":"Approved","to":"Declined","id":"10042","fromId":"10041"}},"reasons":{"connector-owner-from-ticket":"IAM-43 is now “Declined”","entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","user-entitlement-owner-removal-from-ticket":"IAM-43 now has the form “Connector owner”","tool-retirement-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-removal-from-ticket":"IAM-43 now has the form “Connector owner”","campaign-from-ticket":"IAM-43 now has the form “Connector owner”","tool-track-from-ticket":"IAM-43 now has the form “Connector owner”","session-policy-end-from-ticket":"IAM-43 now has the form “Connector owner”"}}');
