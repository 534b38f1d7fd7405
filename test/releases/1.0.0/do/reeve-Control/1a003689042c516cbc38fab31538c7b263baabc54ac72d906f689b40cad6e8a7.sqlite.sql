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
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21bd3-575c-7384-aee9-f13bbd02d622', '02b9326d526244ccc7c06c541f72eed2d39dc5ce3df3d7ac1f170cde32aad077', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'connector-owner-from-ticket', 'jira', 1795763165297, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21bd3-5b4f-71ad-af16-7d2d716371f8', '0c88ed4bac49ecf15aecb605288313ae0ff3a8635316d45e170bfad867183766', 'answerWebhook', '', '', 1, 'policy-step-by-ticket', 'conductorone', 1795763166105, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21bd3-5d05-73f7-bf6b-cf9f50ca3852', '445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'slack', 1795763166706, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21bd3-5e3a-75f3-bbb4-e12cd7a234c3', 'a6c13bd3350d74c69360f6225487b96c89e85946276194c4da1816db2103edaf', 'createCampaign', '', '', 1, 'leaver', 'workday', 1795763167372, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21bd3-5e3a-75f3-bbb4-e12cd7a234c3', 'a6c13bd3350d74c69360f6225487b96c89e85946276194c4da1816db2103edaf', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'leaver', 'workday', 1795763167372, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21bd3-5e3a-75f3-bbb4-e12cd7a234c3', 'a6c13bd3350d74c69360f6225487b96c89e85946276194c4da1816db2103edaf', 'deleteAppUserEntitlementOwner', 'app_github', '', 1, 'leaver', 'workday', 1795763167372, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21bd3-6a7d-7710-98be-2d869b254782', 'ee252a642846585b137cc5a856941bfc36d9467b82d87475a7b15461152818b2', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions', 1795763170371, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21bd3-6d16-748a-b090-2abe07bdcebf', 'e86660ea66f9bae821addbde034f0d998cdf89456cd1a6da8c12675d68cdb766', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'retired-tools-stay-retired', 'schedule', 1795763170637, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21bd3-6f14-716e-9c29-9d6465769d2b', '3cf0edf193a1907c0df3fea3c09aee3f956386193517369126b19570e158cc96', 'deleteSessionPolicy', '', '', 1, 'session-policies-end', 'schedule', 1795763171528, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a21bd3-72bb-727f-9531-429d96071b73', 'e6d26a76fb45e797ebcc204cc1a9a28e788a227042c7fd4e841dd43f861a26f1', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions-token', 1795763172085, 0);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('ada.marsh@example.com', 'joiner', 'workday:3aa5550b7fe348b98d7b5741afc65534', 'run_01a21bd3-5e36-76c5-99ea-55b83ca9ffe0', 'worker.terminated', 'a8f22ccca02213be6d551a1725e30a44d7d95d34d26b4963039d6bd590f61b0d', 1782856800000, NULL, NULL, 0, 0, 1795763166794);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('ada.marsh@example.com', 'leaver', 'workday:3aa5550b7fe348b98d7b5741afc65534', 'run_01a21bd3-5e3a-75f3-bbb4-e12cd7a234c3', 'worker.terminated', 'a8f22ccca02213be6d551a1725e30a44d7d95d34d26b4963039d6bd590f61b0d', 1782856800000, NULL, NULL, 0, 0, 1795763167351);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('hugo.pike@example.com', 'joiner', 'workday:demo-auckland', 'run_01a21bd3-64dc-7000-9660-b84c0326b163', 'worker.terminated', 'dbdf0d22d9d3927638588f936ef96723c460788a6ee6cdd73c449f5ccc7c98ef', 1795863600000, 'the end of 28 Nov 2026 in Pacific/Auckland (28 Nov 2026, 12:00 in Europe/Berlin)', 1795863600000, 0, 0, 1795763168490);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('hugo.pike@example.com', 'leaver', 'workday:demo-auckland', 'run_01a21bd3-6641-7213-ac2d-b2941244ef32', 'worker.returned', '799c55d702efedb7750db18b36386fc3a3f4be7dddcfb649adeb41a3ed0da228', 1795763168473, NULL, NULL, 0, 0, 1795763168975);
INSERT INTO "desks" ("n") VALUES (4);
INSERT INTO "refusals" ("source", "failed", "hour", "n", "last_at") VALUES ('jira', 'signature_mismatch', 498823, 1, 1795763165116);
INSERT INTO "switches" ("kind", "automation", "by", "reason", "since") VALUES ('pause', 'stale-tools', 'iris.vale@example.com', 'a release has to remember it', 1795763172678);
INSERT INTO "table_versions" ("name", "version") VALUES ('claims', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('batches', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('notes', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('control', 1);
