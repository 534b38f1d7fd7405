import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { control, newCredential, startTenant, tenantOrigin } from "../../src/cli/start/stack.ts";

const USERS = 200;

/** A running embedded tenant and a credential that it has issued. */
export interface OpenTenant extends RunningWorker {
  /** The credential, as Reeve's variables. */
  readonly credential: { readonly GOVERNANCE_CLIENT_ID: string; readonly GOVERNANCE_CLIENT_SECRET: string };
  /** A header with an access token that is valid for the whole benchmark. */
  readonly authorization: string;
}

/** Starts a tenant. @param persist The folder that keeps its data */
export async function openTenant(persist: string): Promise<OpenTenant> {
  const tenant = await startTenant({ persist });
  await control(tenant, "POST", "seed", { users: USERS });
  const credential = await newCredential(tenant, "benchmark");
  const response = await fetch(`${tenantOrigin(tenant)}/auth/v1/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: credential.GOVERNANCE_CLIENT_ID,
      client_secret: credential.GOVERNANCE_CLIENT_SECRET,
    }),
  });
  if (!response.ok) throw new Error(`no token: ${response.status} ${await response.text()}`);
  const { access_token } = (await response.json()) as { access_token: string };
  return {
    ...tenant,
    credential,
    authorization: `Bearer ${access_token}`,
  };
}

/** Counts the calls to create a connector owner, including repeated ones. */
export async function ownersAsked(tenant: OpenTenant): Promise<number> {
  const { calls } = await control<{ calls: { createConnectorOwner: number } }>(tenant, "GET", "calls");
  return calls.createConnectorOwner;
}
