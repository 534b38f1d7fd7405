import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { control, startTenant, tenantOrigin } from "../../src/cli/start/stack.ts";

/** A running embedded tenant and a credential it has issued. */
export interface OpenTenant extends RunningWorker {
  /** The credential, as Reeve's settings hold it. */
  readonly credential: { readonly GOVERNANCE_CLIENT_ID: string; readonly GOVERNANCE_CLIENT_SECRET: string };
  /** Headers of a search: JSON, the tenant's hostname, and an access token that outlives the bench. */
  readonly headers: Readonly<Record<"authorization" | "content-type" | "host", string>>;
}

/** Starts a tenant with this many users. @param persist The folder that keeps it. @default in memory */
export async function openTenant(users: number, persist?: string): Promise<OpenTenant> {
  const tenant = await startTenant(persist ? { persist } : {});
  await control(tenant, "POST", "seed", { users });
  const { clientId, clientSecret } = await control<{ clientId: string; clientSecret: string }>(
    tenant,
    "POST",
    "credentials",
    {},
  );
  const response = await fetch(`${tenantOrigin(tenant)}/auth/v1/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  if (!response.ok) throw new Error(`no token: ${response.status} ${await response.text()}`);
  const { access_token } = (await response.json()) as { access_token: string };
  return {
    ...tenant,
    credential: { GOVERNANCE_CLIENT_ID: clientId, GOVERNANCE_CLIENT_SECRET: clientSecret },
    headers: {
      host: new URL(tenantOrigin(tenant)).host,
      "content-type": "application/json",
      authorization: `Bearer ${access_token}`,
    },
  };
}

/** How many connector owners a tenant was asked to make, however often the same. */
export async function ownersAsked(tenant: OpenTenant): Promise<number> {
  const { calls } = await control<{ calls: { createConnectorOwner: number } }>(tenant, "GET", "calls");
  return calls.createConnectorOwner;
}

/** The answer to one search for users, as text. @throws Error where it is not 200 */
export async function searchUsers(tenant: OpenTenant, body: unknown): Promise<string> {
  const { host: _, ...headers } = tenant.headers;
  const response = await fetch(`${tenantOrigin(tenant)}/api/v1/search/users`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`no page: ${response.status} ${await response.text()}`);
  return response.text();
}
