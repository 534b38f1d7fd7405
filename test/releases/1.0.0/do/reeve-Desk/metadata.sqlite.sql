CREATE TABLE _cf_ALARM (
      actor_id TEXT PRIMARY KEY,
      scheduled_time INTEGER,
      actor_name TEXT
    ) WITHOUT ROWID;
INSERT INTO "_cf_ALARM" ("actor_id", "scheduled_time", "actor_name") VALUES ('ca7cf119225809ef46841db0010d519e96acc3053306b3ca972ab1a8bbd90d05', 1795712596028000000, 'desk-0');
INSERT INTO "_cf_ALARM" ("actor_id", "scheduled_time", "actor_name") VALUES ('d323b0daa894dfec3479382cd119d15790d03d37a82e48a6b8064e5d2c111732', 1795777200000000000, 'desk-3');
INSERT INTO "_cf_ALARM" ("actor_id", "scheduled_time", "actor_name") VALUES ('f9f2470d53b104c999e6a4226ef4b44d7a13b3e7b86a21406e67f8105261299a', 1795971795773000000, 'desk-2');
