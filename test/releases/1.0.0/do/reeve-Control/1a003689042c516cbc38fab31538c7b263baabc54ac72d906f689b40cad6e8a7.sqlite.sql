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
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2185e-05ae-724f-aa9b-86fb76ae8a69', '02b9326d526244ccc7c06c541f72eed2d39dc5ce3df3d7ac1f170cde32aad077', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'connector-owner-from-ticket', 'jira', 1795705144888, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2185e-0724-7489-afaa-b8ea5faa8579', '445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'slack', 1795705145396, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2185e-0884-7026-9b31-9c9e403a76bd', '254d47cb59891d8d6535b512483f003a6f60c8bc596a10389dbf2a986a58246d', 'createCampaign', '', '', 1, 'leaver', 'workday', 1795705146015, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2185e-0884-7026-9b31-9c9e403a76bd', '254d47cb59891d8d6535b512483f003a6f60c8bc596a10389dbf2a986a58246d', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'leaver', 'workday', 1795705146015, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2185e-0884-7026-9b31-9c9e403a76bd', '254d47cb59891d8d6535b512483f003a6f60c8bc596a10389dbf2a986a58246d', 'deleteAppUserEntitlementOwner', 'app_github', '', 1, 'leaver', 'workday', 1795705146015, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2185e-12df-711f-8c6f-6eb5b49c9a1c', 'ee252a642846585b137cc5a856941bfc36d9467b82d87475a7b15461152818b2', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions', 1795705148532, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2185e-1576-74b8-85dd-05352af78ac7', '0506c4a5abe347320e296faaa47578b392f2b22dc4fd40fe592812ee3a6d53b9', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'retired-tools-stay-retired', 'schedule', 1795705148845, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2185e-16ed-7222-9a05-7c71aa4085e2', '3cf0edf193a1907c0df3fea3c09aee3f956386193517369126b19570e158cc96', 'deleteSessionPolicy', '', '', 1, 'session-policies-end', 'schedule', 1795705149562, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a2185e-1a9e-7533-8aaf-5e59d131aeba', 'e6d26a76fb45e797ebcc204cc1a9a28e788a227042c7fd4e841dd43f861a26f1', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions-token', 1795705150143, 0);
INSERT INTO "claims" ("automation", "person", "run_id", "subject", "wait_what", "wait_until", "signed", "at") VALUES ('joiner', 'ada.marsh@example.com', 'run_01a2185e-0884-7026-9b31-9bb3e2ca70b6', 'workday:3aa5550b7fe348b98d7b5741afc65534', NULL, NULL, 0, 1795705145491);
INSERT INTO "claims" ("automation", "person", "run_id", "subject", "wait_what", "wait_until", "signed", "at") VALUES ('joiner', 'hugo.pike@example.com', 'run_01a2185e-0e4c-70e4-9c41-115d29f7f773', 'workday:demo-auckland', 'the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)', 1795777200000, 0, 1795705146968);
INSERT INTO "claims" ("automation", "person", "run_id", "subject", "wait_what", "wait_until", "signed", "at") VALUES ('leaver', 'ada.marsh@example.com', 'run_01a2185e-0884-7026-9b31-9c9e403a76bd', 'workday:3aa5550b7fe348b98d7b5741afc65534', NULL, NULL, 0, 1795705146009);
INSERT INTO "claims" ("automation", "person", "run_id", "subject", "wait_what", "wait_until", "signed", "at") VALUES ('leaver', 'hugo.pike@example.com', 'run_01a2185e-0f81-7753-8710-333d6a025833', 'workday:demo-auckland', NULL, NULL, 0, 1795705147278);
INSERT INTO "desks" ("n") VALUES (4);
INSERT INTO "refusals" ("source", "failed", "hour", "n", "last_at") VALUES ('jira', 'signature_mismatch', 498806, 1, 1795705144819);
INSERT INTO "switches" ("kind", "automation", "by", "reason", "since") VALUES ('pause', 'stale-tools', 'iris.vale@example.com', 'a release has to remember it', 1795705150708);
INSERT INTO "table_versions" ("name", "version") VALUES ('claims', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('batches', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('notes', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('control', 1);
