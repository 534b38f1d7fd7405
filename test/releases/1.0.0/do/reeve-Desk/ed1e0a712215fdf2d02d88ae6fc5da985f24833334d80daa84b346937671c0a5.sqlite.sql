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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:retired-tools-stay-retired:2026-11-26T14:59:08.765Z', 'evt_01a2185e-1576-74b8-85dd-02c3ce4e1a9d');
INSERT INTO "details" ("run", "part", "data") VALUES (2, 'facts', '{"receivedAt":1795705148790,"now":1795705148827,"since":1795705148790,"code":"0b71cbf5-c503-4899-b7a6-27bf0cc60d40","asked":[["[\"event\"]",0],["[\"progress\"]",1],["[\"history\",\"entry\",\"retired_tool\",\"app_github/con_github_mcp/tool_github_delete_branch\"]",2],["[\"call\",\"getMcpTool\",{\"path\":{\"app_id\":\"app_github\",\"connector_id\":\"con_github_mcp\",\"id\":\"tool_github_delete_branch\"}}]",3]],"answers":[{"is":null},{"is":{"after":"app_github/con_github_mcp/tool_github_delete_branch","done":1,"of":1,"found":["app_github/con_github_mcp/tool_github_delete_branch"],"more":0,"over":true}},{"is":{"kind":"retired_tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":{"app":{"id":"app_github","name":"GitHub"},"connector":{"id":"con_github_mcp","name":"GitHub MCP"},"tool":{"id":"tool_github_delete_branch","name":"Delete branch","standing":"approved, classified as destructive, available"}},"runs":{"run_01a2185e-12df-711f-8c6f-6eb5b49c9a1c":1795705148548},"changedAt":1795705148548,"changedBy":{"run":"run_01a2185e-12df-711f-8c6f-6eb5b49c9a1c"}}},{"is":{"tool":{"id":"tool_github_delete_branch","appId":"app_github","connectorId":"con_github_mcp","appEntitlementId":"ent_github_tool_delete_branch","toolName":"delete_branch","defaultDisplayName":"Delete branch","displayName":"Delete branch","description":"Deletes a branch of a repository.","inputSchemaJson":"{\"type\":\"object\",\"properties\":{\"repository\":{\"type\":\"string\"},\"branch\":{\"type\":\"string\"}},\"required\":[\"repository\"]}","discoveryHash":"06192919a717dbaf267731205e544d5d780b491b23580dbc050166d0b2fdbd28","allowedClientTypes":[],"createdAt":"2025-08-05T00:00:00.000Z","updatedAt":"2026-11-26T14:59:08.754Z","state":"MCP_TOOL_STATE_PENDING_REVIEW","classification":"TOOL_CLASSIFICATION_DESTRUCTIVE","defaultClassification":"TOOL_CLASSIFICATION_DESTRUCTIVE","visibility":"TOOL_VISIBILITY_AVAILABLE","defaultVisibility":"TOOL_VISIBILITY_AVAILABLE"}}}],"rest":null,"hash":"aeff519f2f7755b5eb08572c418234cef498633d5cfbe126eaf2511f9a43de61"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (6, 6, 4, 'af93220eadbd15b98c6117fe0f59599e44c8ea98b1e13377b87fc19feaf03ec8', 0, 0);
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
