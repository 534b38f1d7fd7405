// The catalogue of checks of a set-up and of a running Reeve. Doctor, `/healthz`, the API, and the overview, settings
// and sources pages show the findings in the same words.
import * as z from "zod";
import { automations } from "../automations/index.ts";
import { DAY_MS, formatDuration } from "../base/days.ts";
import type { ControlHealth } from "../desk/control/control.ts";
import { MAX_AHEAD_MS, type NotedCredential, type RefusedInWeek } from "../desk/control/notes.ts";
import { allDesks, changedDesks, findControl } from "../desk/directory.ts";
import { formatSlow, formatSlowdown } from "../desk/engine/api-watch.ts";
import type { DeskHealth } from "../desk/engine/core.ts";
import { findFailingSources, formatFailingSource, formatSilence } from "../desk/failing-sources.ts";
import { apiOfAll, formatOutage } from "../desk/watches.ts";
import { type Env, findFault, isSet, readVariable, type Variables, variables } from "../env.ts";
import {
  CREDENTIAL_PARTS,
  findWarning,
  formatExpiry,
  REPLACE_CREDENTIAL,
  readCredentialEnd,
} from "../governance/client/credential.ts";
import { type Automation, acceptsAnyProject } from "../kit/automation.ts";
import { enabledNames, type Settings } from "../kit/settings.ts";
import { readSourceActivity } from "../ledger/events.ts";
import { formatMassChange, type MassChange, massList, readMassChanges } from "../ledger/mass-changes.ts";
import { ROLES } from "../policy/acts.ts";
import { formatRuleTrigger } from "../policy/approval.ts";
import type { People } from "../policy/people.ts";
import { listApprovalRules, type Policy } from "../policy/policy.ts";
import { addressInUse, credentialInUse, endsAt, formatEnd, readAddress } from "../systems/api/api.ts";
import { ASK_EVENTS } from "../systems/event.ts";
import { entrances, isSetUp, nameCredential, senderApis, systems } from "../systems/index.ts";
import { textAt } from "../systems/reading/json.ts";
import { titleSource } from "../systems/reply/replies.ts";
import { readSecrets, type SecretHolder } from "../systems/schemes/secrets.ts";
import { BOT_VARIABLES } from "../systems/teams.ts";

/** The finding of a check about one thing. It never contains a secret. */
export const Finding = z.strictObject({
  is: z.enum(["ok", "unused", "needs", "problem"]).meta({
    description:
      "`unused`: the item is not set up, is switched off, or can't be tested, and no action is needed. `needs`: a value to enter in the tenant's form for the credential; doctor can't read that form.",
  }),
  what: z.string().meta({ description: "The item that was checked." }),
  detail: z.string(),
  fix: z.string().optional().meta({ description: "What to do about a problem." }),
  isUrgent: z.boolean().optional().meta({ description: "True if deliveries or runs fail now." }),
  isOver: z.boolean().optional().meta({ description: "True if the reported problem has ended." }),
  isDown: z
    .boolean()
    .optional()
    .meta({ description: "True if Reeve can't accept deliveries or work on them." }),
  page: z.string().optional().meta({ description: "Path of the console's page about the problem." }),
  source: z.string().optional().meta({ description: "The source or system that the finding is about." }),
  since: z.int().optional().meta({ description: "When the problem began, in Unix milliseconds." }),
});
export type Finding = z.output<typeof Finding>;

/** Returns the name of an alarm, which identifies the alarm when an operator takes it. */
export const nameAlarm = ({ what, source }: Pick<Finding, "what" | "source">): string =>
  [what, source ?? []].flat().join(" ");

type Found = Omit<Finding, "what"> & Partial<Pick<Finding, "what">>;
type Answer = Found | readonly Found[];
export type FindingCheck<Input> = (input: Input) => Answer | Promise<Answer>;
type More = Partial<Omit<Finding, "is" | "detail" | "fix">>;

export const fine = (detail: string, more: More = {}): Found => ({ is: "ok", detail, ...more });
export const unused = (detail: string, more: More = {}): Found => ({ is: "unused", detail, ...more });
export const needs = (what: string, detail: string): Finding => ({ is: "needs", what, detail });
export const problem = (detail: string, fix: string, more: More = {}): Found => ({
  is: "problem",
  detail,
  fix,
  ...more,
});

/**
 * Runs checks concurrently, and returns their findings in the order of the checks. Unless a finding names its own item,
 * it is about the item that the check's name states.
 */
export async function runChecks<Input>(
  checks: Readonly<Record<string, FindingCheck<Input>>>,
  input: Input,
): Promise<Finding[]> {
  const found = Object.entries(checks).map(async ([what, run]) =>
    [await run(input)].flat().map((one): Finding => ({ what, ...one })),
  );
  return (await Promise.all(found)).flat();
}

/** Returns the fix for missing or invalid variables: how to set them on this machine and on a deployment. */
export const put = (...variables: readonly string[]): string =>
  `set ${variables.join(" and ")} in .dev.vars, and on a deployment with npx wrangler secret put`;

/** Returns the problem that a variable is not set. @param effect Text to append, with its punctuation */
const notSet = (name: string, effect: string): Found => problem(`${name} is not set${effect}`, put(name));

/** The parts of the configuration that the checks read. */
export interface CheckedConfig {
  readonly settings: Settings;
  readonly policy: Policy;
  readonly people: People;
  readonly replies: object;
  readonly agents: { readonly enabled: boolean };
}

/** The variables of this machine or of a deployment, and the data needed to check them. */
interface VariablesSet {
  readonly env: Variables;
  /** The current time, in Unix milliseconds. */
  readonly now: number;
  /**
   * The credentials that a deployment's cron has found, each with the time when it was first found.
   * @default unknown
   */
  readonly credentials?: readonly NotedCredential[];
  /** Publicly known secrets, by variable: those of the local stack. @default none */
  readonly publicSecrets?: Readonly<Record<string, string>>;
}

export interface SetUp extends VariablesSet {
  readonly config: CheckedConfig;
  readonly automations: ReadonlyMap<string, Automation>;
}

/** How long before the expiry of a sender's API credential the credential is reported as a problem, in milliseconds. */
const WARN_MS = 7 * DAY_MS;
const STRONG = "openssl rand -base64 32 generates one";
/** `/metrics`, as one of the holders of secrets. */
const metrics = { name: "metrics", secretVariable: "METRICS_TOKEN" } as const satisfies SecretHolder;

/** Checks of variables. They make no requests. */
export const variableChecks = {
  "credential's end"({ env, now, credentials = [] }) {
    const end = readCredentialEnd(env, credentials);
    if (end === null)
      return unused(
        env.GOVERNANCE_CREDENTIAL_DAYS
          ? "counted from the deployment's first use of the credential; see the deployment's overview page or /metrics"
          : "unknown: set GOVERNANCE_CREDENTIAL_EXPIRES to receive warnings 14, 7 and 1 days ahead",
      );
    const detail = formatExpiry(null, end, now);
    if (findWarning(end, now) === null) return fine(detail);
    return problem(detail, `${REPLACE_CREDENTIAL}, then ${put("GOVERNANCE_CREDENTIAL_EXPIRES")}`);
  },
  /** A newer credential that is set only in part is not used. */
  "new credential"({ env }) {
    const parts = Object.values(CREDENTIAL_PARTS.newer);
    const missing = parts.find((name) => !env[name]);
    if (!missing || parts.every((name) => !env[name])) return [];
    return notSet(missing, ", so the credential is not used");
  },
  secrets({ env, publicSecrets = {} }) {
    const holders = new Map<string, string>();
    const set = [...entrances, metrics].filter(({ secretVariable }) => isSet(env, secretVariable));
    const findings = set.map((holder: SecretHolder) => {
      const { secretVariable: variable } = holder;
      const read = readSecrets(holder, env);
      const secrets = read.ok ? read.value : [];
      // If two variables have the same secret, one sender could sign as the other.
      const [other] = secrets.flatMap((secret) => holders.get(secret) ?? []);
      for (const secret of secrets) holders.set(secret, variable);
      const fault = !read.ok
        ? read.reason
        : secrets.some((secret) => secret === publicSecrets[variable])
          ? `${variable} is the local stack's secret, which is public`
          : other && `${variable} is the same as ${other}`;
      if (!fault) return fine(`${variable}${secrets.length > 1 ? ", and the secret that it replaces" : ""}`);
      return problem(fault, `set a new secret at the sender, then ${put(variable)} (${STRONG})`);
    });
    if (set.some((holder) => holder !== metrics)) return findings;
    const fix = `${put("JIRA_WEBHOOK_SECRET")}; or another sender's secret`;
    const none = "no sender has a secret, so no delivery can be accepted";
    return [problem(none, fix, { page: "/sources" }), ...findings];
  },
  /** A test of the Teams workflow would post a message to the channel, so this check makes no call. */
  teams({ env }) {
    const missing = BOT_VARIABLES.filter((name) => !isSet(env, name));
    if (missing.length > 0 && missing.length < BOT_VARIABLES.length)
      return problem(`the bot lacks ${missing.join(" and ")}: nobody can decide in Teams`, put(...missing));
    if (missing.length > 0 && !isSet(env, "TEAMS_WEBHOOK_URL")) return unused("not set up");
    if (!isSet(env, "REEVE_URL")) return notSet("REEVE_URL", ", so the cards in Teams have no links");
    return fine("set up; not tested, because a test message would be posted to the channel");
  },
  receipts({ env }) {
    if (isSet(env, "EVIDENCE_KEY")) return fine("signed with EVIDENCE_KEY");
    return unused("EVIDENCE_KEY is not set, so there are neither receipts nor checkpoints");
  },
  /** The receiver of notices might page a person, so this check makes no call. */
  "webhook for notices"({ env }) {
    const names = ["NOTIFY_WEBHOOK_URL", "NOTIFY_WEBHOOK_SECRET"] as const;
    const missing = names.filter((name) => !isSet(env, name));
    if (missing.length === 2) return unused("not set up");
    if (missing[0]) return notSet(missing[0], ": the webhook needs both variables");
    return fine("set up; try it with the button on the console's Settings page");
  },
} satisfies Record<string, FindingCheck<VariablesSet>>;

/** Checks of the configuration together with the variables. They make no requests. */
export const configChecks = {
  roles({ config: { people } }) {
    const given = ROLES.flatMap((role) => {
      const holders = people.filter(({ roles }) => roles.includes(role));
      return holders.length > 0 ? `${role} ${holders.length}` : [];
    });
    if (given.length > 0) return fine(given.join(", "));
    return problem(
      "nobody has a role, so nobody can use the console or /api",
      "add people to the setting people in src/config.ts (docs/set-up/people.md)",
    );
  },
  approvals: ({ config: { policy } }) =>
    listApprovalRules(policy).flatMap((rule) => {
      const detail = `${rule.setting} is false, so no default rule applies to ${formatRuleTrigger(rule)}`;
      return rule.isOn ? [] : unused(detail);
    }),
  ticketProjects({ config: { settings }, automations }) {
    const any = enabledNames(settings).filter((name) => {
      const automation = automations.get(name);
      return automation !== undefined && acceptsAnyProject(automation, settings);
    });
    return any.length === 0 ? [] : unused(`tickets from every project are accepted by ${any.join(", ")}`);
  },
  /** Plans show the name of an app but act on its id. */
  names({ config: { settings } }) {
    const named = [
      ...Object.entries(settings.apps).map(([name, id]) => ({ name, id, at: `apps, "${name}"` })),
      ...Object.entries(settings.connectors).map(([connector, { appId: id, appName: name }]) => ({
        name,
        id,
        at: `connectors, "${connector}"`,
      })),
    ];
    return named.flatMap(({ name, id, at }, n) => {
      const other = named
        .slice(0, n)
        .find((one) => (one.id === id) !== (one.name.toLowerCase() === name.toLowerCase()));
      if (!other) return [];
      return problem(
        `settings.${at}: the app ${id} is called "${name}"; settings.${other.at}: ${other.id} is called "${other.name}"`,
        "correct the id or the name in src/config.ts: each app must have one name there, and each name one app",
      );
    });
  },
  /** The first deployment makes the number of desks final. */
  desks({ env, config: { policy } }) {
    if (findFault(env, "DESKS") !== null) return [];
    const count = readVariable(env, "DESKS");
    return fine(
      `${count}: Reeve waits for up to ${policy.maxCallsInFlight * count} responses from the service at a time. The first deployment fixes the number; until then, choose more desks if the service takes over 50 ms to respond, or for over 200 runs a second: docs/live/deploy.md#number-of-desks`,
    );
  },
  async "apis of senders"({ env, config: { replies, settings }, now, credentials = [] }) {
    const needed = [
      ...Object.keys(replies),
      ...Object.values(settings.automations).flatMap((one) => textAt(Object(one).ticket, "system") ?? []),
    ];
    const inUse = senderApis.filter(
      ({ system }) => system !== "slack" && (isSetUp(system, env) || needed.includes(system)),
    );
    const findings = inUse.map(async ({ system, ...api }) => {
      const about = { what: `api of ${system}`, source: system };
      const credential = credentialInUse(api, env);
      const missing = credential.variables.filter((name) => !env[name]);
      if (missing.length > 0) return problem(`Reeve lacks ${missing.join(", ")}`, put(...missing), about);
      try {
        const id = await nameCredential(system, credential, env);
        const seen = credentials.find(({ clientId }) => clientId === id)?.firstSeen ?? null;
        const detail = `${readAddress(api.address, env)}; its credential ${formatEnd(credential.end, seen)}`;
        const endsSoon = (endsAt(credential.end, seen) ?? Number.POSITIVE_INFINITY) < now + WARN_MS;
        return endsSoon ? problem(detail, "replace it: docs/operate/secrets.md", about) : fine(detail, about);
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error);
        return problem(fault, put(addressInUse(api.address, env).variable), about);
      }
    });
    return findings.length > 0 ? Promise.all(findings) : unused("not set up");
  },
  "webhook of the governance service"({ env, config: { settings }, automations }) {
    const answers = enabledNames(settings).filter((name) =>
      [automations.get(name)?.on].flat().some((type) => ASK_EVENTS.some((one) => one === type)),
    );
    if (answers.length === 0) return [];
    const name = "CONDUCTORONE_WEBHOOK_SECRET";
    if (!isSet(env, name)) return notSet(name, `, but is required by ${answers.join(", ")}`);
    const address = `${env.REEVE_URL?.replace(/\/$/, "") ?? "https://<your host>"}/hooks/conductorone`;
    return fine(`enter ${address} in the service, and choose “Test webhook”: Reeve responds with 200`);
  },
  "inbound webhooks of the governance service"({ env, config: { settings } }) {
    const name = "CONDUCTORONE_LISTENER_SECRETS";
    const started = Object.entries(settings.serviceAutomations);
    if (started.length === 0 || findFault(env, name) !== null) return [];
    const lacking = started.filter(([, { webhook }]) => !readVariable(env, name)?.has(webhook));
    if (lacking.length === 0) return fine(started.map(([one]) => one).join(", "));
    const names = lacking.map(([one, { webhook }]) => `${webhook} (${one})`).join(", ");
    return problem(`${name} has no secret for ${names}`, put(name));
  },
  /**
   * `/mcp` needs its own Access application: a token for the console's application would let an agent approve plans
   * (docs/extend/agents.md).
   */
  agents({ env, config: { agents } }) {
    if (!agents.enabled) return unused("agents.enabled is false");
    if (!isSet(env, "ACCESS_MCP_AUD")) return notSet("ACCESS_MCP_AUD", ": /mcp is closed");
    if (env.ACCESS_MCP_AUD === env.ACCESS_AUD)
      return problem(
        "ACCESS_MCP_AUD is the same as ACCESS_AUD: /mcp is closed",
        `add an application in Cloudflare Access only for /mcp (docs/extend/agents.md), then ${put("ACCESS_MCP_AUD")}`,
      );
    return fine("agents sign in at a separate Access application");
  },
} satisfies Record<string, FindingCheck<SetUp>>;

/** Reports malformed variables, except those that another finding reports. */
export const findMalformed = (env: Variables, findings: readonly Finding[]): Finding[] =>
  variables().flatMap(({ name }) => {
    const fault = findFault(env, name);
    const isKnown = findings.some(({ is, detail }) => is === "problem" && detail.includes(name));
    return fault === null || isKnown ? [] : { what: "variables", ...problem(fault, put(name)) };
  });

/** Runs the checks that make no requests. */
export async function checkSetUp(setUp: SetUp): Promise<Finding[]> {
  const findings = [...(await runChecks(configChecks, setUp)), ...(await runChecks(variableChecks, setUp))];
  return [...findings, ...findMalformed(setUp.env, findings)];
}

/** The data that `/healthz` checks. */
export interface Liveness {
  readonly env: Variables;
  /** The current time, in Unix milliseconds. */
  readonly now: number;
  /** Control's state, or `null` if Control does not respond. */
  readonly control: ControlHealth | null;
  /** Each desk's state, or `null` if the desk does not respond. */
  readonly desks: readonly (DeskHealth | null)[];
}

/**
 * Reads the state of Control and of every desk.
 * @param onFault Receives the error if Control or a desk does not respond
 */
export async function readLiveness(
  env: Env,
  now: number,
  onFault: (error: unknown) => void = () => {},
): Promise<Liveness> {
  const orNull = <Value>(work: () => Promise<Value>) =>
    work().catch((error: unknown) => {
      onFault(error);
      return null;
    });
  const [control, desks] = await Promise.all([
    orNull(async () => findControl(env).health(readVariable(env, "DESKS"))),
    orNull(async () => Promise.all(allDesks(env).map((desk) => orNull(async () => desk.health())))),
  ]);
  return { env, now, control, desks: desks ?? [null] };
}

/**
 * Returns the properties of a finding about a source.
 * @param since When the problem began, in Unix milliseconds. @default unknown
 */
const atSource = (source: string, since?: number) => ({ source, page: `/sources/${source}`, since });

/**
 * The maximum age of the last cron tick, in milliseconds. If the cron is late, schedules wait, and so do runs that lost
 * their alarm.
 */
const MAX_CRON_AGE_MS = 5 * 60_000;
const DOWN = { isUrgent: true, isDown: true };
const IN_PROGRESS = { isUrgent: true, page: "/runs?state=in_progress" };
const PLATFORM = "check the Worker's logs and www.cloudflarestatus.com";
const CRON = "check the Worker's cron trigger, which must run every minute";

/** Checks of whether Reeve can accept deliveries and work on them. */
export const livenessChecks = {
  control: ({ env, control }) => {
    if (control === null) return problem("Control does not respond.", PLATFORM, DOWN);
    const changed = changedDesks(env, control.desks);
    return changed === null ? [] : problem(`${changed}.`, put("DESKS"), DOWN);
  },
  "desks in use"({ desks }) {
    const missing = desks.filter((desk) => desk === null).length;
    const detail = missing === 1 ? "A desk does not respond." : `${missing} desks do not respond.`;
    return missing === 0 ? [] : problem(detail, PLATFORM, DOWN);
  },
  cron({ control, now }) {
    if (control === null) return [];
    const { scheduledUntil: last } = control;
    if (last === null) return problem("The cron has not run yet.", CRON, DOWN);
    if (now - last > MAX_CRON_AGE_MS) return problem("The cron is late.", CRON, { ...DOWN, since: last });
    if (last - now <= MAX_AHEAD_MS) return [];
    return problem("The clock is behind the time of the last cron run.", "correct the machine's clock", DOWN);
  },
  "governance API"({ desks, now }) {
    const api = apiOfAll(desks.flatMap((desk) => desk?.api ?? []));
    if (!api.outage) return [];
    const detail = formatOutage(api.outage, api, now);
    const { since } = api.outage;
    return problem(detail, "no action is needed unless the outage lasts", { ...IN_PROGRESS, since });
  },
} satisfies Record<string, FindingCheck<Liveness>>;

/**
 * The data about a running Reeve, from Control, the desks and the ledger. If the ledger is unavailable, `sources` and
 * `masses` are empty.
 */
export interface Deployment extends Liveness {
  readonly sources: Awaited<ReturnType<typeof readSourceActivity>>;
  readonly refusals: readonly RefusedInWeek[];
  readonly masses: readonly MassChange[];
}

/** Maximum lag of the ledger that is not a problem, in milliseconds. */
const LAG_MS = 60_000;

/** Checks of a running Reeve for problems that do not stop it. */
export const operationChecks = {
  // This check is not one of the liveness checks at /healthz, which anyone can read, because it names a source.
  silence({ control }) {
    const fix = "check the sender: docs/operate/incident.md#a-source-is-silent";
    const silent = control?.silent ?? [];
    return silent.map((one) => problem(formatSilence(one), fix, atSource(one.source, one.since)));
  },
  "mass changes": ({ masses, now }) =>
    masses.map((mass) =>
      problem(formatMassChange(mass), "pause the automation if nobody expected this", {
        what: `mass change of ${mass.automation}`,
        isUrgent: !mass.isOver,
        isOver: mass.isOver,
        page: massList(mass, now),
      }),
    ),
  deliveries: ({ sources, refusals }) =>
    findFailingSources(sources, refusals).map((failing) =>
      problem(formatFailingSource(failing), "correct the sender's set-up: docs/set-up/senders", {
        isUrgent: true,
        ...atSource(failing.source, failing.acceptedAt ?? 0),
      }),
    ),
  "secrets of senders": ({ env, sources }) =>
    entrances.flatMap((entrance) => {
      const { name } = entrance;
      const secrets = readSecrets(entrance, env);
      if (secrets.ok || !sources.some(({ source, lastAt }) => source === name && lastAt !== null)) return [];
      const detail = `${titleSource(name)} has no valid secret: its deliveries are rejected.`;
      return problem(detail, secrets.reason, { isUrgent: true, ...atSource(name) });
    }),
  pace({ desks }) {
    const { pace } = apiOfAll(desks.flatMap((desk) => desk?.api ?? []));
    return pace.isSlowed ? problem(formatSlowdown(pace), "no action is needed") : [];
  },
  "response time"({ desks }) {
    const { slow } = apiOfAll(desks.flatMap((desk) => desk?.api ?? []));
    if (!slow) return [];
    const due = desks.reduce((sum, desk) => sum + (desk?.due ?? 0), 0);
    const detail = `${formatSlow(slow)} Due runs: ${due}.`;
    return problem(detail, "check the service; runs continue by themselves", IN_PROGRESS);
  },
  ledger({ desks, now }) {
    const since = Math.min(now, ...desks.flatMap((desk) => desk?.unrecordedSince ?? []));
    if (now - since <= LAG_MS) return [];
    const detail = `The ledger is ${formatDuration(now - since)} behind: runs continue without it.`;
    return problem(detail, "no action is needed unless the lag lasts: docs/operate/incident.md", { since });
  },
} satisfies Record<string, FindingCheck<Deployment>>;

/** Returns the name of the system that a source belongs to, or the source itself if it belongs to no system. */
export const nameSystem = (source: string): string =>
  Array.from(systems.values()).find(({ sources }) => sources.some(({ name }) => name === source))?.name ??
  source;

/**
 * Reads the state of a deployment, and runs all checks that a deployment can make of itself. Urgent findings are first.
 * @param ledger Returns the result of a read from the ledger. It can return a fallback if the ledger is unavailable
 */
export async function checkDeployment(
  env: Env,
  config: CheckedConfig,
  ledger: <Value>(asked: Promise<Value>, instead: () => Value) => Promise<Value>,
) {
  const now = Date.now();
  const names = entrances.map(({ name }) => name);
  const [live, state, sources, masses] = await Promise.all([
    readLiveness(env, now),
    findControl(env).state(),
    ledger(readSourceActivity(env.LEDGER, names), () => []),
    ledger(readMassChanges(env.LEDGER, enabledNames(config.settings), now), () => []),
  ]);
  const deployment = { ...live, sources, masses, refusals: state.refusals };
  const findings = [
    ...(await runChecks(livenessChecks, deployment)),
    ...(await runChecks(operationChecks, deployment)),
    ...(await checkSetUp({ env, config, automations, now, credentials: state.credentials })),
  ];
  const rank = ({ isUrgent = false }: Finding) => Number(!isUrgent);
  return { ...deployment, state, findings: findings.sort((a, b) => rank(a) - rank(b)) };
}
