// The local stack: starts Reeve and the embedded tenant for the commands and the tests, and connects to them.
import { INBOUND_WEBHOOK } from "../../sandbox/tenant/seed/samples.ts";
import { startHrApis } from "../../sandbox/vendors/hr.ts";
import { senders, slack } from "../../sandbox/vendors/senders.ts";
import { startTeams } from "../../sandbox/vendors/teams.ts";
import { sources } from "../../systems/index.ts";
import { slackSecret } from "../../systems/slack.ts";
import type { Bundle } from "../shared/bundle.ts";
import { type ExitCode, onStop } from "../shared/command-line.ts";
import { migrate } from "../shared/migrations.ts";
import { type RunningWorker, run } from "../shared/runtime.ts";
import { requireFree } from "./ports.ts";

/** The local stack's webhook secrets, by variable. They are public, so use them only on this machine. */
export const LOCAL_SECRETS: Readonly<Record<string, string>> = Object.fromEntries([
  ...senders.flatMap(({ source, localSecret }) => {
    const { secretVariable } = sources.get(source) ?? {};
    return secretVariable ? [[secretVariable, localSecret]] : [];
  }),
  [slackSecret.secretVariable, slack.localSecret],
]);

/** The local stack's key for receipts and checkpoints. It is public: the example key of RFC 8037, appendix A. */
export const LOCAL_EVIDENCE_KEY =
  '{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}';

export interface StackOptions {
  /** Port of Reeve. @default a free one */
  readonly reevePort?: number;
  /** Port of the tenant. @default a free one */
  readonly tenantPort?: number;
  /** Folder that keeps everything across restarts. @default in memory */
  readonly persist?: string;
  /** Receives each log line. @default log lines are dropped */
  readonly log?: (line: string) => void;
  /**
   * Path of Reeve's entry file, from the repository's root.
   * @default an entry that runs Reeve on the sample data, independent of src/config.ts
   */
  readonly entry?: string;
  /** The bundle of the entry. @default built by this call */
  readonly code?: Bundle;
  /** A running tenant to use, which is stopped with the stack. @default a new tenant */
  readonly tenant?: RunningWorker;
  /**
   * True to enable all deviations of the tenant from its normal behaviour (docs/contribute/tenant.md).
   * @default true if the variable `CHAOS` is "on"
   */
  readonly chaos?: boolean;
  /** True to also start stand-ins for Teams and the APIs of HR systems, with the sample's people. @default false */
  readonly hrApis?: boolean;
  /** Variables and secrets that override the local ones, for example those of `.dev.vars`. */
  readonly bindings?: Readonly<Record<string, string>>;
}

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** Starts only the embedded tenant, and seeds it the first time. */
export async function startTenant(options: StackOptions = {}): Promise<RunningWorker> {
  const { tenantPort, persist, log, chaos = process.env["CHAOS"] === "on" } = options;
  const tenant = await run({
    name: "reeve-tenant",
    config: "src/sandbox/tenant/wrangler.toml",
    entry: "src/sandbox/tenant/worker.ts",
    bindings: { CONTROL: "on", SPECIFICATION: process.env["SPECIFICATION"] ?? "off" },
    log,
    port: tenantPort,
    persist: persist && `${persist}/tenant`,
  });
  const { apps } = await control<{ apps: unknown[] }>(tenant, "GET", "apps");
  if (apps.length === 0) await control(tenant, "POST", "seed", {});
  if (chaos) await control(tenant, "POST", "chaos");
  return tenant;
}

/** Creates a tenant credential that never expires. @returns the variables with which Reeve uses the credential */
export async function newCredential(tenant: RunningWorker, displayName: string) {
  type Credential = { clientId: string; clientSecret: string };
  const wanted = { displayName, lifespan: "never" };
  const { clientId, clientSecret } = await control<Credential>(tenant, "POST", "credentials", wanted);
  return {
    GOVERNANCE_BASE_URL: tenantOrigin(tenant),
    GOVERNANCE_CLIENT_ID: clientId,
    GOVERNANCE_CLIENT_SECRET: clientSecret,
  };
}

/** Starts the whole local stack: migrates the ledger, and creates a credential with which Reeve calls the tenant. */
export async function startStack(options: StackOptions = {}) {
  const tenant = options.tenant ?? (await startTenant(options));
  const { bindings: own = {}, hrApis } = options;
  const hr = hrApis ? await startHrApis(own) : null;
  const teams = hrApis ? await startTeams(own) : null;
  /** The variables with which Reeve reaches the tenant, the HR systems and Teams. */
  const variables: Readonly<Record<string, string>> = {
    // Without this variable, Reeve's code rejects the addresses of the stand-ins, because they are on this machine.
    LOCAL_STACK: "yes",
    ...(await newCredential(tenant, "local stack")),
    CONDUCTORONE_LISTENER_SECRETS: `${INBOUND_WEBHOOK.id}=${INBOUND_WEBHOOK.secret}`,
    ...hr?.variables,
    ...teams?.variables,
  };
  const reeve = await startReeve({ ...options, bindings: { ...variables, ...options.bindings } });
  return {
    reeve,
    tenant,
    variables,
    stop: async () => void (await Promise.all([reeve.stop(), tenant.stop(), hr?.stop(), teams?.stop()])),
  };
}

/** Starts only Reeve, with a migrated ledger, on the tenant that its variables name. */
export async function startReeve(options: StackOptions): Promise<RunningWorker> {
  const { reevePort, persist, bindings, log, entry = "src/cli/demo/worker.ts", code } = options;
  const reeve = await run({
    name: "reeve",
    config: "wrangler.toml",
    entry,
    code,
    bindings: { EVIDENCE_KEY: LOCAL_EVIDENCE_KEY, ...LOCAL_SECRETS, LOCAL_STACK: "yes", ...bindings },
    log,
    port: reevePort,
    persist: persist && `${persist}/reeve`,
  });
  await migrate(reeve);
  return reeve;
}

/** Runs the cron handler once, as the platform does each minute. */
export async function tick({ miniflare }: RunningWorker): Promise<void> {
  const worker = await miniflare.getWorker();
  await worker.scheduled({ cron: "* * * * *" });
}

/** Calls one of the tenant's `/_control` endpoints. */
export async function control<Answer>(
  tenant: RunningWorker,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  const response = await fetch(`${tenantOrigin(tenant)}/_control/${path}`, { method, ...sent });
  if (!response.ok)
    throw new Error(`tenant control ${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/**
 * Returns the tenant's origin with a hostname: the hostname is the tenant's domain, and an IP address can't be a
 * domain.
 */
export const tenantOrigin = ({ url }: RunningWorker): string => `http://localhost:${url.port}`;

/** `npm run reeve -- tenant`: runs only the embedded tenant, in memory, until Ctrl-C. */
export async function runTenant({ port }: { readonly port: number }): Promise<ExitCode> {
  await requireFree(port, "the tenant", "npm run reeve -- tenant --port 9001");
  const tenant = await startTenant({ tenantPort: port, log: console.log });
  console.log(`
  tenant     ${tenantOrigin(tenant)}  (200 users; its API: /openapi.json)
  credential curl -X POST ${tenantOrigin(tenant)}/_control/credentials -H 'content-type: application/json' \\
               -d '{"displayName":"mine","lifespan":"30d"}'

  Ctrl-C stops.
`);
  onStop(() => tenant.stop().then(() => process.exit(0)));
  return 0;
}
