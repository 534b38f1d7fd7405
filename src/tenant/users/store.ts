/** Users as they are on record: the truth behind the index. `json` is a `User` of the contract. */
export const USERS_TABLE = `
CREATE TABLE IF NOT EXISTS users (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  origin TEXT NOT NULL,
  type TEXT NOT NULL,
  json TEXT NOT NULL
);`;
