// The automations for people who join, move and leave: what they need, asked for beside a delivery of one's own HR system.
import { byName } from "../../actions/names.ts";
import { printable } from "../../base/text.ts";
import { faultOf, isVariable, VARIABLES, type VariableName } from "../../env.ts";
import type { WorkerEvent } from "../../systems/event.ts";
import { titleSource } from "../../systems/headline.ts";
import { systems } from "../../systems/index.ts";
import type { SettingsNames } from "../doctor/names.ts";
import { UsageError } from "../shared/command-line.ts";
import { devVars } from "../shared/dev-vars.ts";
import type { Asker } from "./ask.ts";
import type { ConfigChange } from "./config-file.ts";
import type { FirstAutomation } from "./first-automation.ts";
import { KINDS, type NameKind, withName } from "./names.ts";
import { literal } from "./object-text.ts";
import type { Reading } from "./sample-delivery.ts";
import type { SettingsAnswer } from "./settings.ts";

/** The automations of workers that can be set up here, with what they do. */
export const WORKER_AUTOMATIONS = {
  leaver: "who leaves loses what they own, and the rest of their access is reviewed",
  joiner: "who joins becomes an owner of connectors, by department and job title",
  mover: "who gets another department, job title or manager is reviewed by the new manager",
} as const;
type WorkerAutomation = keyof typeof WORKER_AUTOMATIONS;

/** Whether an automation is one of those. */
export const isForWorkers = (automation: string): automation is WorkerAutomation =>
  Object.hasOwn(WORKER_AUTOMATIONS, automation);

/** The automation that an event is for in the first place. */
export function workerAutomationFor({ type }: WorkerEvent): WorkerAutomation {
  if (type === "worker.terminated") return "leaver";
  return type === "worker.changed" ? "mover" : "joiner";
}

/** What flags say of it. */
export interface WorkerFlags {
  readonly "review-policy"?: string | undefined;
  readonly owner?: string | undefined;
  readonly days?: string | undefined;
  readonly rule?: string | undefined;
}

interface Asked {
  readonly now: SettingsAnswer;
  readonly names: SettingsNames;
  readonly reading: Reading<WorkerEvent> | null;
  /** Email of who is to be admin. */
  readonly admin: string;
}

/** Finds out what an automation of workers has to know. */
export async function askWorkers(
  flags: WorkerFlags,
  automation: WorkerAutomation,
  { now, names, reading, admin }: Asked,
  ask: Asker,
): Promise<FirstAutomation> {
  for (const line of reading ? readingLines(reading) : []) ask.say(printable(line));
  const variables = reading ? await askApi(reading, ask) : {};
  const asked =
    automation === "joiner"
      ? await askRule(flags, { now, names, reading }, ask)
      : await askReview(flags, automation, { now, names, admin }, ask);
  return {
    automation,
    variables,
    reading,
    names: asked.names,
    changes: [
      ...asked.changes,
      ...(automation === "joiner" || reading === null ? [] : requesterChanges(reading, now, ask)),
      ...(now.automations[automation] === undefined && !now.dryRun.includes(automation)
        ? [{ path: ["policy", "dryRun"], element: literal(automation) }]
        : []),
    ],
  };
}

/** What a delivery says, and whom it is about. */
function readingLines({ system, source, event }: Reading<WorkerEvent>): string[] {
  const { id, name, email, department = "not said", jobTitle = "not said", manager } = event.worker;
  const who = [name, email].filter(Boolean).join(", ") || `the worker ${id}`;
  const managed = manager?.email || manager?.name || "not said";
  return [
    `  It looks like ${source.name}: ${event.type} of ${who}${event.effectiveOn ? `, on ${event.effectiveOn}` : ""}`,
    `    department: ${department}; job title: ${jobTitle}; manager: ${managed}`,
    ...(email || !systems.get(system)?.complete
      ? []
      : [`    What it leaves out, Reeve reads from the API of ${titleSource(system)}.`]),
  ];
}

/** The variables of the sender's API, where it is asked for what deliveries leave out. */
async function askApi({ system }: Reading<WorkerEvent>, ask: Asker): Promise<Record<string, string>> {
  const { api, complete } = systems.get(system) ?? {};
  if (!api || !complete) return {};
  const known: Readonly<Record<string, string | undefined>> = { ...devVars(), ...process.env };
  const needed = [api.address.variable, ...api.variables].filter(
    (name): name is VariableName => isVariable(name) && !("default" in VARIABLES[name]),
  );
  const values: Record<string, string> = {};
  for (const name of needed) {
    const { says, secret, like } = VARIABLES[name];
    const value = await ask.optional({
      flag: `${name}, in the environment or in .dev.vars,`,
      message: `${titleSource(system)}: ${says}${secret ? "" : `, as ${like}`}; leave empty to say later`,
      given: known[name],
      secret: secret === true,
      fault: (text) => faultOf({ [name]: text }, name),
    });
    if (value !== null) values[name] = value;
  }
  const missing = needed.filter((name) => values[name] === undefined);
  if (missing.length > 0)
    ask.say(
      `  Not set yet: ${missing.join(", ")}. Until they are in .dev.vars, Reeve can't read what deliveries leave out.`,
    );
  return values;
}

interface Changed {
  readonly names: SettingsNames;
  readonly changes: readonly ConfigChange[];
}

const USUAL_REVIEW = { leaver: "Access of a leaver", mover: "Access after a move" } as const;
const USUAL_DAYS = 14;

/** The access review of who moves or leaves. */
async function askReview(
  flags: WorkerFlags,
  automation: "leaver" | "mover",
  { now, names, admin }: Omit<Asked, "reading">,
  ask: Asker,
): Promise<Changed> {
  const before = now.automations[automation]?.review;
  const [given, id] = splitOnce(flags["review-policy"]);
  const policy = await ask.required({
    flag: "--review-policy",
    message: "Access is reviewed: by which review policy, as you want to call it",
    given,
    usual:
      before?.policy ??
      Object.keys(names.reviewPolicies)[0] ??
      (ask.isTerminal ? "Manager reviews" : undefined),
  });
  const named = await askName("review-policy", policy, { id }, names, ask);
  const owner = await ask.required({
    flag: "--owner",
    message: "Who owns the review where the manager is unknown: an email",
    given: flags.owner,
    usual: before?.fallbackOwnerEmails[0] ?? admin,
    fault: (text) => (/^\S+@\S+$/.test(text) ? null : "is not an email address"),
  });
  const days = await ask.required({
    flag: "--days",
    message: "How many days the review may take",
    given: flags.days,
    usual: String(before?.openDays ?? USUAL_DAYS),
    fault: (text) => (/^[1-9]\d{0,3}$/.test(text) ? null : "must be a number of days"),
  });
  const review = { name: before?.name ?? USUAL_REVIEW[automation], policy, openDays: Number(days) };
  const owners = before?.fallbackOwnerEmails.includes(owner) ? before.fallbackOwnerEmails : [owner];
  const at = ["settings", "automations", automation];
  if (now.automations[automation] === undefined)
    return {
      names: named,
      changes: [{ path: at, value: literal({ review: { ...review, fallbackOwnerEmails: owners } }) }],
    };
  const after = Object.entries({ ...review, fallbackOwnerEmails: owners });
  return {
    names: named,
    changes: after.flatMap(([member, value]) =>
      JSON.stringify(before?.[member as keyof typeof before]) === JSON.stringify(value)
        ? []
        : [{ path: [...at, "review", member], value: literal(value) }],
    ),
  };
}

/** The first rule of who becomes an owner of what. */
async function askRule(
  flags: WorkerFlags,
  { now, names, reading }: Omit<Asked, "admin">,
  ask: Asker,
): Promise<Changed> {
  const before = now.automations.joiner?.rules ?? [];
  const given = ruleGiven(flags.rule);
  const worker = reading?.event.worker;
  const fits = before.find(({ department }) => department === undefined || department === worker?.department);
  const department = await ask.optional({
    flag: "--rule department=…",
    message: "Joiners of which department become owners? Leave empty for any",
    given: given?.["department"],
    usual: given ? undefined : (fits?.department ?? worker?.department),
  });
  const jobTitle = await ask.optional({
    flag: "--rule jobTitle=…",
    message: `With which job title? Leave empty for any${worker?.jobTitle ? `; the delivery says "${worker.jobTitle}"` : ""}`,
    given: given?.["jobTitle"],
    usual: given ? undefined : (fits?.jobTitle ?? (department === null ? worker?.jobTitle : undefined)),
  });
  if (department === null && jobTitle === null)
    throw new UsageError(
      "--rule needs a department or a job title: department=Platform,connector=GitHub MCP",
    );
  const connector = await ask.required({
    flag: "--rule connector=…",
    message: "Of which connector, as you want to call it",
    given: given?.["connector"],
    usual: given ? undefined : (fits?.connector ?? Object.keys(names.connectors)[0]),
  });
  const named = await askName("connector", connector, {}, names, ask);
  const role = given?.["role"] ?? fits?.role;
  const rule = {
    ...(department !== null && { department }),
    ...(jobTitle !== null && { jobTitle }),
    connector,
    ...(role !== undefined && { role }),
  };
  const at = ["settings", "automations", "joiner"];
  const isKnown = before.some((one) => JSON.stringify(one) === JSON.stringify(rule));
  if (isKnown) return { names: named, changes: [] };
  return {
    names: named,
    changes: [
      now.automations.joiner
        ? { path: [...at, "rules"], element: literal(rule) }
        : { path: at, value: literal({ rules: [rule] }) },
    ],
  };
}

/** The names with one more, where it has no id yet. */
async function askName(
  kind: Extract<NameKind, "review-policy" | "connector">,
  name: string,
  given: Readonly<Record<string, string | undefined>>,
  names: SettingsNames,
  ask: Asker,
): Promise<SettingsNames> {
  const { member, needs, where } = KINDS[kind];
  if (given["id"] === undefined && byName<unknown>(names[member], name)) return names;
  const cells: Record<string, string> = { kind, name };
  for (const column of needs)
    cells[column] = await ask.required({
      flag:
        kind === "connector"
          ? `--connector "${name}=<app id>/<connector id>"`
          : `--review-policy "${name}=<id>"`,
      message: printable(
        `The ${column === "app_id" ? "app's id" : "id"} of the ${kind.replace("-", " ")} "${name}" (in the service: ${where})`,
      ),
      given: given[column],
    });
  return withName(names, cells);
}

/** Lets plans be approved of a sender that does not say who caused what it reports: a review needs an approval. */
function requesterChanges(
  { source, event }: Reading<WorkerEvent>,
  { unknownRequestersFrom }: SettingsAnswer,
  ask: Asker,
): ConfigChange[] {
  if (event.actor?.email || unknownRequestersFrom.includes(source.name)) return [];
  ask.say(
    `  An access review needs an approval, and ${source.name} does not say who caused this: policy.unknownRequestersFrom lets such plans be approved. Whoever approves is warned.`,
  );
  return [{ path: ["policy", "unknownRequestersFrom"], element: literal(source.name) }];
}

const splitOnce = (text: string | undefined): readonly [string?, string?] =>
  text === undefined
    ? []
    : text.includes("=")
      ? [text.slice(0, text.indexOf("=")).trim(), text.slice(text.indexOf("=") + 1).trim()]
      : [text.trim()];

const RULE_MEMBERS = ["department", "jobTitle", "connector", "role"];

/** `department=Platform,connector=GitHub MCP`. @throws UsageError */
function ruleGiven(text: string | undefined): Readonly<Record<string, string>> | null {
  if (text === undefined) return null;
  const pairs = text.split(",").map(splitOnce);
  for (const [member = "", value = ""] of pairs)
    if (!RULE_MEMBERS.includes(member) || value === "")
      throw new UsageError(
        `--rule ${text}: reads like department=Platform,jobTitle=…,connector=GitHub MCP,role=Owner`,
      );
  return Object.fromEntries(pairs);
}
