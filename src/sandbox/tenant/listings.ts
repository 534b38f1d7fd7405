// What control lists and the API does not: apps, owners, tools, campaigns.
import type { AccessReview } from "../../governance/contract/campaigns.ts";
import type { McpTool } from "../../governance/contract/mcp-tools.ts";
import { campaignNow } from "./campaigns/life.ts";
import { type OnRecord, readJsonRow } from "./lookups.ts";
import type { Switches } from "./switches/switches.ts";

/** Everything a tenant holds that the API has no way to list. Order is fixed, so that answers can be compared. */

const objects = (sql: SqlStorage, table: string, order: string) =>
  sql
    .exec<{ json: string }>(`SELECT json FROM ${table} ORDER BY ${order}`)
    .toArray()
    .map((row) => readJsonRow<Record<string, unknown>>(row));

/** Apps with their connectors, app entitlements and the number of their app users. */
export function listApps(sql: SqlStorage) {
  const connectors = objects(sql, "connectors", "app_id, id");
  const entitlements = objects(sql, "entitlements", "app_id, id");
  const counts = new Map(
    sql
      .exec<{ app_id: string; n: number }>("SELECT app_id, count(*) AS n FROM app_users GROUP BY app_id")
      .toArray()
      .map(({ app_id, n }) => [app_id, n]),
  );
  return objects(sql, "apps", "id").map((app) => ({
    ...app,
    appUserCount: counts.get(String(app["id"])) ?? 0,
    connectors: connectors.filter(({ appId }) => appId === app["id"]),
    entitlements: entitlements.filter(({ appId }) => appId === app["id"]),
  }));
}

/** Every MCP tool, deleted ones too. */
export const listTools = (sql: SqlStorage): OnRecord<McpTool>[] =>
  sql
    .exec<{ json: string }>("SELECT json FROM mcp_tools ORDER BY app_id, connector_id, id")
    .toArray()
    .map((row) => readJsonRow(row));

export const listSessionPolicies = (sql: SqlStorage) => objects(sql, "session_policies", "id");

/** Review policies: what a campaign may name as its `policyId`. */
export const listPolicies = (sql: SqlStorage) => objects(sql, "policies", "id");

/** Campaigns as they are now, oldest first, each with its `ownerIds` beside it. */
export const listCampaigns = (
  sql: SqlStorage,
  switches: Switches,
  now: Date,
): { readonly ownerIds: string[]; readonly accessReview: OnRecord<AccessReview> }[] =>
  sql
    .exec<{ owner_ids: string; json: string }>("SELECT owner_ids, json FROM campaigns ORDER BY seq")
    .toArray()
    .map((row) => ({
      ownerIds: JSON.parse(row.owner_ids),
      accessReview: campaignNow(readJsonRow<OnRecord<AccessReview>>(row), switches, now),
    }));
