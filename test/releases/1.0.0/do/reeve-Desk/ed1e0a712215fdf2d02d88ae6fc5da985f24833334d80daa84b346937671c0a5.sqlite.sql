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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:retired-tools-stay-retired:2026-11-29T09:31:37.923Z', 'evt_01a226a5-506b-756f-9bbf-b35ea25cc81e');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (1, '{"source":"schedule","authentication":"clock","type":"schedule.due","subject":"schedule:retired-tools-stay-retired","detail":null,"id":"evt_01a226a5-506b-756f-9bbf-b35ea25cc81e","declined":[],"state":"taken","receivedAt":1795944697963}', '{"type":"schedule.due","subject":"schedule:retired-tools-stay-retired","occurredAt":"2026-11-29T09:31:37.923Z","actor":{"email":"gita.lund@example.com"},"schedule":{"automation":"retired-tools-stay-retired","dueAt":"2026-11-29T09:31:37.923Z","missed":0}}', '{"type":"schedule.due","subject":"schedule:retired-tools-stay-retired","occurredAt":"2026-11-29T09:31:37.923Z","actor":{"email":"gita.lund@example.com"},"schedule":{"automation":"retired-tools-stay-retired","dueAt":"2026-11-29T09:31:37.923Z","missed":0}}');
INSERT INTO "marks" ("recorded", "delivered", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (6, 6, 4, '95702304e8abbd3fb039f7b306546ba761da243814880aa4d62e11ab52f4d34f', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "step_output") VALUES (2, '{"seq":2,"id":"run_01a226a5-506c-770f-a636-aabc590264f9","event":{"seq":1,"id":"evt_01a226a5-506b-756f-9bbf-b35ea25cc81e","type":"schedule.due","runs":1},"automation":"retired-tools-stay-retired","subject":"schedule:retired-tools-stay-retired","state":"awaiting_follow_up","turn":2,"dueAt":1796203898256,"over":false,"sending":false,"paused":false,"failing":null,"written":6,"delivered":0}', '{"id":"run_01a226a5-506c-770f-a636-aabc590264f9","eventId":"evt_01a226a5-506b-756f-9bbf-b35ea25cc81e","automation":"retired-tools-stay-retired","subject":"schedule:retired-tools-stay-retired","mode":"live","replay":null,"state":"awaiting_follow_up","version":6,"plan":{"hash":"142959cf8bcf13c110374bb04ea26a2a2bb6283a599e19c5f7acfc43f615f109","actions":[{"apart":true,"action":"tool.retire","input":{"app":{"id":"app_github","name":"GitHub"},"connector":{"id":"con_github_mcp","name":"GitHub MCP"},"tool":{"id":"tool_github_delete_branch","name":"Delete branch","standing":"pending review, classified as destructive, available"},"traits":{"classification":"destructive","visibility":"available","clientTypes":["personal","shared","service","ephemeral"]},"timesBack":1},"summary":"Retire the MCP tool Delete branch (pending review, classified as destructive, available) of the connector GitHub MCP (app GitHub), and with it its places in toolsets.","unverified":[{"id":"con_github_mcp","name":"GitHub MCP"},{"id":"app_github","name":"GitHub"}],"target":"tool app_github/con_github_mcp/tool_github_delete_branch","effects":[{"operation":"deleteMcpTool","input":{"path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"},"body":{}}}],"followUp":{"assignees":[],"task":"Find out why syncs of the connector GitHub MCP restore the MCP tool Delete branch (pending review, classified as destructive, available), which has been restored once, and prevent it.","done":"It won''t come back","isRead":true},"beneficiaries":[],"leaves":[{"kind":"retired_tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":{"app":{"id":"app_github","name":"GitHub"},"connector":{"id":"con_github_mcp","name":"GitHub MCP"},"tool":{"id":"tool_github_delete_branch","name":"Delete branch","standing":"pending review, classified as destructive, available"}}},{"kind":"tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":null}],"toolTraits":{"classification":"destructive","visibility":"available","clientTypes":["personal","shared","service","ephemeral"]}}],"followUps":{"dueDays":7,"remindDays":3}},"checkedAt":1795944698124,"journal":[{"operation":"deleteMcpTool","state":"applied","attempts":1,"settledAt":1795944698237,"answer":{},"shows":{"is":"seen","at":1795944698256}}],"notice":{"title":"Retired tools","summary":"1 tool of 1 reappeared after a connector sync.","lines":[{"times":1,"name":"Delete branch of GitHub MCP","detail":"reappeared 1 time"}]},"reads":{"made":[{"operation":"getMcpTool","input":{"path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"}}}]},"ignored":null,"approvalReasons":[],"warnings":[],"approvals":[],"confirmation":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796549498256,"createdAt":1795944697963,"updatedAt":1795944698256,"progress":{"state":{"part":1,"after":"","done":1,"of":1,"found":[[0,"app_github/con_github_mcp/tool_github_delete_branch"]],"more":0},"done":1,"of":1,"what":"retired tools"},"steps":1,"facts":{"code":"3e3ed6f9-2753-4867-933f-090a93857e3a","hash":"230029f2e4ae9bb5370470514fccb7fa7a0873e238ec1fdb4df2d61964f7a254"},"remindAt":[1796203898256],"followUps":[{"step":0,"dueAt":1796549498256}]}', '[{"n":5,"audit":[{"at":1795944698124,"type":"plan.made","runId":"run_01a226a5-506c-770f-a636-aabc590264f9","eventId":"evt_01a226a5-506b-756f-9bbf-b35ea25cc81e","actor":"reeve","detail":{"automation":"retired-tools-stay-retired","hash":"142959cf8bcf13c110374bb04ea26a2a2bb6283a599e19c5f7acfc43f615f109","actions":[{"summary":"Retire the MCP tool Delete branch (pending review, classified as destructive, available) of the connector GitHub MCP (app GitHub), and with it its places in toolsets.","target":"tool app_github/con_github_mcp/tool_github_delete_branch"}],"facts":"230029f2e4ae9bb5370470514fccb7fa7a0873e238ec1fdb4df2d61964f7a254","state":"acting"}},{"at":1795944698156,"type":"effect.sending","runId":"run_01a226a5-506c-770f-a636-aabc590264f9","eventId":"evt_01a226a5-506b-756f-9bbf-b35ea25cc81e","actor":"reeve","detail":{"automation":"retired-tools-stay-retired","effect":0,"operation":"deleteMcpTool","path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"},"state":"acting"}}]},{"n":6,"audit":[{"at":1795944698237,"type":"effect.applied","runId":"run_01a226a5-506c-770f-a636-aabc590264f9","eventId":"evt_01a226a5-506b-756f-9bbf-b35ea25cc81e","actor":"reeve","detail":{"automation":"retired-tools-stay-retired","effect":0,"operation":"deleteMcpTool","path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"},"state":"acting"}}],"inventory":[{"by":{"run":"run_01a226a5-506c-770f-a636-aabc590264f9"},"kind":"retired_tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":{"app":{"id":"app_github","name":"GitHub"},"connector":{"id":"con_github_mcp","name":"GitHub MCP"},"tool":{"id":"tool_github_delete_branch","name":"Delete branch","standing":"pending review, classified as destructive, available"}},"run":"run_01a226a5-506c-770f-a636-aabc590264f9","at":1795944698237},{"by":{"run":"run_01a226a5-506c-770f-a636-aabc590264f9"},"kind":"tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":null,"run":"run_01a226a5-506c-770f-a636-aabc590264f9","at":1795944698237}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
