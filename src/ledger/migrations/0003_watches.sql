-- What Reeve remembers beyond the runs that learned of it. Never touched by retention.
CREATE TABLE watches (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  data TEXT NOT NULL,
  runs TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  person TEXT GENERATED ALWAYS AS (coalesce(data->>'$.user.id', lower(data->>'$.user.email'))) VIRTUAL,
  until TEXT GENERATED ALWAYS AS (data->>'until') VIRTUAL,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX watches_person ON watches (kind, person, key) WHERE person IS NOT NULL;
CREATE INDEX watches_until ON watches (kind, until, key) WHERE until IS NOT NULL;

-- What people turned down: it is not proposed again for a while.
CREATE INDEX runs_rejected ON runs (automation, updated_at) WHERE state = 'rejected';

-- When a source was heard of: how it usually speaks.
CREATE INDEX events_source ON events (source, received_at);

-- The tools that were retired before there were watches.
INSERT INTO watches (kind, key, data, runs, changed_by, changed_at)
SELECT 'retired_tool', input->>'$.app.id' || '/' || (input->>'$.connector.id') || '/' || (input->>'$.tool.id'),
       json_object('app', input->'app', 'connector', input->'connector', 'tool', input->'tool'),
       json_group_object(id, updated_at), max(id), max(updated_at)
FROM (SELECT runs.id, updated_at, action.value->'input' AS input
      FROM runs, json_each(run, '$.plan.actions') AS action
      WHERE state = 'done' AND action.value->>'action' = 'tool.retire'
        AND runs.id IN (SELECT run_id FROM effects WHERE operation = 'deleteMcpTool' AND state = 'applied'))
GROUP BY 2;
