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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:4700ca00-31f5-4106-bef2-cfd1c6128324', 'evt_01a21911-7506-7658-a6c9-814de5ebb5a6');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:retired-tools-stay-retired:2026-11-26T18:15:04.942Z', 'evt_01a21911-77f0-7193-a896-bee0c8288ec1');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795716901.4974b14a', 'evt_01a21911-6a34-744d-9b01-fa7074611b17');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (14, '{"source":"schedule","authentication":"clock","type":"schedule.due","subject":"schedule:retired-tools-stay-retired","detail":null,"id":"evt_01a21911-77f0-7193-a896-bee0c8288ec1","passed":[],"state":"taken","receivedAt":1795716904945}', '{"type":"schedule.due","subject":"schedule:retired-tools-stay-retired","occurredAt":"2026-11-26T18:15:04.942Z","actor":{"email":"gita.lund@example.com"},"schedule":{"automation":"retired-tools-stay-retired","dueAt":"2026-11-26T18:15:04.942Z","missed":0}}', '{"type":"schedule.due","subject":"schedule:retired-tools-stay-retired","occurredAt":"2026-11-26T18:15:04.942Z","actor":{"email":"gita.lund@example.com"},"schedule":{"automation":"retired-tools-stay-retired","dueAt":"2026-11-26T18:15:04.942Z","missed":0}}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (19, 19, 15, '93722c5a43b7c59c1ed92341a7d03721ee195cbe3a8ccd9f5e5da4cafde5c260', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (15, '{"seq":15,"id":"run_01a21911-77f2-76dc-9eba-1491c3fe42d0","event":{"seq":14,"id":"evt_01a21911-77f0-7193-a896-bee0c8288ec1","type":"schedule.due","runs":1},"automation":"retired-tools-stay-retired","subject":"schedule:retired-tools-stay-retired","state":"awaiting_follow_up","turn":0,"dueAt":1795976104991,"over":false,"sending":false,"paused":false,"failing":null,"written":19,"told":0}', '{"id":"run_01a21911-77f2-76dc-9eba-1491c3fe42d0","eventId":"evt_01a21911-77f0-7193-a896-bee0c8288ec1","automation":"retired-tools-stay-retired","subject":"schedule:retired-tools-stay-retired","mode":"live","replay":null,"state":"awaiting_follow_up","version":6,"plan":{"hash":"e86660ea66f9bae821addbde034f0d998cdf89456cd1a6da8c12675d68cdb766","actions":[{"action":"tool.retire","input":{"app":{"id":"app_github","name":"GitHub"},"connector":{"id":"con_github_mcp","name":"GitHub MCP"},"tool":{"id":"tool_github_delete_branch","name":"Delete branch","standing":"pending review, classified as destructive, available"},"traits":{"classification":"destructive","visibility":"available","clientTypes":["personal","shared","service","ephemeral"]},"timesBack":1},"summary":"Retire the MCP tool Delete branch (pending review, classified as destructive, available) of the connector GitHub MCP (app GitHub), and with it its places in toolsets.","unverified":[{"id":"con_github_mcp","name":"GitHub MCP"},{"id":"app_github","name":"GitHub"}],"target":"tool app_github/con_github_mcp/tool_github_delete_branch","effects":[{"operation":"deleteMcpTool","input":{"path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"},"body":{}}}],"followUp":{"askedOf":[],"asks":"Find out why syncs of the connector GitHub MCP bring back the MCP tool Delete branch (pending review, classified as destructive, available), which came back once, and stop it.","done":"It won''t come back","isRead":true},"beneficiaries":[],"leaves":[{"kind":"retired_tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":{"app":{"id":"app_github","name":"GitHub"},"connector":{"id":"con_github_mcp","name":"GitHub MCP"},"tool":{"id":"tool_github_delete_branch","name":"Delete branch","standing":"pending review, classified as destructive, available"}}},{"kind":"tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":null}],"toolTraits":{"classification":"destructive","visibility":"available","clientTypes":["personal","shared","service","ephemeral"]}}],"followUps":{"dueDays":7,"remindDays":3}},"lookedAt":1795716904980,"journal":[{"operation":"deleteMcpTool","state":"applied","attempts":1,"settledAt":1795716904988,"answer":{},"shows":{"is":"seen","at":1795716904991}}],"progress":{"state":{"after":"app_github/con_github_mcp/tool_github_delete_branch","done":1,"of":1,"found":["app_github/con_github_mcp/tool_github_delete_branch"],"more":0,"over":true},"done":1,"of":1,"what":"retired tools"},"notice":{"title":"Retired tools","summary":"1 tool of 1 came back after a connector sync.","lines":[{"times":1,"name":"Delete branch of GitHub MCP","detail":"came back 1 time"}]},"reads":{"made":[{"operation":"getMcpTool","input":{"path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"}}}],"more":0},"ignored":null,"asks":[],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796321704991,"createdAt":1795716904945,"updatedAt":1795716904991,"facts":{"code":"20c160e4-c092-4122-bda0-7c60f48ed4fc","hash":"a231228d9c511ed4f375ece5267323e9a55fb04bdc3d6b227a04f6a8bbed0d84"},"remindAt":[1795976104991],"followUps":[{"step":0,"dueAt":1796321704991}]}', '[{"n":18,"audit":[{"at":1795716904980,"type":"plan.made","runId":"run_01a21911-77f2-76dc-9eba-1491c3fe42d0","eventId":"evt_01a21911-77f0-7193-a896-bee0c8288ec1","actor":"reeve","detail":{"automation":"retired-tools-stay-retired","hash":"e86660ea66f9bae821addbde034f0d998cdf89456cd1a6da8c12675d68cdb766","actions":[{"summary":"Retire the MCP tool Delete branch (pending review, classified as destructive, available) of the connector GitHub MCP (app GitHub), and with it its places in toolsets.","target":"tool app_github/con_github_mcp/tool_github_delete_branch"}],"facts":"a231228d9c511ed4f375ece5267323e9a55fb04bdc3d6b227a04f6a8bbed0d84","state":"acting"}},{"at":1795716904983,"type":"effect.sending","runId":"run_01a21911-77f2-76dc-9eba-1491c3fe42d0","eventId":"evt_01a21911-77f0-7193-a896-bee0c8288ec1","actor":"reeve","detail":{"automation":"retired-tools-stay-retired","effect":0,"operation":"deleteMcpTool","path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"},"state":"acting"}}]},{"n":19,"audit":[{"at":1795716904988,"type":"effect.applied","runId":"run_01a21911-77f2-76dc-9eba-1491c3fe42d0","eventId":"evt_01a21911-77f0-7193-a896-bee0c8288ec1","actor":"reeve","detail":{"automation":"retired-tools-stay-retired","effect":0,"operation":"deleteMcpTool","path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"},"state":"acting"}}],"inventory":[{"by":{"run":"run_01a21911-77f2-76dc-9eba-1491c3fe42d0"},"kind":"retired_tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":{"app":{"id":"app_github","name":"GitHub"},"connector":{"id":"con_github_mcp","name":"GitHub MCP"},"tool":{"id":"tool_github_delete_branch","name":"Delete branch","standing":"pending review, classified as destructive, available"}},"run":"run_01a21911-77f2-76dc-9eba-1491c3fe42d0","at":1795716904988},{"by":{"run":"run_01a21911-77f2-76dc-9eba-1491c3fe42d0"},"kind":"tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":null,"run":"run_01a21911-77f2-76dc-9eba-1491c3fe42d0","at":1795716904988}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
