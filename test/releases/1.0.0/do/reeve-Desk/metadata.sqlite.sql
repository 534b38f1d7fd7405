CREATE TABLE _cf_ALARM (
      actor_id TEXT PRIMARY KEY,
      scheduled_time INTEGER,
      actor_name TEXT
    ) WITHOUT ROWID;
INSERT INTO "_cf_ALARM" ("actor_id", "scheduled_time", "actor_name") VALUES ('ca7cf119225809ef46841db0010d519e96acc3053306b3ca972ab1a8bbd90d05', 1795944701314000000, 'desk-0');
