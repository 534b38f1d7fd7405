// The credentials that a backtest reads with: the tenant's, and those of senders' APIs.

import { startHrApis } from "../../sandbox/vendors/hr.ts";
import { senderApis } from "../../systems/index.ts";
import { isLocal } from "../shared/reeve-address.ts";
import { REEVE_PORT, tenantPort } from "../start/ports.ts";
import { controlAt } from "../start/stack.ts";

const VARIABLES = [
  "GOVERNANCE_CLIENT_ID",
  "GOVERNANCE_CLIENT_SECRET",
  "GOVERNANCE_NEW_CLIENT_ID",
  "GOVERNANCE_NEW_CLIENT_SECRET",
  "GOVERNANCE_BASE_URL",
  "GOVERNANCE_TOKEN_FLOW",
] as const;

/** What the governance API is read with, and the APIs of senders that leave something out. It holds secrets: never print it. */
export interface ReadCredential {
  readonly settings: Readonly<Record<string, string>>;
  /** Address of the tenant, to be shown. */
  readonly tenant: string;
  /** Whether that is the local stack's, which has the sample's names. */
  readonly isSample: boolean;
  /** Takes back what was made for this. */
  dispose(): Promise<void>;
}

/**
 * The credential that the environment has; else, for a Reeve of this machine, one of the local stack's tenant, made for
 * this and taken away after it: the stack's own is known to its Reeve alone.
 * @param environments The process's, then `.dev.vars`: the first that has a client id counts.
 * @param localTenant Where the local stack's tenant is.
 */
export async function readCredential(
  environments: readonly Readonly<Record<string, string | undefined>>[],
  reeve: URL,
  localTenant = `http://localhost:${tenantPort(undefined, Number(reeve.port || REEVE_PORT))}`,
): Promise<ReadCredential> {
  // Whole from one place: half a credential of each would be one of neither.
  const env = environments.find(({ GOVERNANCE_CLIENT_ID: id }) => id) ?? {};
  const governance = Object.fromEntries(VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const settings: Record<string, string> = { ...sendersSettings(environments), ...governance };
  const { GOVERNANCE_CLIENT_ID: clientId, GOVERNANCE_BASE_URL: base } = settings;
  if (clientId) {
    const tenant = base ?? `https://${/@([^@/]+)\//.exec(clientId)?.[1]}`;
    return { settings, tenant, isSample: false, dispose: async () => {} };
  }
  if (!isLocal(reeve))
    throw new Error(
      "GOVERNANCE_CLIENT_ID is not set: the back-test reads the tenant that this Reeve serves, with a credential " +
        "from the environment or .dev.vars",
    );
  return localCredential(localTenant, settings);
}

/** The variables of senders' APIs, each from the first place that has it. */
function sendersSettings(environments: readonly Readonly<Record<string, string | undefined>>[]) {
  const names = senderApis.flatMap(({ address, variables }) => [address.variable, ...variables]);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environments.map((env) => env[name]).find(Boolean);
      return value ? [[name, value]] : [];
    }),
  );
}

/** @param own Variables of senders' APIs; the local stack answers for the others */
async function localCredential(
  tenant: string,
  own: Readonly<Record<string, string>>,
): Promise<ReadCredential> {
  const { id, clientId, clientSecret } = await controlAt<Record<"id" | "clientId" | "clientSecret", string>>(
    tenant,
    "POST",
    "credentials",
    { displayName: "back-test" },
  ).catch((cause: unknown) => {
    throw new Error(`there is no tenant at ${tenant} (npm start runs the local one)`, { cause });
  });
  const hr = await startHrApis(own);
  return {
    settings: {
      // Those stand-ins are on this machine, which no other Reeve may ask.
      LOCAL_STACK: "yes",
      ...hr.variables,
      ...own,
      GOVERNANCE_BASE_URL: tenant,
      GOVERNANCE_CLIENT_ID: clientId,
      GOVERNANCE_CLIENT_SECRET: clientSecret,
    },
    tenant,
    isSample: true,
    dispose: async () => {
      await hr.stop();
      await controlAt(tenant, "DELETE", `credentials/${id}`);
    },
  };
}
