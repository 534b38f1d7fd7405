-- Finds the few rejected events, and counts them per source and hour, without reading the others. An event that is not
-- rejected costs no row of this index.
CREATE INDEX events_rejected ON events (id, source, received_at) WHERE state = 'rejected';
