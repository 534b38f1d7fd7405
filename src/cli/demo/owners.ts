// Owners in the demo's tenant, which the API can't list.
import { control, type Stack } from "../start/stack.ts";

interface Owners {
  readonly connectorOwners: readonly {
    readonly connectorId: string;
    readonly roleSlug: string;
    readonly userId: string;
  }[];
  readonly appUserEntitlementOwners: readonly {
    readonly appUserId: string;
    readonly entitlementId: string;
  }[];
}

/** The owners of GitHub MCP, each with the role. */
export async function owners({ tenant }: Stack): Promise<string[]> {
  const { connectorOwners } = await control<Owners>(tenant, "GET", "owners");
  return connectorOwners
    .filter(({ connectorId }) => connectorId === "con_github_mcp")
    .map(({ userId, roleSlug }) => `${userId} (${roleSlug})`);
}

/** Calls that made a connector owner: those that were not refused, as calls above a rate are. */
export async function ownersMade({ tenant }: Stack): Promise<number> {
  const { calls, refused } = await control<Record<"calls" | "refused", Record<string, number>>>(
    tenant,
    "GET",
    "calls",
  );
  return (calls["createConnectorOwner"] ?? 0) - (refused["createConnectorOwner"] ?? 0);
}

/** By which entitlements Ada's account of GitHub is owned. */
export async function accountOwners({ tenant }: Stack): Promise<string[]> {
  const { appUserEntitlementOwners } = await control<Owners>(tenant, "GET", "owners");
  return appUserEntitlementOwners
    .filter(({ appUserId }) => appUserId === "acc_github_usr_ada_marsh")
    .map(({ entitlementId }) => entitlementId);
}
