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
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a219d5-c43c-76b3-9c95-bc99fd9b3d03', '02b9326d526244ccc7c06c541f72eed2d39dc5ce3df3d7ac1f170cde32aad077', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'connector-owner-from-ticket', 'jira', 1795729769601, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a219d5-c59b-7492-ac53-9fe4c22fe868', '4875618d26a1ed89782f81ecf848bdbfd5c72f54f759c6a41af8ab501362e307', 'answerWebhook', '', '', 1, 'policy-step-by-ticket', 'conductorone', 1795729769896, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a219d5-c6b9-7598-8bcf-bce588890d7a', '445a6a27afb62f5603a42349da68e480f02e8dee81ebb5f2a07f934207e830fa', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'slack', 1795729770217, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a219d5-c728-721e-87cf-4428e51cb760', '86078471a75fb60f5d9fc3938b2351e35cc75a5d1f9a97766f8e5cd6cf348a59', 'createCampaign', '', '', 1, 'leaver', 'workday', 1795729770606, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a219d5-c728-721e-87cf-4428e51cb760', '86078471a75fb60f5d9fc3938b2351e35cc75a5d1f9a97766f8e5cd6cf348a59', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'leaver', 'workday', 1795729770606, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a219d5-c728-721e-87cf-4428e51cb760', '86078471a75fb60f5d9fc3938b2351e35cc75a5d1f9a97766f8e5cd6cf348a59', 'deleteAppUserEntitlementOwner', 'app_github', '', 1, 'leaver', 'workday', 1795729770606, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a219d5-ce31-75ce-a5ba-925c98f9ef34', 'ee252a642846585b137cc5a856941bfc36d9467b82d87475a7b15461152818b2', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions', 1795729772369, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a219d5-d035-72d0-adc2-dd2f8586afc4', 'e86660ea66f9bae821addbde034f0d998cdf89456cd1a6da8c12675d68cdb766', 'deleteMcpTool', 'app_github', 'con_github_mcp', 1, 'retired-tools-stay-retired', 'schedule', 1795729772612, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a219d5-d14b-763f-8924-3958fa8d0c50', '3cf0edf193a1907c0df3fea3c09aee3f956386193517369126b19570e158cc96', 'deleteSessionPolicy', '', '', 1, 'session-policies-end', 'schedule', 1795729773163, 0);
INSERT INTO "admitted" ("run_id", "plan_hash", "operation", "app", "connector", "n", "automation", "source", "at", "held") VALUES ('run_01a219d5-d457-7515-958c-918d90eaedcf', 'e6d26a76fb45e797ebcc204cc1a9a28e788a227042c7fd4e841dd43f861a26f1', 'createConnectorOwner', 'app_github', 'con_github_mcp', 1, 'requested-action', 'actions-token', 1795729773663, 0);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('ada.marsh@example.com', 'joiner', 'workday:3aa5550b7fe348b98d7b5741afc65534', 'run_01a219d5-c728-721e-87cf-42a460c756f3', 'worker.terminated', 'a8f22ccca02213be6d551a1725e30a44d7d95d34d26b4963039d6bd590f61b0d', 1782856800000, NULL, NULL, 0, 0, 1795729770287);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('ada.marsh@example.com', 'leaver', 'workday:3aa5550b7fe348b98d7b5741afc65534', 'run_01a219d5-c728-721e-87cf-4428e51cb760', 'worker.terminated', 'a8f22ccca02213be6d551a1725e30a44d7d95d34d26b4963039d6bd590f61b0d', 1782856800000, NULL, NULL, 0, 0, 1795729770605);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('hugo.pike@example.com', 'joiner', 'workday:demo-auckland', 'run_01a219d5-ca48-700d-a88e-9e20d57f0ef3', 'worker.terminated', '0208e98379cc8ad720a565f27e471909942f6b3b497996977c5883350f4234d1', 1795777200000, 'the end of 27 Nov 2026 in Pacific/Auckland (27 Nov 2026, 12:00 in Europe/Berlin)', 1795777200000, 0, 0, 1795729771085);
INSERT INTO "claims" ("person", "automation", "subject", "run_id", "event_type", "facts", "effect_at", "wait_what", "wait_until", "signed", "confirmed", "at") VALUES ('hugo.pike@example.com', 'leaver', 'workday:demo-auckland', 'run_01a219d5-cb55-75fc-a4c2-24c1bd479026', 'worker.returned', '799c55d702efedb7750db18b36386fc3a3f4be7dddcfb649adeb41a3ed0da228', 1795729771078, NULL, NULL, 0, 0, 1795729771358);
INSERT INTO "desks" ("n") VALUES (4);
INSERT INTO "refusals" ("source", "failed", "hour", "n", "last_at") VALUES ('jira', 'signature_mismatch', 498813, 1, 1795729769569);
INSERT INTO "switches" ("kind", "automation", "by", "reason", "since") VALUES ('pause', 'stale-tools', 'iris.vale@example.com', 'a release has to remember it', 1795729774172);
INSERT INTO "table_versions" ("name", "version") VALUES ('claims', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('batches', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('notes', 1);
INSERT INTO "table_versions" ("name", "version") VALUES ('control', 1);
