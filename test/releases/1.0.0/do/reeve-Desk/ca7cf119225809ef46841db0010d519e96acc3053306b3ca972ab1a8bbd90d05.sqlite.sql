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
INSERT INTO "_cf_METADATA" ("key", "value") VALUES (1, 1795705150696000000);
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('actions-token:id:IAM-77-1795705139123', 'evt_01a2185e-1a9e-7533-8aaf-5b2ddc26a953');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('schedule:connector-owners-end:2026-11-26T14:59:06.404Z', 'evt_01a2185e-0c25-72d4-b4e8-2e965ffa5171');
INSERT INTO "deliveries_0" ("key", "event_id") VALUES ('slack:submission:V0ASKFORM1:1795705145.43abb834', 'evt_01a2185e-0724-7489-afaa-b68d8eee1add');
INSERT INTO "details" ("run", "part", "data") VALUES (2, 'facts', '{"receivedAt":1795705145124,"now":1795705145339,"since":1795705145124,"code":"0b71cbf5-c503-4899-b7a6-27bf0cc60d40","asked":[["[\"event\"]",0],["[\"progress\"]",0],["[\"call\",\"searchUsers\",{\"body\":{\"email\":\"hugo.pike@example.com\",\"userStatuses\":[\"ENABLED\"]}}]",1],["[\"requester\",{\"email\":\"ada.marsh@example.com\",\"id\":\"U0ADA0001\",\"name\":\"ada.marsh@example.com\"}]",2],["[\"users\",[\"usr_hugo_pike\"]]",3]],"answers":[{"is":null},{"is":{"list":[{"user":{"status":"ENABLED","directoryStatus":"ENABLED","origin":"USER_ORIGIN_DIRECTORY","type":"USER_TYPE_HUMAN","id":"usr_hugo_pike","username":"hugo.pike","displayName":"Hugo Pike","email":"hugo.pike@example.com","department":"IT","jobTitle":"IT Manager","employmentStatus":"ACTIVE","employmentType":"FULL_TIME","delegatedUserId":"","usernames":["hugo.pike"],"emails":["hugo.pike@example.com"],"employeeIds":["E000005"],"directoryIds":["dir_workforce"],"managerIds":["usr_iris_vale"],"roleIds":["role_member","role_app_owner"],"usernameSources":[{"appId":"app_directory","appUserId":"acc_directory_usr_hugo_pike","appUserProfileAttributeKey":"username","userAttributeMappingId":"map_username","value":"hugo.pike","priority":1}],"emailSources":[{"appId":"app_directory","appUserId":"acc_directory_usr_hugo_pike","appUserProfileAttributeKey":"email","userAttributeMappingId":"map_email","value":"hugo.pike@example.com","priority":1}],"departmentSources":[{"appId":"app_hr","appUserId":"acc_hr_usr_hugo_pike","appUserProfileAttributeKey":"department","userAttributeMappingId":"map_department","value":"IT","priority":1}],"jobTitleSources":[{"appId":"app_hr","appUserId":"acc_hr_usr_hugo_pike","appUserProfileAttributeKey":"job_title","userAttributeMappingId":"map_job_title","value":"IT Manager","priority":1}],"employeeIdSources":[{"appId":"app_hr","appUserId":"acc_hr_usr_hugo_pike","appUserProfileAttributeKey":"employee_id","userAttributeMappingId":"map_employee_id","value":"E000005","priority":1}],"employmentStatusSources":[{"appId":"app_hr","appUserId":"acc_hr_usr_hugo_pike","appUserProfileAttributeKey":"employment_status","userAttributeMappingId":"map_employment_status","value":"ACTIVE","priority":1}],"employmentTypeSources":[{"appId":"app_hr","appUserId":"acc_hr_usr_hugo_pike","appUserProfileAttributeKey":"employment_type","userAttributeMappingId":"map_employment_type","value":"FULL_TIME","priority":1}],"directoryStatusSources":[{"appId":"app_directory","appUserId":"acc_directory_usr_hugo_pike","appUserProfileAttributeKey":"status","userAttributeMappingId":"map_status","value":"ENABLED","priority":1}],"managerSources":[{"appId":"app_hr","appUserId":"acc_hr_usr_hugo_pike","appUserProfileAttributeKey":"manager","userAttributeMappingId":"map_manager","value":"usr_iris_vale","priority":1}],"profile":{"location":"Oslo","costCenter":"CC-120","startDate":"2024-03-23"},"createdAt":"2024-03-23T00:00:00.000Z","updatedAt":"2024-12-18T00:00:00.000Z"},"userId":"usr_hugo_pike","delegatedUserPath":"","directoriesPath":"","managersPath":"","rolesPath":"","objectPermissions":{"delete":false,"edit":false,"read":true,"extra":{}}}],"expanded":[],"nextPageToken":""}},{"is":{"email":"ada.marsh@example.com","user":{"id":"usr_ada_marsh","emails":["ada.marsh@example.com"],"employeeIds":["E000001"],"managers":["usr_nora_field"]},"name":"ada.marsh@example.com"}},{"is":[{"id":"usr_hugo_pike","emails":["hugo.pike@example.com"],"employeeIds":["E000005"],"managers":["usr_iris_vale"]}]}],"rest":null,"hash":"073ac62a9f244439ceda80c699601191ed1bb5a33cd487ff9bf9aee1f0febd2e"}');
INSERT INTO "details" ("run", "part", "data") VALUES (16, 'facts', '{"receivedAt":1795705150110,"now":1795705150116,"since":1795705150110,"code":"0b71cbf5-c503-4899-b7a6-27bf0cc60d40","asked":[["[\"event\"]",0],["[\"progress\"]",0],["[\"call\",\"searchUsers\",{\"body\":{\"email\":\"ada.marsh@example.com\",\"userStatuses\":[\"ENABLED\"]}}]",1],["[\"requester\",{\"email\":\"gita.lund@example.com\"}]",2],["[\"users\",[\"usr_ada_marsh\"]]",3]],"answers":[{"is":null},{"is":{"list":[{"user":{"status":"ENABLED","directoryStatus":"ENABLED","origin":"USER_ORIGIN_DIRECTORY","type":"USER_TYPE_HUMAN","id":"usr_ada_marsh","username":"ada.marsh","displayName":"Ada Marsh","email":"ada.marsh@example.com","department":"Engineering","jobTitle":"Staff Engineer","employmentStatus":"ACTIVE","employmentType":"FULL_TIME","delegatedUserId":"","usernames":["ada.marsh"],"emails":["ada.marsh@example.com"],"employeeIds":["E000001"],"directoryIds":["dir_workforce"],"managerIds":["usr_nora_field"],"roleIds":["role_member","role_reviewer"],"usernameSources":[{"appId":"app_directory","appUserId":"acc_directory_usr_ada_marsh","appUserProfileAttributeKey":"username","userAttributeMappingId":"map_username","value":"ada.marsh","priority":1}],"emailSources":[{"appId":"app_directory","appUserId":"acc_directory_usr_ada_marsh","appUserProfileAttributeKey":"email","userAttributeMappingId":"map_email","value":"ada.marsh@example.com","priority":1}],"departmentSources":[{"appId":"app_hr","appUserId":"acc_hr_usr_ada_marsh","appUserProfileAttributeKey":"department","userAttributeMappingId":"map_department","value":"Engineering","priority":1}],"jobTitleSources":[{"appId":"app_hr","appUserId":"acc_hr_usr_ada_marsh","appUserProfileAttributeKey":"job_title","userAttributeMappingId":"map_job_title","value":"Staff Engineer","priority":1}],"employeeIdSources":[{"appId":"app_hr","appUserId":"acc_hr_usr_ada_marsh","appUserProfileAttributeKey":"employee_id","userAttributeMappingId":"map_employee_id","value":"E000001","priority":1}],"employmentStatusSources":[{"appId":"app_hr","appUserId":"acc_hr_usr_ada_marsh","appUserProfileAttributeKey":"employment_status","userAttributeMappingId":"map_employment_status","value":"ACTIVE","priority":1}],"employmentTypeSources":[{"appId":"app_hr","appUserId":"acc_hr_usr_ada_marsh","appUserProfileAttributeKey":"employment_type","userAttributeMappingId":"map_employment_type","value":"FULL_TIME","priority":1}],"directoryStatusSources":[{"appId":"app_directory","appUserId":"acc_directory_usr_ada_marsh","appUserProfileAttributeKey":"status","userAttributeMappingId":"map_status","value":"ENABLED","priority":1}],"managerSources":[{"appId":"app_hr","appUserId":"acc_hr_usr_ada_marsh","appUserProfileAttributeKey":"manager","userAttributeMappingId":"map_manager","value":"usr_nora_field","priority":1}],"profile":{"location":"Oslo","costCenter":"CC-120","startDate":"2024-03-23"},"createdAt":"2024-03-23T00:00:00.000Z","updatedAt":"2025-01-13T00:00:00.000Z"},"userId":"usr_ada_marsh","delegatedUserPath":"","directoriesPath":"","managersPath":"","rolesPath":"","objectPermissions":{"delete":false,"edit":false,"read":true,"extra":{}}}],"expanded":[],"nextPageToken":""}},{"is":{"email":"gita.lund@example.com","user":{"id":"usr_gita_lund","emails":["gita.lund@example.com"],"employeeIds":["E000004"],"managers":["usr_iris_vale"]}}},{"is":[{"id":"usr_ada_marsh","emails":["ada.marsh@example.com"],"employeeIds":["E000001"],"managers":["usr_nora_field"]}]}],"rest":null,"hash":"233050916b5afa3017fadd395704819019f0c62cfa2f0890a743d48accff0835"}');
INSERT INTO "marks" ("recorded", "told", "audit_seq", "audit_hash", "generation", "generation_since") VALUES (18, 18, 13, 'd8281299abebc9bda5f405a89dc3cb9a15e3451c23c03f7cbaa56f081c084205', 0, 0);
INSERT INTO "notes" ("n", "left_behind") VALUES (19, '{"n":19,"audit":[{"at":1795705150696,"type":"pause.set","runId":null,"eventId":null,"actor":"iris.vale@example.com","detail":{"automation":"stale-tools","reason":"a release has to remember it"}}]}');
INSERT INTO "table_versions" ("name", "version") VALUES ('desk', 1);
