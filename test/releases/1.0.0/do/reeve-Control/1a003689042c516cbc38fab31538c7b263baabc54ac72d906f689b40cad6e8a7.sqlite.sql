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
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a20e5d-77a4-7407-bce0-2b625cd6e949', '02b9326d526244ccc7c06c541f72eed2d39dc5ce3df3d7ac1f170cde32aad077', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'connector-owner-from-ticket', 'jira', 1795537336305, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a20e5d-7907-7188-8873-b6642ba9156b', '445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'slack', 1795537336645, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a20e5d-7982-727b-bcc4-c44ba5a36217', '9810b1a94b9edff57cf9b0e1a21858108e39b59641afc6c6d64437e1c6375726', 'createCampaign', '', '', 1, 'leaver', 'workday', 1795537336939, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a20e5d-7982-727b-bcc4-c44ba5a36217', '9810b1a94b9edff57cf9b0e1a21858108e39b59641afc6c6d64437e1c6375726', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'leaver', 'workday', 1795537336939, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a20e5d-7982-727b-bcc4-c44ba5a36217', '9810b1a94b9edff57cf9b0e1a21858108e39b59641afc6c6d64437e1c6375726', 'deleteAppUserEntitlementOwner', 'app_github', '', 1, 'leaver', 'workday', 1795537336939, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a20e5d-8171-72a7-9f5f-76032ff5639e', 'ee252a642846585b137cc5a856941bfc36d9467b82d87475a7b15461152818b2', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions', 1795537339038, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a20e5d-837a-7731-b6ac-8719e1a969cd', '0506c4a5abe347320e296faaa47578b392f2b22dc4fd40fe592812ee3a6d53b9', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'retired-tools-stay-retired', 'schedule', 1795537339287, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a20e5d-849c-71c0-b557-3e9116a6466c', '3cf0edf193a1907c0df3fea3c09aee3f956386193517369126b19570e158cc96', 'deleteSessionPolicy', '', '', 1, 'session-policies-end', 'schedule', 1795537339853, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a20e5d-87b0-7203-816c-3325d9b4c4b3', 'e6d26a76fb45e797ebcc204cc1a9a28e788a227042c7fd4e841dd43f861a26f1', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions-token', 1795537340355, 0);
INSERT INTO "claims" ("automation", "person", "run_id", "subject", "wait_what", "wait_until", "signed", "at") VALUES ('joiner', 'ada.marsh@example.com', 'run_01a20e5d-7982-727b-bcc4-c3b284438f45', 'workday:3aa5550b7fe348b98d7b5741afc65534', NULL, NULL, 0, 1795537336712);
INSERT INTO "claims" ("automation", "person", "run_id", "subject", "wait_what", "wait_until", "signed", "at") VALUES ('joiner', 'hugo.pike@example.com', 'run_01a20e5d-7d5f-75c6-b5b0-7ff82995f585', 'workday:demo-auckland', 'the end of 25 Nov 2026 in Pacific/Auckland (25 Nov 2026, 12:00 in Europe/Berlin)', 1795604400000, 0, 1795537337699);
INSERT INTO "claims" ("automation", "person", "run_id", "subject", "wait_what", "wait_until", "signed", "at") VALUES ('leaver', 'ada.marsh@example.com', 'run_01a20e5d-7982-727b-bcc4-c44ba5a36217', 'workday:3aa5550b7fe348b98d7b5741afc65534', NULL, NULL, 0, 1795537336938);
INSERT INTO "claims" ("automation", "person", "run_id", "subject", "wait_what", "wait_until", "signed", "at") VALUES ('leaver', 'hugo.pike@example.com', 'run_01a20e5d-7e73-77ee-a198-f005ce1b6137', 'workday:demo-auckland', NULL, NULL, 0, 1795537337977);
INSERT INTO "desks" ("n") VALUES (1);
INSERT INTO "refusals" ("source", "failed", "hour", "n", "last_at") VALUES ('jira', 'signature_mismatch', 498760, 1, 1795537336265);
INSERT INTO "switches" ("kind", "automation", "by", "reason", "since") VALUES ('pause', 'stale-tools', 'iris.vale@example.com', 'a release has to remember it', 1795537340866);
INSERT INTO "table_versions" ("name", "version") VALUES ('claims', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('batches', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('notes', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('control', 1);
