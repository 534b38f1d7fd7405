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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795763156123', 'evt_01a21bd3-72ba-7723-a82a-72fa55e8f473');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:ce004cd7-2477-43df-80e6-1fa0ad67d4f1', 'evt_01a21bd3-6a7d-7710-98be-29ca9297bb03');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:retired-tools-stay-retired:2026-11-27T07:06:10.581Z', 'evt_01a21bd3-6d15-7019-8f69-92e2eff0aae9');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (7, '{"source":"schedule","authentication":"clock","type":"schedule.due","subject":"schedule:retired-tools-stay-retired","detail":null,"id":"evt_01a21bd3-6d15-7019-8f69-92e2eff0aae9","declined":[],"state":"taken","receivedAt":1795763170581}', '{"type":"schedule.due","subject":"schedule:retired-tools-stay-retired","occurredAt":"2026-11-27T07:06:10.581Z","actor":{"email":"gita.lund@example.com"},"schedule":{"automation":"retired-tools-stay-retired","dueAt":"2026-11-27T07:06:10.581Z","missed":0}}', '{"type":"schedule.due","subject":"schedule:retired-tools-stay-retired","occurredAt":"2026-11-27T07:06:10.581Z","actor":{"email":"gita.lund@example.com"},"schedule":{"automation":"retired-tools-stay-retired","dueAt":"2026-11-27T07:06:10.581Z","missed":0}}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (16, 16, 12, 'd0d5fb8297f17ad1d67038ec86dde3866df57581a207cb40ad7d10947fa808ef', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (8, '{"seq":8,"id":"run_01a21bd3-6d16-748a-b090-2abe07bdcebf","event":{"seq":7,"id":"evt_01a21bd3-6d15-7019-8f69-92e2eff0aae9","type":"schedule.due","runs":1},"automation":"retired-tools-stay-retired","subject":"schedule:retired-tools-stay-retired","state":"awaiting_follow_up","turn":0,"dueAt":1796022370787,"over":false,"sending":false,"paused":false,"failing":null,"written":12,"delivered":0}', '{"id":"run_01a21bd3-6d16-748a-b090-2abe07bdcebf","eventId":"evt_01a21bd3-6d15-7019-8f69-92e2eff0aae9","automation":"retired-tools-stay-retired","subject":"schedule:retired-tools-stay-retired","mode":"live","replay":null,"state":"awaiting_follow_up","version":6,"plan":{"hash":"e86660ea66f9bae821addbde034f0d998cdf89456cd1a6da8c12675d68cdb766","actions":[{"action":"tool.retire","input":{"app":{"id":"app_github","name":"GitHub"},"connector":{"id":"con_github_mcp","name":"GitHub MCP"},"tool":{"id":"tool_github_delete_branch","name":"Delete branch","standing":"pending review, classified as destructive, available"},"traits":{"classification":"destructive","visibility":"available","clientTypes":["personal","shared","service","ephemeral"]},"timesBack":1},"summary":"Retire the MCP tool Delete branch (pending review, classified as destructive, available) of the connector GitHub MCP (app GitHub), and with it its places in toolsets.","unverified":[{"id":"con_github_mcp","name":"GitHub MCP"},{"id":"app_github","name":"GitHub"}],"target":"tool app_github/con_github_mcp/tool_github_delete_branch","effects":[{"operation":"deleteMcpTool","input":{"path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"},"body":{}}}],"followUp":{"assignees":[],"task":"Find out why syncs of the connector GitHub MCP bring back the MCP tool Delete branch (pending review, classified as destructive, available), which came back once, and stop it.","done":"It won''t come back","isRead":true},"beneficiaries":[],"leaves":[{"kind":"retired_tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":{"app":{"id":"app_github","name":"GitHub"},"connector":{"id":"con_github_mcp","name":"GitHub MCP"},"tool":{"id":"tool_github_delete_branch","name":"Delete branch","standing":"pending review, classified as destructive, available"}}},{"kind":"tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":null}],"toolTraits":{"classification":"destructive","visibility":"available","clientTypes":["personal","shared","service","ephemeral"]}}],"followUps":{"dueDays":7,"remindDays":3}},"checkedAt":1795763170636,"journal":[{"operation":"deleteMcpTool","state":"applied","attempts":1,"settledAt":1795763170784,"answer":{},"shows":{"is":"seen","at":1795763170787}}],"notice":{"title":"Retired tools","summary":"1 tool of 1 came back after a connector sync.","lines":[{"times":1,"name":"Delete branch of GitHub MCP","detail":"came back 1 time"}]},"reads":{"made":[{"operation":"getMcpTool","input":{"path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"}}}]},"ignored":null,"approvalReasons":[],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796367970787,"createdAt":1795763170581,"updatedAt":1795763170787,"progress":{"state":{"after":"app_github/con_github_mcp/tool_github_delete_branch","done":1,"of":1,"found":["app_github/con_github_mcp/tool_github_delete_branch"],"more":0,"over":true},"done":1,"of":1,"what":"retired tools"},"facts":{"code":"319cf0e6-e10b-4057-907d-7656f06e9831","hash":"d3bd1db4e5651215f6fb146aa01909a2154baa36fc997db44e9106eddffc10cb"},"remindAt":[1796022370787],"followUps":[{"step":0,"dueAt":1796367970787}]}', '[{"n":11,"audit":[{"at":1795763170636,"type":"plan.made","runId":"run_01a21bd3-6d16-748a-b090-2abe07bdcebf","eventId":"evt_01a21bd3-6d15-7019-8f69-92e2eff0aae9","actor":"reeve","detail":{"automation":"retired-tools-stay-retired","hash":"e86660ea66f9bae821addbde034f0d998cdf89456cd1a6da8c12675d68cdb766","actions":[{"summary":"Retire the MCP tool Delete branch (pending review, classified as destructive, available) of the connector GitHub MCP (app GitHub), and with it its places in toolsets.","target":"tool app_github/con_github_mcp/tool_github_delete_branch"}],"facts":"d3bd1db4e5651215f6fb146aa01909a2154baa36fc997db44e9106eddffc10cb","state":"acting"}},{"at":1795763170639,"type":"effect.sending","runId":"run_01a21bd3-6d16-748a-b090-2abe07bdcebf","eventId":"evt_01a21bd3-6d15-7019-8f69-92e2eff0aae9","actor":"reeve","detail":{"automation":"retired-tools-stay-retired","effect":0,"operation":"deleteMcpTool","path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"},"state":"acting"}}]},{"n":12,"audit":[{"at":1795763170784,"type":"effect.applied","runId":"run_01a21bd3-6d16-748a-b090-2abe07bdcebf","eventId":"evt_01a21bd3-6d15-7019-8f69-92e2eff0aae9","actor":"reeve","detail":{"automation":"retired-tools-stay-retired","effect":0,"operation":"deleteMcpTool","path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"},"state":"acting"}}],"inventory":[{"by":{"run":"run_01a21bd3-6d16-748a-b090-2abe07bdcebf"},"kind":"retired_tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":{"app":{"id":"app_github","name":"GitHub"},"connector":{"id":"con_github_mcp","name":"GitHub MCP"},"tool":{"id":"tool_github_delete_branch","name":"Delete branch","standing":"pending review, classified as destructive, available"}},"run":"run_01a21bd3-6d16-748a-b090-2abe07bdcebf","at":1795763170784},{"by":{"run":"run_01a21bd3-6d16-748a-b090-2abe07bdcebf"},"kind":"tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":null,"run":"run_01a21bd3-6d16-748a-b090-2abe07bdcebf","at":1795763170784}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
