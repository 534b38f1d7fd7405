CREATE TABLE table_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
CREATE TABLE claims (
    automation TEXT NOT NULL,
    person TEXT NOT NULL,
    run_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    wait_what TEXT,
    wait_until INTEGER,
    signed INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (automation, person)
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
    told TEXT
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
    -- 1 for a plan that a share holds: it counts for that share, and for nothing else.
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
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2184d-7195-7145-bbbf-76363cd5ebc0', '02b9326d526244ccc7c06c541f72eed2d39dc5ce3df3d7ac1f170cde32aad077', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'connector-owner-from-ticket', 'jira', 1795704058368, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2184d-732f-75f0-810b-da14c1ee1583', '445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'slack', 1795704058835, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2184d-7417-736e-823d-b4526a38455c', '254d47cb59891d8d6535b512483f003a6f60c8bc596a10389dbf2a986a58246d', 'createCampaign', '', '', 1, 'leaver', 'workday', 1795704059278, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2184d-7417-736e-823d-b4526a38455c', '254d47cb59891d8d6535b512483f003a6f60c8bc596a10389dbf2a986a58246d', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'leaver', 'workday', 1795704059278, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2184d-7417-736e-823d-b4526a38455c', '254d47cb59891d8d6535b512483f003a6f60c8bc596a10389dbf2a986a58246d', 'deleteAppUserEntitlementOwner', 'app_github', '', 1, 'leaver', 'workday', 1795704059278, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2184d-7e8f-7425-9c53-f09404422621', 'ee252a642846585b137cc5a856941bfc36d9467b82d87475a7b15461152818b2', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions', 1795704061948, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2184d-80ed-71c4-a6db-421e0c3969ae', '0506c4a5abe347320e296faaa47578b392f2b22dc4fd40fe592812ee3a6d53b9', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'retired-tools-stay-retired', 'schedule', 1795704062235, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2184d-8245-74a1-a8ff-808e7f9f8fcd', '3cf0edf193a1907c0df3fea3c09aee3f956386193517369126b19570e158cc96', 'deleteSessionPolicy', '', '', 1, 'session-policies-end', 'schedule', 1795704062870, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2184d-8599-7398-bb2f-375c353aaab8', 'e6d26a76fb45e797ebcc204cc1a9a28e788a227042c7fd4e841dd43f861a26f1', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions-token', 1795704063399, 0);
INSERT INTO "claims" ("automation", "person", "run_id", "subject", "wait_what", "wait_until", "signed", "at") VALUES ('joiner', 'ada.marsh@example.com', 'run_01a2184d-7417-736e-823d-b2ab0e1a6381', 'workday:3aa5550b7fe348b98d7b5741afc65534', NULL, NULL, 0, 1795704058910);
INSERT INTO "claims" ("automation", "person", "run_id", "subject", "wait_what", "wait_until", "signed", "at") VALUES ('joiner', 'hugo.pike@example.com', 'run_01a2184d-799c-77a2-a516-905dc2dbe5a6', 'workday:demo-auckland', 'the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)', 1795777200000, 0, 1795704060324);
INSERT INTO "claims" ("automation", "person", "run_id", "subject", "wait_what", "wait_until", "signed", "at") VALUES ('leaver', 'ada.marsh@example.com', 'run_01a2184d-7417-736e-823d-b4526a38455c', 'workday:3aa5550b7fe348b98d7b5741afc65534', NULL, NULL, 0, 1795704059276);
INSERT INTO "claims" ("automation", "person", "run_id", "subject", "wait_what", "wait_until", "signed", "at") VALUES ('leaver', 'hugo.pike@example.com', 'run_01a2184d-7b33-7544-9065-8e28575cfbec', 'workday:demo-auckland', NULL, NULL, 0, 1795704060778);
INSERT INTO "desks" ("n") VALUES (4);
INSERT INTO "refusals" ("source", "failed", "hour", "n", "last_at") VALUES ('jira', 'signature_mismatch', 498806, 1, 1795704058316);
INSERT INTO "switches" ("kind", "automation", "by", "reason", "since") VALUES ('pause', 'stale-tools', 'iris.vale@example.com', 'a release has to remember it', 1795704063973);
INSERT INTO "table_versions" ("name", "version") VALUES ('claims', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('batches', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('notes', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('control', 1);
