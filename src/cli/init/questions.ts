// Asks the questions about a delivery: which automation it is for, what its fields mean, and which ids belong to the
// names that src/config.ts does not contain yet.
import * as z from "zod";
import type { ActionRequest } from "../../actions/define.ts";
import { fieldLabel, takesList } from "../../actions/form.ts";
import { byName, type NamedThings } from "../../actions/names.ts";
import { fromTickets } from "../../automations/from-tickets.ts";
import { formatIssue } from "../../base/configured.ts";
import { printable } from "../../base/text.ts";
import { findFault, isVariable, VARIABLES, type VariableName, type Variables } from "../../env.ts";
import type { TicketEvent, WorkerEvent } from "../../systems/event.ts";
import { systems } from "../../systems/index.ts";
import { titleSource } from "../../systems/reply/replies.ts";
import { type FetchText, findJiraApi, isScopedForJira } from "../doctor/services.ts";
import { print } from "../shared/command-line.ts";
import type { WorkingTree } from "../shared/working-tree.ts";
import { askText, choose, forgetAnswer } from "./ask.ts";
import { type ConfigChange, type FirstAutomation, setting } from "./config-file.ts";
import type { Reading } from "./delivery.ts";

interface Kind {
  readonly member: keyof NamedThings;
  /** The properties of the named thing, with their questions. @default only its id */
  readonly parts?: Readonly<Record<string, string>>;
  /** The page of the service that shows the ids. */
  readonly where: string;
}

const KINDS = {
  connector: {
    member: "connectors",
    parts: { connectorId: "The id", appId: "The app's id", appName: "The app's name" },
    where: "Integrations, Connectors, the connector",
  },
  app: { member: "apps", where: "the app's page" },
  entitlement: {
    member: "entitlements",
    parts: { id: "The id", appId: "The app's id" },
    where: "the entitlement on its app's page",
  },
  tool: {
    member: "tools",
    parts: { id: "The id", connector: "The connector, by its name in src/config.ts," },
    where: "Integrations, Connectors, the connector, its tools",
  },
  "session policy": { member: "sessionPolicies", where: "the session policy's page" },
  "review policy": { member: "reviewPolicies", where: "the review policy's page" },
  campaign: { member: "campaigns", where: "the campaign's page" },
  "owner role": { member: "ownerRoles", where: "the roles that the form for adding an owner offers" },
} as const satisfies Readonly<Record<string, Kind>>;
export type NameKind = keyof typeof KINDS;

/** Returns the kind of thing that an action's input names, or `null` if the input names nothing of these kinds. */
export function kindOfInput(action: string, input: string): NameKind | null {
  if (input === "policy") return action.startsWith("session-policy") ? "session policy" : "review policy";
  const kind = { role: "owner role", example: "campaign" }[input] ?? input;
  return Object.hasOwn(KINDS, kind) ? (kind as NameKind) : null;
}

export const namesIn = (kind: NameKind, settings: NamedThings): readonly string[] =>
  Object.keys(settings[KINDS[kind].member]);

/**
 * Asks for the ids of a name, and returns the change that adds them. Returns no change if the settings already have
 * the name, unless its id is only a guess.
 */
export async function askName(kind: NameKind, name: string, settings: NamedThings): Promise<ConfigChange[]> {
  const { member, parts, where }: Kind = KINDS[kind];
  const known = byName<unknown>(settings[member], name)?.value;
  // Reeve's default slugs of owner roles are guesses: each is the role's name in lower case.
  const isGuess = kind === "owner role" && known === name.toLowerCase();
  if (known !== undefined && !isGuess) return [];
  const defaultValue = typeof known === "string" ? known : undefined;
  const ask = (question: string) =>
    askText({
      message: printable(`${question} for the ${kind} "${name}" (in the service: ${where})`),
      defaultValue,
    });
  if (!parts) return [setting(["settings", member, name], await ask("The id"))];
  const value: Record<string, string> = {};
  for (const [part, question] of Object.entries(parts)) value[part] = await ask(question);
  return [setting(["settings", member, name], value)];
}

const FormNow = z.object({ requestType: z.string(), status: z.array(z.string()) });

/** The option to choose if the form has no field for an input. */
const ABSENT = "-";

/**
 * Asks which action a ticket like the given one requests, which status means “go ahead”, which fields contain the
 * action's inputs, and which ids belong to the names in these fields.
 */
export async function askTicket(
  { source, system, event }: Reading<TicketEvent>,
  { config: { settings, policy }, actions }: WorkingTree,
  env: Variables,
): Promise<FirstAutomation> {
  const { key, title, project, status, requestType: typed, url: ticketUrl } = event.ticket;
  print(
    `  The delivery looks like ${source.name}: ${event.type}, ${key} "${short(title)}"\n` +
      `    project: ${project ?? "not given"}; form: ${typed ?? "in a field, or not given"}; status: ${status?.to ?? "not given"}`,
  );
  const variables =
    system === "jira" && ticketUrl ? await findJiraVariables(new URL(ticketUrl).origin, env, fetch) : {};
  const forms = Array.from(fromTickets, ([action, { name: automation }]) => {
    const request = actions.get(action)?.request;
    if (!request || !("input" in request)) throw new Error(`${action} can't be requested`);
    return { action, automation, request };
  });
  const { automation, action, request } = await choose(
    "What does a ticket ask for?",
    forms.map((value) => ({ value, label: value.automation, hint: value.request.description })),
    forms.find((form) => form.automation in settings.automations),
  );
  if (event.type !== "ticket.transitioned")
    console.log(
      `  The delivery is ${event.type}. ${automation} acts when a ticket gets the status that means "go ahead": to see the result, use a delivery of that change.`,
    );

  const known = settings.fields[system] ?? {};
  const texts = fieldTexts(event);
  const fields: Record<string, string> = {};
  const whichForm = "Which field has the name of the ticket's form?";
  if (typed === undefined)
    fields["requestType"] = await choose(whichForm, listOptions(texts), known["requestType"]);
  const requestType = typed ?? texts.get(fields["requestType"] ?? "") ?? "";
  texts.delete(fields["requestType"] ?? "");
  const before = FormNow.safeParse(settings.automations[automation]).data;
  const goAhead = await askText({
    message: 'The status that means "go ahead"',
    defaultValue: status?.to ?? before?.status[0] ?? "Approved",
  });
  const changes: ConfigChange[] = [];
  for (const [input, schema] of Object.entries(request.input.shape)) {
    // A request has at most one end: a day (`until`) or a number of days.
    if (input === "days" && fields["until"] !== undefined) continue;
    const field = await askField(input, schema, texts, known[input], event.ticket.people);
    if (field === ABSENT) {
      const usual = input === "role" ? settings.defaultOwnerRole : undefined;
      if (usual !== undefined) changes.push(...(await askName("owner role", usual, settings)));
      continue;
    }
    fields[input] = field;
    const kind = kindOfInput(action, input);
    const name = texts.get(field)?.trim();
    texts.delete(field);
    if (kind && name) changes.push(...(await askName(kind, name, settings)));
  }
  const at = ["settings", "automations", automation];
  if (!before) {
    changes.push(setting(at, { requestType, status: goAhead }));
    // Only an automation without settings starts in dry run: an automation that is already live stays live.
    if (!policy.dryRun.includes(automation)) changes.push(setting(["policy", "dryRun"], [automation]));
  } else {
    if (before.requestType !== requestType) changes.push(setting([...at, "requestType"], requestType));
    if (!before.status.includes(goAhead)) changes.push(setting([...at, "status"], goAhead));
  }
  const counted = settings.ticketProjects[system] ?? [];
  if (project !== undefined && !counted.includes(project) && !counted.includes("*"))
    changes.push(setting(["settings", "ticketProjects", system], [project]));
  for (const [name, id] of Object.entries(fields))
    if (known[name] !== id && name !== id) changes.push(setting(["settings", "fields", system, name], id));
  return { automation, changes, variables };
}

/**
 * Finds the URLs that Reeve needs to reply on a Jira site. Returns `JIRA_URL` and `JIRA_API_URL` if the configured
 * token is scoped. Otherwise prints the URLs that it finds, and returns an empty object.
 */
export async function findJiraVariables(
  site: string,
  env: Variables,
  fetch: FetchText,
): Promise<Record<string, string>> {
  const api = await findJiraApi(site, fetch);
  const isScoped = api !== null && (await isScopedForJira(env, api, fetch));
  if (isScoped) return { JIRA_URL: site, JIRA_API_URL: api };
  const scoped = api ? `; a scoped token also needs JIRA_API_URL=${api}` : "";
  print(`    to reply in Jira: JIRA_URL=${site}${scoped} (docs/set-up/senders/jira.md)`);
  return {};
}

/**
 * Asks which of the ticket's fields contains an action's input, until the value of the chosen field is valid. Returns
 * the field's id, or {@link ABSENT}.
 */
async function askField(
  input: string,
  schema: ActionRequest["input"]["shape"][string],
  texts: ReadonlyMap<string, string>,
  known: string | undefined,
  people: TicketEvent["ticket"]["people"] = {},
): Promise<string> {
  const required = !z.safeParse(schema, undefined).success;
  // This ticket lacks the configured field, but other tickets might contain it.
  if (!required && known !== undefined && !texts.has(known)) return known;
  if (required && texts.size === 0)
    throw new Error(
      `The ticket has no field for the ${input}. Run npm run init again with a ticket that has one.`,
    );
  const absent = { value: ABSENT, label: "not in this form" };
  for (;;) {
    const field = await choose(
      `Which field is the ${fieldLabel(input).toLowerCase()}? ${z.globalRegistry.get(schema)?.description ?? ""}`,
      [...(required ? [] : [absent]), ...listOptions(texts)],
      known ?? input,
    );
    // A field with people is not checked: it contains only their names, and Reeve looks the people up. A list is not
    // checked either: its text joins the elements.
    const isChecked = field !== ABSENT && !(field in people) && !takesList(schema);
    const { error } = z.safeParse(schema, isChecked ? texts.get(field)?.trim() : undefined, {
      error: formatIssue,
    });
    if (!isChecked || !error) return field;
    forgetAnswer();
    print(`  “${short(texts.get(field) ?? "")}” can't be the ${input}: ${error.issues[0]?.message}`);
  }
}

/** Returns the fields of a ticket as text, by the sender's field ids, with Jira's custom fields first. */
function fieldTexts({ ticket }: TicketEvent): Map<string, string> {
  const fields = Object.entries(ticket.fields).map(([id, value]) => [id, [value].flat().join(", ")] as const);
  const rank = ([id]: readonly [string, string]) => (id.startsWith("customfield_") ? 0 : 1);
  return new Map(fields.toSorted((a, b) => rank(a) - rank(b)));
}

const listOptions = (texts: ReadonlyMap<string, string>) =>
  Array.from(texts, ([value, text]) => ({ value, label: printable(`${value} = ${short(text)}`) }));

const short = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
};

const AUTOMATIONS = [
  ["leaver", "leavers lose their ownerships, and the rest of their access is reviewed"],
  ["joiner", "joiners become owners of connectors, by department and job title"],
  ["mover", "the access of people with a new department, job title or manager is reviewed"],
] as const;

/**
 * Asks which automation for workers to try out, and for its settings. An automation that is already set up stays
 * unchanged.
 * @param admin Email of an admin
 * @param known Variables that already have a value
 */
export async function askWorkerEvent(
  reading: Reading<WorkerEvent>,
  { settings, policy }: WorkingTree["config"],
  admin: string,
  known: Readonly<Record<string, string | undefined>>,
): Promise<FirstAutomation> {
  const { event, source } = reading;
  print(readingLines(reading).join("\n"));
  const variables = await askApi(reading, known);
  const automation = await choose(
    printable(`What should Reeve do about ${event.type}?`),
    AUTOMATIONS.map(([value, hint]) => ({ value, label: value, hint })),
    event.type === "worker.terminated" ? "leaver" : event.type === "worker.changed" ? "mover" : "joiner",
  );
  const changes: ConfigChange[] = [];
  if (settings.automations[automation] === undefined) {
    changes.push(
      ...(automation === "joiner"
        ? await askRule(reading, settings)
        : await askReview(automation, admin, settings)),
    );
    if (!policy.dryRun.includes(automation)) changes.push(setting(["policy", "dryRun"], [automation]));
  } else console.log(`  src/config.ts has settings for ${automation}, which stay unchanged.`);
  if (automation !== "joiner" && !event.actor?.email && !policy.unknownRequestersFrom.includes(source.name)) {
    console.log(
      `  An access review needs an approval, but ${source.name} does not report who caused this change. The command adds ${source.name} to policy.unknownRequestersFrom, so that such plans can be approved, with a warning.`,
    );
    changes.push(setting(["policy", "unknownRequestersFrom"], [source.name]));
  }
  return { automation, changes, variables };
}

function readingLines({ system, source, event }: Reading<WorkerEvent>): string[] {
  const { id, name, email, department = "not given", jobTitle = "not given", manager } = event.worker;
  const day = event.worker.lastDay ?? event.effectiveOn;
  const who = [name, email].filter(Boolean).join(", ") || `the worker ${id}`;
  const managed = manager?.email || manager?.name || "not given";
  return [
    `  The delivery looks like ${source.name}: ${event.type} of ${who}${day ? `, on ${day}` : ""}`,
    `    department: ${department}; job title: ${jobTitle}; manager: ${managed}`,
    ...(email || !systems.get(system)?.complete
      ? []
      : [`    Reeve reads the delivery's missing data from the API of ${titleSource(system)}.`]),
  ];
}

/** Asks for the missing variables of the sender's API, if Reeve reads data from it that deliveries lack. */
async function askApi(
  { system }: Reading<WorkerEvent>,
  known: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> {
  const { api, complete } = systems.get(system) ?? {};
  if (!api || !complete) return {};
  const needed = [api.address.variable, ...api.variables].filter(
    (name): name is VariableName => isVariable(name) && !("default" in VARIABLES[name]) && !known[name],
  );
  const values: Record<string, string> = {};
  for (const name of needed) {
    const { meaning, example } = VARIABLES[name];
    const secret = "secret" in VARIABLES[name];
    const value = await askText({
      message: `${titleSource(system)}: ${meaning}${secret ? "" : `, such as ${example}`}; leave empty to set it later`,
      optional: true,
      secret,
      fault: (text) => findFault({ [name]: text }, name),
    });
    if (value !== "") values[name] = value;
    else console.log(`  Until ${name} is in .dev.vars, Reeve can't read the data that deliveries lack.`);
  }
  return values;
}

async function askReview(
  automation: "leaver" | "mover",
  admin: string,
  settings: WorkingTree["config"]["settings"],
): Promise<ConfigChange[]> {
  const policy = await askText({
    message: "Review policy for the access review (a name of your choice)",
    defaultValue: namesIn("review policy", settings)[0] ?? "Manager reviews",
  });
  const named = await askName("review policy", policy, settings);
  const owner = await askText({
    message: "Email of the review's owner, who needs the role Campaign Administrator or Super Administrator",
    defaultValue: settings.reviewOwners[0] ?? admin,
    fault: (text) => (/^\S+@\S+$/.test(text) ? null : "must be an email address"),
  });
  const days = await askText({
    message: "Number of days until the review is due",
    defaultValue: "14",
    fault: (text) => (/^[1-9]\d{0,3}$/.test(text) ? null : "must be a number of days from 1 to 9999"),
  });
  const name = automation === "leaver" ? "Access of a leaver" : "Access after a move";
  const review = { name, policy, openDays: Number(days) };
  return [
    ...named,
    ...(settings.reviewOwners.includes(owner) ? [] : [setting(["settings", "reviewOwners"], [owner])]),
    setting(["settings", "automations", automation, "review"], review),
  ];
}

async function askRule(
  { event: { worker } }: Reading<WorkerEvent>,
  settings: WorkingTree["config"]["settings"],
): Promise<ConfigChange[]> {
  const formatHint = (text: string | undefined) =>
    printable(text === undefined ? " The delivery has no value." : ` The delivery has "${text}".`);
  const department = await askText({
    message: `Joiners of which department become owners? Leave empty for any.${formatHint(worker.department)}`,
    optional: true,
  });
  const jobTitle = await askText({
    message: `With which job title?${department === "" ? "" : " Leave empty for any."}${formatHint(worker.jobTitle)}`,
    optional: department !== "",
  });
  const connector = await askText({
    message: "The connector that they will own (a name of your choice)",
    defaultValue: namesIn("connector", settings)[0],
  });
  const rule = { ...(department && { department }), ...(jobTitle && { jobTitle }), connector };
  return [
    ...(await askName("connector", connector, settings)),
    ...(await askName("owner role", settings.defaultOwnerRole ?? "Owner", settings)),
    setting(["settings", "automations", "joiner", "rules"], [rule]),
  ];
}
