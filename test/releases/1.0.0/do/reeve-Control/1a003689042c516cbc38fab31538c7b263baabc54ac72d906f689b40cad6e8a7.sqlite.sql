CREATE TABLE table_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
CREATE TABLE claims (
    person TEXT NOT NULL,
    automation TEXT NOT NULL,
    subject TEXT NOT NULL,
    run_id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    facts TEXT NOT NULL,
    effect_at INTEGER NOT NULL,
    wait_what TEXT,
    wait_until INTEGER,
    signed INTEGER NOT NULL,
    confirmed INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, automation, subject)
  ) STRICT, WITHOUT ROWID;
CREATE INDEX claims_at ON claims (at);
CREATE TABLE batches (id TEXT PRIMARY KEY, at INTEGER NOT NULL, batch TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE groups (
    batch TEXT NOT NULL,
    n INTEGER NOT NULL,
    runs TEXT NOT NULL,
    decided TEXT,
    PRIMARY KEY (batch, n)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE refusals (
    source TEXT NOT NULL,
    failed TEXT NOT NULL,
    hour INTEGER NOT NULL,
    n INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (source, failed, hour)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE handshakes (
    source TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE form_key (key TEXT NOT NULL) STRICT;
CREATE TABLE desks (n INTEGER NOT NULL) STRICT;
CREATE TABLE credentials (
    client_id TEXT PRIMARY KEY,
    first_seen INTEGER NOT NULL,
    notice TEXT
  ) STRICT, WITHOUT ROWID;
CREATE TABLE marks (name TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE admitted (
    run_id TEXT NOT NULL,
    plan_hash TEXT NOT NULL,
    operation TEXT NOT NULL,
    app TEXT NOT NULL,
    connector TEXT NOT NULL,
    n INTEGER NOT NULL,
    automation TEXT NOT NULL,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- 1 for a plan that is held by a share: it counts only for that share.
    held INTEGER NOT NULL,
    PRIMARY KEY (run_id, plan_hash, operation, app, connector)
  ) STRICT, WITHOUT ROWID;
CREATE INDEX admitted_at ON admitted (at, operation, automation, source, app, connector, n, held);
CREATE TABLE sizes (name TEXT PRIMARY KEY, n INTEGER NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE switches (
    kind TEXT NOT NULL,
    automation TEXT NOT NULL,
    by TEXT NOT NULL,
    reason TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (kind, automation)
  ) STRICT, WITHOUT ROWID;
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a226a5-2975-7652-88b0-9fb46da11b04', '629ea43d50478939bcb1e2791624c0a8604a0d53215649bba253a8541b13cbf6', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'connector-owner-from-ticket', 'jira', 1795944689430, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a226a5-30ae-7192-8a53-7a78624ff92a', '1fba592ffed10206f50a9658cf0456e49839af0859d3c83b64888e556c38a5bb', 'answerWebhook', '', '', 1, 'policy-step-by-ticket', 'conductorone', 1795944689886, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a226a5-32c2-764d-aefa-066ddc195422', '7e2bc6dd3f429c2c5850507efd67738ba1de445352dd9b66b0ee70d0f84f23a2', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'slack', 1795944691154, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a226a5-37ae-74ab-9a89-0b32095ac20e', '6bd81eac57f99f9b724059bc71118d95b2f189c4d7f90505053fc9c03e13a775', 'createCampaign', '', '', 1, 'leaver', 'workday', 1795944692326, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a226a5-37ae-74ab-9a89-0b32095ac20e', '6bd81eac57f99f9b724059bc71118d95b2f189c4d7f90505053fc9c03e13a775', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'leaver', 'workday', 1795944692326, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a226a5-37ae-74ab-9a89-0b32095ac20e', '6bd81eac57f99f9b724059bc71118d95b2f189c4d7f90505053fc9c03e13a775', 'deleteAppUserEntitlementOwner', 'app_github', '', 1, 'leaver', 'workday', 1795944692326, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a226a5-4a47-76c6-af98-7e5dfe68d24c', 'b86da76776cf80f048b72684c873dd9a43816c0d485e37180e99c5881a087214', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions', 1795944697285, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a226a5-506c-770f-a636-aabc590264f9', '142959cf8bcf13c110374bb04ea26a2a2bb6283a599e19c5f7acfc43f615f109', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'retired-tools-stay-retired', 'schedule', 1795944698125, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a226a5-53d7-708f-bfa6-1c5582933288', 'a1988962333ccadb04a613536fa5470aa9bf284e289a364003b263774f608c59', 'deleteSessionPolicy', '', '', 1, 'last-days', 'schedule', 1795944699479, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a226a5-58f3-7745-b73c-33257fa651e5', '119bd7bea2a5459bb7861f263e78d562207db2d7289ced6c9f4ca9278be578d4', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions-token', 1795944700637, 0);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('ada.marsh@example.com', 'joiner', 'workday:3aa5550b7fe348b98d7b5741afc65534', 'run_01a226a5-37ae-74ab-9a89-07ff3c72b6b8', 'worker.terminated', 'a8f22ccca02213be6d551a1725e30a44d7d95d34d26b4963039d6bd590f61b0d', 1782856800000, NULL, NULL, 0, 0, 1795944691734);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('ada.marsh@example.com', 'leaver', 'workday:3aa5550b7fe348b98d7b5741afc65534', 'run_01a226a5-37ae-74ab-9a89-0b32095ac20e', 'worker.terminated', 'a8f22ccca02213be6d551a1725e30a44d7d95d34d26b4963039d6bd590f61b0d', 1782856800000, NULL, NULL, 0, 0, 1795944692322);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('hugo.pike@example.com', 'joiner', 'workday:demo-auckland', 'run_01a226a5-40fd-70dc-b0ef-1b7381cd7fda', 'worker.terminated', 'aa48f148f422c8661b54c97268ab45054f7c46a290758e473dff1c21fd3f202b', 1796036400000, 'the end of 30 Nov 2026 in Pacific/Auckland (30 Nov 2026, 12:00 in Europe/Berlin)', 1796036400000, 0, 0, 1795944694040);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('hugo.pike@example.com', 'leaver', 'workday:demo-auckland', 'run_01a226a5-42cf-71e8-b31a-fd00c3ffa280', 'worker.returned', '71eb3c926f3f03d496a004f8bdc66372feb5a81bc415c4fa470a4840f70c99d3', 1795944693993, NULL, NULL, 0, 0, 1795944694634);
INSERT INTO "desks" ("n") VALUES (4);
INSERT INTO "refusals" ("source", "failed", "hour", "n", "last_at") VALUES ('jira', 'signature_mismatch', 498873, 1, 1795944688348);
INSERT INTO "switches" ("kind", "automation", "by", "reason", "since") VALUES ('pause', 'stale-tools', 'iris.vale@example.com', 'a release has to remember it', 1795944701332);
INSERT INTO "table_versions" ("name", "version") VALUES ('claims', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('batches', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('notes', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('control', 1);
