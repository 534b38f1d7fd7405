// Lists apps and campaigns, as no operation of the API does. Order is fixed, so that answers can be compared.
import type { AccessReview } from "../../../governance/contract/campaigns.ts";
import { campaignNow } from "../campaigns/life.ts";
import { listResources } from "../resources.ts";
import type { OnRecord } from "../rows.ts";
import type { Switches } from "../switches/switches.ts";

/** Apps with their connectors, app entitlements and the number of their app users. */
export function listApps(sql: SqlStorage) {
  const users = sql
    .exec<{ app_id: string; n: number }>("SELECT app_id, count(*) AS n FROM app_users GROUP BY app_id")
    .toArray();
  return listResources(sql, "app").map((app) => ({
    ...app,
    appUserCount: users.find(({ app_id }) => app_id === app.id)?.n ?? 0,
    connectors: listResources(sql, "connector", app.id),
    entitlements: listResources(sql, "app entitlement", app.id),
  }));
}

/** Campaigns as they are now, oldest first, each with its `ownerIds` beside it. */
export const listCampaigns = (sql: SqlStorage, switches: Switches, now: Date) =>
  sql
    .exec<{ owner_ids: string; json: string }>("SELECT owner_ids, json FROM campaigns ORDER BY seq")
    .toArray()
    .map(({ owner_ids, json }) => ({
      ownerIds: JSON.parse(owner_ids) as string[],
      accessReview: campaignNow<OnRecord<AccessReview>>(JSON.parse(json), switches, now),
    }));
