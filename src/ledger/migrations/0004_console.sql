-- What the console's pages read at once, however much is on record: lists by one column, and the counts of a day.
DROP INDEX events_source;
CREATE INDEX events_source ON events (source, received_at, id);
CREATE INDEX events_type ON events (type, received_at, id);
CREATE INDEX events_state ON events (state, received_at, id);
CREATE INDEX runs_automation ON runs (automation, created_at, id, state);
CREATE INDEX runs_updated ON runs (updated_at, state);
CREATE INDEX effects_settled ON effects (settled_at, state) WHERE settled_at IS NOT NULL;
CREATE INDEX audit_type ON audit (type, at, desk, seq);
CREATE INDEX audit_actor ON audit (actor, at, desk, seq) WHERE actor IS NOT NULL;
