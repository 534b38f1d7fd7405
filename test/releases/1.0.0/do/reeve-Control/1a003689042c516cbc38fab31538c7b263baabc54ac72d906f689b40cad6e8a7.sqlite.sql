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
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21c37-a3f7-76da-b5ee-8c81fdd3ac85', '02b9326d526244ccc7c06c541f72eed2d39dc5ce3df3d7ac1f170cde32aad077', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'connector-owner-from-ticket', 'jira', 1795769738311, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21c37-a558-745c-8b6c-202aaefc50f1', '9e02aa722cf83af8221b695f0d0eed50da75917f5ae670075fe4c4bfb729c378', 'answerWebhook', '', '', 1, 'policy-step-by-ticket', 'conductorone', 1795769738595, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21c37-a697-71dc-99ce-08ab09dc4a42', '445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'slack', 1795769738958, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21c37-a70c-76bf-bc5f-9bce2e9e651b', 'a6c13bd3350d74c69360f6225487b96c89e85946276194c4da1816db2103edaf', 'createCampaign', '', '', 1, 'leaver', 'workday', 1795769739389, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21c37-a70c-76bf-bc5f-9bce2e9e651b', 'a6c13bd3350d74c69360f6225487b96c89e85946276194c4da1816db2103edaf', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'leaver', 'workday', 1795769739389, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21c37-a70c-76bf-bc5f-9bce2e9e651b', 'a6c13bd3350d74c69360f6225487b96c89e85946276194c4da1816db2103edaf', 'deleteAppUserEntitlementOwner', 'app_github', '', 1, 'leaver', 'workday', 1795769739389, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21c37-aea9-73c9-aeea-d580cf31d7fe', 'ee252a642846585b137cc5a856941bfc36d9467b82d87475a7b15461152818b2', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions', 1795769741293, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21c37-b0e0-7097-9992-141cd70c9e89', 'e86660ea66f9bae821addbde034f0d998cdf89456cd1a6da8c12675d68cdb766', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'retired-tools-stay-retired', 'schedule', 1795769741561, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21c37-b20d-71a6-b38b-c2835b04e5f1', '3cf0edf193a1907c0df3fea3c09aee3f956386193517369126b19570e158cc96', 'deleteSessionPolicy', '', '', 1, 'session-policies-end', 'schedule', 1795769742152, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21c37-b55f-7518-b01c-f323274f86ee', 'e6d26a76fb45e797ebcc204cc1a9a28e788a227042c7fd4e841dd43f861a26f1', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions-token', 1795769742703, 0);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('ada.marsh@example.com', 'joiner', 'workday:3aa5550b7fe348b98d7b5741afc65534', 'run_01a21c37-a70c-76bf-bc5f-979fbd6b5ce7', 'worker.terminated', 'a8f22ccca02213be6d551a1725e30a44d7d95d34d26b4963039d6bd590f61b0d', 1782856800000, NULL, NULL, 0, 0, 1795769739030);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('ada.marsh@example.com', 'leaver', 'workday:3aa5550b7fe348b98d7b5741afc65534', 'run_01a21c37-a70c-76bf-bc5f-9bce2e9e651b', 'worker.terminated', 'a8f22ccca02213be6d551a1725e30a44d7d95d34d26b4963039d6bd590f61b0d', 1782856800000, NULL, NULL, 0, 0, 1795769739387);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('hugo.pike@example.com', 'joiner', 'workday:demo-auckland', 'run_01a21c37-aa6b-764d-a93c-bafa5b3c5cad', 'worker.terminated', 'dbdf0d22d9d3927638588f936ef96723c460788a6ee6cdd73c449f5ccc7c98ef', 1795863600000, 'the end of 28 Nov 2026 in Pacific/Auckland (28 Nov 2026, 12:00 in Europe/Berlin)', 1795863600000, 0, 0, 1795769739888);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('hugo.pike@example.com', 'leaver', 'workday:demo-auckland', 'run_01a21c37-ab8b-721d-900b-3eaf3de83929', 'worker.returned', '799c55d702efedb7750db18b36386fc3a3f4be7dddcfb649adeb41a3ed0da228', 1795769739879, NULL, NULL, 0, 0, 1795769740184);
INSERT INTO "desks" ("n") VALUES (4);
INSERT INTO "refusals" ("source", "failed", "hour", "n", "last_at") VALUES ('jira', 'signature_mismatch', 498824, 1, 1795769738270);
INSERT INTO "switches" ("kind", "automation", "by", "reason", "since") VALUES ('pause', 'stale-tools', 'iris.vale@example.com', 'a release has to remember it', 1795769743228);
INSERT INTO "table_versions" ("name", "version") VALUES ('claims', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('batches', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('notes', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('control', 1);
