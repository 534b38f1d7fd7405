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
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions:id:e1284180-c990-4321-8fb5-401daa26656b', 'evt_01a21a28-e9e2-737d-96c2-a14e6d3a0a26');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:retired-tools-stay-retired:2026-11-26T23:20:19.321Z', 'evt_01a21a28-ec7b-70b2-85a1-46e8ed0b0483');
INSERT INTO "events" ("seq", "row", "event", "payload") VALUES (7, '{"source":"schedule","authentication":"clock","type":"schedule.due","subject":"schedule:retired-tools-stay-retired","detail":null,"id":"evt_01a21a28-ec7b-70b2-85a1-46e8ed0b0483","passed":[],"state":"taken","receivedAt":1795735219323}', '{"type":"schedule.due","subject":"schedule:retired-tools-stay-retired","occurredAt":"2026-11-26T23:20:19.321Z","actor":{"email":"gita.lund@example.com"},"schedule":{"automation":"retired-tools-stay-retired","dueAt":"2026-11-26T23:20:19.321Z","missed":0}}', '{"type":"schedule.due","subject":"schedule:retired-tools-stay-retired","occurredAt":"2026-11-26T23:20:19.321Z","actor":{"email":"gita.lund@example.com"},"schedule":{"automation":"retired-tools-stay-retired","dueAt":"2026-11-26T23:20:19.321Z","missed":0}}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (12, 12, 9, '6dd466b24b94fa70d64610de8c2e49a09d7ec02b44cdcc400ccd14eda6bbba50', 0, 0);
INSERT INTO "runs" ("seq", "entry", "run", "left_behind") VALUES (8, '{"seq":8,"id":"run_01a21a28-ec7b-70b2-85a1-49272c78fa14","event":{"seq":7,"id":"evt_01a21a28-ec7b-70b2-85a1-46e8ed0b0483","type":"schedule.due","runs":1},"automation":"retired-tools-stay-retired","subject":"schedule:retired-tools-stay-retired","state":"awaiting_follow_up","turn":0,"dueAt":1795994419415,"over":false,"sending":false,"paused":false,"failing":null,"written":12,"told":0}', '{"id":"run_01a21a28-ec7b-70b2-85a1-49272c78fa14","eventId":"evt_01a21a28-ec7b-70b2-85a1-46e8ed0b0483","automation":"retired-tools-stay-retired","subject":"schedule:retired-tools-stay-retired","mode":"live","replay":null,"state":"awaiting_follow_up","version":6,"plan":{"hash":"e86660ea66f9bae821addbde034f0d998cdf89456cd1a6da8c12675d68cdb766","actions":[{"action":"tool.retire","input":{"app":{"id":"app_github","name":"GitHub"},"connector":{"id":"con_github_mcp","name":"GitHub MCP"},"tool":{"id":"tool_github_delete_branch","name":"Delete branch","standing":"pending review, classified as destructive, available"},"traits":{"classification":"destructive","visibility":"available","clientTypes":["personal","shared","service","ephemeral"]},"timesBack":1},"summary":"Retire the MCP tool Delete branch (pending review, classified as destructive, available) of the connector GitHub MCP (app GitHub), and with it its places in toolsets.","unverified":[{"id":"con_github_mcp","name":"GitHub MCP"},{"id":"app_github","name":"GitHub"}],"target":"tool app_github/con_github_mcp/tool_github_delete_branch","effects":[{"operation":"deleteMcpTool","input":{"path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"},"body":{}}}],"followUp":{"askedOf":[],"asks":"Find out why syncs of the connector GitHub MCP bring back the MCP tool Delete branch (pending review, classified as destructive, available), which came back once, and stop it.","done":"It won''t come back","isRead":true},"beneficiaries":[],"leaves":[{"kind":"retired_tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":{"app":{"id":"app_github","name":"GitHub"},"connector":{"id":"con_github_mcp","name":"GitHub MCP"},"tool":{"id":"tool_github_delete_branch","name":"Delete branch","standing":"pending review, classified as destructive, available"}}},{"kind":"tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":null}],"toolTraits":{"classification":"destructive","visibility":"available","clientTypes":["personal","shared","service","ephemeral"]}}],"followUps":{"dueDays":7,"remindDays":3}},"lookedAt":1795735219388,"journal":[{"operation":"deleteMcpTool","state":"applied","attempts":1,"settledAt":1795735219409,"answer":{},"shows":{"is":"seen","at":1795735219415}}],"progress":{"state":{"after":"app_github/con_github_mcp/tool_github_delete_branch","done":1,"of":1,"found":["app_github/con_github_mcp/tool_github_delete_branch"],"more":0,"over":true},"done":1,"of":1,"what":"retired tools"},"notice":{"title":"Retired tools","summary":"1 tool of 1 came back after a connector sync.","lines":[{"times":1,"name":"Delete branch of GitHub MCP","detail":"came back 1 time"}]},"reads":{"made":[{"operation":"getMcpTool","input":{"path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"}}}],"more":0},"ignored":null,"asks":[],"cautions":[],"approvals":[],"confirmation":null,"hold":null,"override":null,"scheduledFor":null,"paused":null,"ended":null,"problem":null,"reply":null,"failures":0,"dueAt":1796340019415,"createdAt":1795735219323,"updatedAt":1795735219415,"facts":{"code":"7fcb64f7-6dec-430d-bf6c-be6cae4b5c56","hash":"7e2bfd863ee1a82893457af6c78ed0293952e29506a3d307d7b676312e1442ac"},"remindAt":[1795994419415],"followUps":[{"step":0,"dueAt":1796340019415}]}', '[{"n":11,"audit":[{"at":1795735219388,"type":"plan.made","runId":"run_01a21a28-ec7b-70b2-85a1-49272c78fa14","eventId":"evt_01a21a28-ec7b-70b2-85a1-46e8ed0b0483","actor":"reeve","detail":{"automation":"retired-tools-stay-retired","hash":"e86660ea66f9bae821addbde034f0d998cdf89456cd1a6da8c12675d68cdb766","actions":[{"summary":"Retire the MCP tool Delete branch (pending review, classified as destructive, available) of the connector GitHub MCP (app GitHub), and with it its places in toolsets.","target":"tool app_github/con_github_mcp/tool_github_delete_branch"}],"facts":"7e2bfd863ee1a82893457af6c78ed0293952e29506a3d307d7b676312e1442ac","state":"acting"}},{"at":1795735219394,"type":"effect.sending","runId":"run_01a21a28-ec7b-70b2-85a1-49272c78fa14","eventId":"evt_01a21a28-ec7b-70b2-85a1-46e8ed0b0483","actor":"reeve","detail":{"automation":"retired-tools-stay-retired","effect":0,"operation":"deleteMcpTool","path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"},"state":"acting"}}]},{"n":12,"audit":[{"at":1795735219409,"type":"effect.applied","runId":"run_01a21a28-ec7b-70b2-85a1-49272c78fa14","eventId":"evt_01a21a28-ec7b-70b2-85a1-46e8ed0b0483","actor":"reeve","detail":{"automation":"retired-tools-stay-retired","effect":0,"operation":"deleteMcpTool","path":{"app_id":"app_github","connector_id":"con_github_mcp","id":"tool_github_delete_branch"},"state":"acting"}}],"inventory":[{"by":{"run":"run_01a21a28-ec7b-70b2-85a1-49272c78fa14"},"kind":"retired_tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":{"app":{"id":"app_github","name":"GitHub"},"connector":{"id":"con_github_mcp","name":"GitHub MCP"},"tool":{"id":"tool_github_delete_branch","name":"Delete branch","standing":"pending review, classified as destructive, available"}},"run":"run_01a21a28-ec7b-70b2-85a1-49272c78fa14","at":1795735219409},{"by":{"run":"run_01a21a28-ec7b-70b2-85a1-49272c78fa14"},"kind":"tool","key":"app_github/con_github_mcp/tool_github_delete_branch","data":null,"run":"run_01a21a28-ec7b-70b2-85a1-49272c78fa14","at":1795735219409}]}]');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
