-- Erasures of people that are in progress, one for each person. A request can only continue one of these, from the step
-- that is recorded here.
CREATE TABLE erasures (
  handle TEXT PRIMARY KEY,
  -- JSON list of the full names that the erasure searches for besides the email address.
  names TEXT NOT NULL,
  -- The next step.
  next TEXT NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE people DROP COLUMN names;
