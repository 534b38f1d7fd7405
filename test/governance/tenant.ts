import {
  createGovernance,
  type Governance,
  type GovernanceBindings,
  type Transport,
} from "../../src/governance/client/index.ts";
import type { OperationId } from "../../src/governance/contract/index.ts";
import { TOKEN_KEEPER, TOKENS } from "./client/bindings.ts";

interface CredentialOptions {
  readonly tokenLifetimeSeconds?: number;
  readonly secretFormat?: "v1" | "plain";
  readonly allowedCidrs?: readonly string[];
  readonly dpop?: boolean;
}
interface FaultOptions {
  readonly operation: OperationId;
  readonly count?: number;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  readonly message?: string;
  readonly delayMs?: number;
  readonly drop?: "before" | "after";
}

/** An embedded tenant at a hostname that no other test uses, and clients of it. */
export interface TestTenant {
  readonly env: GovernanceBindings;
  readonly clientSecret: string;
  client(transport?: Partial<Transport>): Governance;
  /** Creates a credential. @returns its environment */
  credential(options?: CredentialOptions): Promise<GovernanceBindings>;
  fault(fault: FaultOptions): Promise<void>;
  /** Returns how often an operation was called since the tenant was seeded. */
  calls(operation: OperationId): Promise<number>;
  advance(seconds: number): Promise<void>;
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

/** Skips waits, so that tests of retries take no time. */
const impatient: Partial<Transport> = { sleep: async (_, signal) => signal?.throwIfAborted() };

/**
 * Starts an embedded tenant at a hostname that no other test uses, with its sample data.
 *
 * @example
 * const tenant = await tenantAt("acme.example.com");
 * const context = makeContext(tenant.client());
 */
export async function tenantAt(
  hostname: string,
  { users = 60, ...options }: CredentialOptions & { readonly users?: number } = {},
): Promise<TestTenant> {
  const control = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`https://${hostname}/_control/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json<Record<string, unknown>>();
  };
  await control("POST", "seed", { users });
  const credential = async (wanted: CredentialOptions = {}) => {
    const { clientId, clientSecret } = await control("POST", "credentials", wanted);
    return {
      GOVERNANCE_CLIENT_ID: String(clientId),
      GOVERNANCE_CLIENT_SECRET: String(clientSecret),
      TOKENS,
      TOKEN_KEEPER,
    };
  };
  const env = await credential(options);
  return {
    env,
    clientSecret: env.GOVERNANCE_CLIENT_SECRET,
    credential,
    control,
    client: (transport) => createGovernance(env, { ...impatient, ...transport }),
    fault: async (fault) => void (await control("POST", "faults", fault)),
    calls: async (operation) => {
      const { calls } = await control("GET", "calls");
      return (calls as Record<OperationId, number>)[operation];
    },
    advance: async (advanceSeconds) => void (await control("POST", "clock", { advanceSeconds })),
  };
}
