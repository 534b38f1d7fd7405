// Which tickets the first automation acts on: read from a delivery of somebody's own, and asked for.
import { byName } from "../../actions/names.ts";
import { printable } from "../../base/text.ts";
import type { TicketEvent } from "../../systems/event.ts";
import type { SettingsNames } from "../doctor/names.ts";
import type { TenantAnswer } from "../doctor/tenant.ts";
import { UsageError } from "../shared/command-line.ts";
import type { Asker } from "./ask.ts";
import type { ConfigChange } from "./config-file.ts";
import type { FirstAutomation } from "./first-automation.ts";
import { KINDS, type NameKind, withName } from "./names.ts";
import { literal } from "./object-text.ts";
import { fieldTexts, type Reading, ticketFacts } from "./sample-delivery.ts";
import type { SettingsAnswer, TicketFormFacts } from "./settings.ts";

/** What flags say of it. */
export interface FormFlags {
  readonly source?: string | undefined;
  readonly project?: string | undefined;
  readonly form?: string | undefined;
  readonly status?: string | undefined;
  readonly field?: readonly string[] | undefined;
}

/** What is to be written of tickets. */
interface FormAnswers {
  readonly automation: string;
  readonly system: string;
  /** Where tickets count; `null` to be said later. */
  readonly project: string | null;
  readonly requestType: string;
  readonly status: string;
  /** The sender's ids of fields, by the names that the automation reads. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Systems whose tickets come in. */
const SYSTEMS = ["jira", "servicenow", "zendesk", "freshservice", "linear", "github", "gitlab"] as const;

/** Stands for a field that a form has not got. */
const ABSENT = "-";

/** Finds out which tickets ask for what, and what the names in them stand for. @param names Those known already */
export async function askForm(
  flags: FormFlags,
  automation: string,
  reading: Reading<TicketEvent> | null,
  now: SettingsAnswer,
  { seen }: TenantAnswer,
  ask: Asker,
  names: SettingsNames,
): Promise<FirstAutomation> {
  for (const line of reading ? readingLines(reading) : []) ask.say(printable(line));
  const system =
    reading?.system ??
    (await ask.choose({
      flag: "--source",
      message: "Where your tickets are",
      given: flags.source,
      usual: Object.keys(now.ticketProjects)[0] ?? "jira",
      options: SYSTEMS.map((value) => ({ value })),
    }));
  const form = now.forms.find((one) => one.automation === automation);
  if (!form) throw new UsageError(`--automation ${automation}: there is none`);
  const known = now.fields[system] ?? {};
  const { event } = reading ?? {};
  if (event && event.type !== "ticket.transitioned")
    ask.say(
      `  The delivery says ${event.type}. ${automation} acts when a ticket gets the status that means "go ahead": a delivery of that would show what it makes of it.`,
    );

  const project =
    flags.project ??
    event?.ticket.project ??
    (await ask.optional({
      flag: "--project",
      message: `The project whose tickets count, as ${system} calls it, or * for all; leave empty to say later`,
      usual: now.ticketProjects[system]?.[0],
    }));
  const typed = await askRequestType(flags, form, event, known, ask);
  const status = await ask.required({
    flag: "--status",
    message: 'The status that means "go ahead"',
    given: flags.status,
    usual: event?.ticket.status?.to ?? form.now?.status[0] ?? "Approved",
  });
  const before = { ...known, ...(typed.field && { requestType: typed.field }) };
  const fields = await askFields(form, event, { before, given: fieldsGiven(flags.field), names }, ask);
  const appIds = seen?.apps.map(({ id }) => id) ?? [];
  const answers = {
    automation,
    system,
    project,
    requestType: typed.requestType,
    status,
    fields: { ...fields, ...(typed.field && { requestType: typed.field }) },
  };
  return {
    automation,
    reading,
    variables: {},
    names: await askNames(form, event, fields, names, appIds, ask),
    changes: formChanges(answers, now),
  };
}

/** Fields of a ticket that are listed; all can be chosen. */
const SHOWN_FIELDS = 20;

function readingLines({ source, event }: Reading<TicketEvent>): string[] {
  const {
    key,
    title,
    project = "not said",
    form = "in a field, or not said",
    status = "not said",
  } = ticketFacts(event);
  const texts = Array.from(fieldTexts(event), ([id, value]) => `      ${id} = ${short(value)}`);
  const more = texts.length > SHOWN_FIELDS ? [`      and ${texts.length - SHOWN_FIELDS} more`] : [];
  const fields = [...texts.slice(0, SHOWN_FIELDS), ...more];
  return [
    `  It looks like ${source.name}: ${event.type}, ${key} "${short(title)}"`,
    `    project: ${project}; form: ${form}; status: ${status}`,
    ...(fields.length > 0 ? ["    fields:", ...fields] : []),
  ];
}

const short = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
};

/** What the tickets' form is called, and the field that says so where the sender has no member for it. */
async function askRequestType(
  flags: FormFlags,
  form: TicketFormFacts,
  event: TicketEvent | undefined,
  known: Readonly<Record<string, string>>,
  ask: Asker,
): Promise<{ requestType: string; field?: string }> {
  const given = fieldsGiven(flags.field)["requestType"] ?? known["requestType"];
  const usual = flags.form ?? event?.ticket.requestType;
  if (!event || usual) {
    const requestType = await ask.required({
      flag: "--form",
      message: "What the tickets' form is called",
      given: usual,
      usual: form.now?.requestType,
    });
    const field =
      given ?? (event ? fieldWith(event, requestType) : await askRequestTypeField(form.automation, ask));
    return { requestType, ...(field && !event?.ticket.requestType && { field }) };
  }
  const texts = fieldTexts(event);
  const field = await ask.choose({
    flag: "--form, or --field requestType=<id>,",
    message: "Which field says what form the ticket was made with?",
    given,
    usual: likely(namesIn(texts), [
      /request.?type|form/i,
      // Where most sites of Jira Service Management have it.
      /^customfield_10010$/,
      /^(?:sub)?category$/i,
    ]),
    options: optionsOf(texts),
  });
  return { requestType: texts.get(field) ?? "", field };
}

const askRequestTypeField = async (automation: string, ask: Asker): Promise<string | undefined> =>
  (await ask.optional({
    flag: "--field requestType=…",
    message: `Which field says what form a ticket of ${automation} was made with? Its id, as customfield_10010; leave empty where the system sends it by itself`,
  })) ?? undefined;

/** The fields that may name a form: what they say is no date, number or address. */
const namesIn = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map(
    Array.from(texts).filter(([, text]) => /\p{L}{2}/u.test(text) && !/@|:\/\/|\d{4}-\d\d-\d\d/.test(text)),
  );

const fieldWith = (event: TicketEvent, value: string): string | undefined =>
  Array.from(fieldTexts(event)).find(([, text]) => text === value)?.[0];

const optionsOf = (texts: ReadonlyMap<string, string>) =>
  Array.from(texts, ([value, text]) => ({ value, label: printable(`${value} = ${short(text)}`) }));

/** More inputs than these are only asked for where they are needed, or the form seems to have them. */
const MANY = 5;

/** Where the form has what the automation reads. */
async function askFields(
  { automation, inputs }: TicketFormFacts,
  event: TicketEvent | undefined,
  known: Readonly<Record<"before" | "given", Readonly<Record<string, string>>>> & {
    readonly names: SettingsNames;
  },
  ask: Asker,
): Promise<Record<string, string>> {
  const texts = event ? fieldTexts(event) : new Map<string, string>();
  const chosen: Record<string, string> = {};
  for (const { name, required, description } of inputs) {
    const message = `Which field is the ${name}? ${description}`;
    const [given, before] = [known.given[name], known.before[name]];
    const taken = [known.before["requestType"], ...Object.values(chosen)];
    const free = new Map(Array.from(texts).filter(([id]) => !taken.includes(id)));
    // What this ticket has not filled in may be in another.
    const stays = event && !required && before !== undefined && !texts.has(before) ? before : undefined;
    const stated = given ?? stays;
    if (stated !== undefined) {
      chosen[name] = stated;
      continue;
    }
    if (!event) {
      const field = await ask.optional({
        flag: `--field ${name}=…`,
        message: `${message} Its id, as customfield_10061; leave empty where it is called ${name}`,
        usual: before,
      });
      if (field !== null) chosen[name] = field;
      continue;
    }
    const usual = before !== undefined && free.has(before) ? before : guess(name, free, known.names);
    if (!required && usual === undefined && inputs.length > MANY) continue;
    const absent = { value: ABSENT, label: "not in this form" };
    const field = await ask.choose({
      flag: `--field ${name}=<one of the fields above>, which ${automation} needs,`,
      message,
      usual: usual ?? (required ? undefined : ABSENT),
      options: [...(required ? [] : [absent]), ...optionsOf(free)],
    });
    if (field !== ABSENT) chosen[name] = field;
  }
  return chosen;
}

/** The field that seems to be what an automation calls so. */
function guess(name: string, texts: ReadonlyMap<string, string>, names: SettingsNames): string | undefined {
  const kind = kindOfInput("", name);
  const values = Array.from(texts);
  const called = kind && values.find(([, text]) => byName<unknown>(names[KINDS[kind].member], text))?.[0];
  if (called) return called;
  const byWord = likely(texts, [new RegExp(`^${name}$`, "i"), new RegExp(name, "i")]);
  if (byWord) return byWord;
  if (name === "user") return values.find(([, text]) => /^\S+@\S+\.\S+$/.test(text))?.[0];
  if (name === "until" || name === "due")
    return values.find(([, text]) => /^\d{4}-\d\d-\d\d$/.test(text))?.[0];
  return undefined;
}

/** The first field whose id is like one of these, the first of them first. */
const likely = (texts: ReadonlyMap<string, string>, patterns: readonly RegExp[]): string | undefined =>
  patterns.flatMap((pattern) => Array.from(texts.keys()).filter((id) => pattern.test(id)))[0];

/** What an input of an action names. @param action Two actions mean different policies */
function kindOfInput(action: string, input: string): NameKind | null {
  if (input === "policy") return action.startsWith("session-policy") ? "session-policy" : "review-policy";
  const kinds: Readonly<Record<string, NameKind>> = {
    connector: "connector",
    app: "app",
    entitlement: "entitlement",
    tool: "tool",
    role: "owner-role",
    like: "campaign",
  };
  return kinds[input] ?? null;
}

/** Asks what the names in the delivery stand for that nothing is known of. */
async function askNames(
  { action, inputs }: TicketFormFacts,
  event: TicketEvent | undefined,
  fields: Readonly<Record<string, string>>,
  known: SettingsNames,
  appIds: readonly string[],
  ask: Asker,
): Promise<SettingsNames> {
  const texts = event ? fieldTexts(event) : new Map<string, string>();
  let names = known;
  for (const { name: input } of inputs) {
    const kind = kindOfInput(action, input);
    const name = texts.get(fields[input] ?? "")?.trim();
    if (!kind || !name || byName<unknown>(names[KINDS[kind].member], name)) continue;
    if (!ask.isTerminal) {
      const how = kind === "connector" ? ` (--connector "${name}=<app id>/<connector id>")` : "";
      ask.say(
        printable(`  The ${kind} "${name}" has no id yet: npm run names:import, or --names file.csv${how}`),
      );
      continue;
    }
    const cells: Record<string, string> = { kind, name };
    for (const column of KINDS[kind].needs)
      cells[column] = await ask.required({
        flag: "",
        message: printable(
          `${COLUMN_WORDS[column] ?? column} of the ${kind.replaceAll("-", " ")} "${name}" (in the service: ${KINDS[kind].where})`,
        ),
        // Where the tenant shows one app alone, that may well be it.
        usual:
          column === "app_id" && appIds.length === 1
            ? appIds[0]
            : column === "connector"
              ? texts.get(fields["connector"] ?? "")
              : undefined,
      });
    if (kind === "connector")
      cells["app"] = await ask.required({ flag: "", message: "What its app is called", usual: name });
    names = withName(names, cells);
  }
  return names;
}

const COLUMN_WORDS: Readonly<Record<string, string>> = {
  id: "The id",
  app_id: "The app's id",
  connector: "The connector",
};

/** `user=customfield_10061`, several after another or with commas. @throws UsageError */
function fieldsGiven(list: readonly string[] = []): Readonly<Record<string, string>> {
  const pairs = list
    .flatMap((text) => text.split(","))
    .map((pair) => pair.split("=").map((part) => part.trim()));
  for (const pair of pairs)
    if (pair.length !== 2 || pair.includes(""))
      throw new UsageError(`--field ${pair.join("=")}: must look like user=customfield_10061`);
  return Object.fromEntries(pairs);
}

/** What is to be changed in `src/config.ts` for tickets to be read like this, by an automation that only plans. */
function formChanges(
  { automation, system, project, requestType, status, fields }: FormAnswers,
  now: SettingsAnswer,
): ConfigChange[] {
  const before = now.forms.find((form) => form.automation === automation)?.now ?? null;
  const at = ["settings", "automations", automation];
  const projects = now.ticketProjects[system] ?? [];
  const known = now.fields[system] ?? {};
  return [
    ...(before === null ? [{ path: at, value: literal({ requestType, status }) }] : []),
    ...(before !== null && before.requestType !== requestType
      ? [{ path: [...at, "requestType"], value: literal(requestType) }]
      : []),
    ...(before !== null && !before.status.includes(status)
      ? [{ path: [...at, "status"], value: literal(status) }]
      : []),
    ...(project === null || projects.includes(project)
      ? []
      : [{ path: ["settings", "ticketProjects", system], value: literal([...projects, project]) }]),
    ...Object.entries(fields).flatMap(([name, id]) =>
      known[name] === id || name === id
        ? []
        : [{ path: ["settings", "fields", system, name], value: literal(id) }],
    ),
    // What runs live already goes on so.
    ...(before === null && !now.dryRun.includes(automation)
      ? [{ path: ["policy", "dryRun"], element: literal(automation) }]
      : []),
  ];
}
