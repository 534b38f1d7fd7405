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
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a223e4-b21a-7360-94f6-16be53fb3ded', '629ea43d50478939bcb1e2791624c0a8604a0d53215649bba253a8541b13cbf6', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'connector-owner-from-ticket', 'jira', 1795898520160, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a223e4-b37c-74e3-8b5d-0ac54ddd6547', 'a7acdef20ccc47f9433c5a95b23d2c6154332b13350b76fe4782888f4463594a', 'answerWebhook', '', '', 1, 'policy-step-by-ticket', 'conductorone', 1795898520459, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a223e4-b49e-701c-b70b-cdf316be8bb7', '7e2bc6dd3f429c2c5850507efd67738ba1de445352dd9b66b0ee70d0f84f23a2', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'slack', 1795898520780, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a223e4-b508-7285-beb0-7ec636734e9e', '012e69cf9107db38590a6aca889848cb638751c92f705a4f03e18ad6d6b0ad59', 'createCampaign', '', '', 1, 'leaver', 'workday', 1795898521169, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a223e4-b508-7285-beb0-7ec636734e9e', '012e69cf9107db38590a6aca889848cb638751c92f705a4f03e18ad6d6b0ad59', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'leaver', 'workday', 1795898521169, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a223e4-b508-7285-beb0-7ec636734e9e', '012e69cf9107db38590a6aca889848cb638751c92f705a4f03e18ad6d6b0ad59', 'deleteAppUserEntitlementOwner', 'app_github', '', 1, 'leaver', 'workday', 1795898521169, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a223e4-bc2f-72ea-964a-b06461be9157', 'b86da76776cf80f048b72684c873dd9a43816c0d485e37180e99c5881a087214', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions', 1795898522954, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a223e4-be2d-72a7-86a6-fd0b3855c010', '142959cf8bcf13c110374bb04ea26a2a2bb6283a599e19c5f7acfc43f615f109', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'retired-tools-stay-retired', 'schedule', 1795898523195, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a223e4-bf41-761d-8f23-d95ace9bf0c1', 'a1988962333ccadb04a613536fa5470aa9bf284e289a364003b263774f608c59', 'deleteSessionPolicy', '', '', 1, 'last-days', 'schedule', 1795898523752, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a223e4-c256-7364-8ecb-c5ed50b361b4', '119bd7bea2a5459bb7861f263e78d562207db2d7289ced6c9f4ca9278be578d4', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions-token', 1795898524255, 0);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('ada.marsh@example.com', 'joiner', 'workday:3aa5550b7fe348b98d7b5741afc65534', 'run_01a223e4-b508-7285-beb0-783a51108f1d', 'worker.terminated', 'a8f22ccca02213be6d551a1725e30a44d7d95d34d26b4963039d6bd590f61b0d', 1782856800000, NULL, NULL, 0, 0, 1795898520847);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('ada.marsh@example.com', 'leaver', 'workday:3aa5550b7fe348b98d7b5741afc65534', 'run_01a223e4-b508-7285-beb0-7ec636734e9e', 'worker.terminated', 'a8f22ccca02213be6d551a1725e30a44d7d95d34d26b4963039d6bd590f61b0d', 1782856800000, NULL, NULL, 0, 0, 1795898521168);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('hugo.pike@example.com', 'joiner', 'workday:demo-auckland', 'run_01a223e4-b844-7689-96dd-2f0a5add0340', 'worker.terminated', '55b96c38029b1cabcd751c9b0f67087705ae5d60ea8a42b6310e87b3e72c1db1', 1795950000000, 'the end of 29 Nov 2026 in Pacific/Auckland (29 Nov 2026, 12:00 in Europe/Berlin)', 1795950000000, 0, 0, 1795898521672);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('hugo.pike@example.com', 'leaver', 'workday:demo-auckland', 'run_01a223e4-b94e-72f3-810b-62466c0b40f1', 'worker.returned', '799c55d702efedb7750db18b36386fc3a3f4be7dddcfb649adeb41a3ed0da228', 1795898521664, NULL, NULL, 0, 0, 1795898521941);
INSERT INTO "desks" ("n") VALUES (4);
INSERT INTO "refusals" ("source", "failed", "hour", "n", "last_at") VALUES ('jira', 'signature_mismatch', 498860, 1, 1795898520122);
INSERT INTO "switches" ("kind", "automation", "by", "reason", "since") VALUES ('pause', 'stale-tools', 'iris.vale@example.com', 'a release has to remember it', 1795898524760);
INSERT INTO "table_versions" ("name", "version") VALUES ('claims', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('batches', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('notes', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('control', 1);
