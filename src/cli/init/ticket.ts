// Asks how to read a ticket: its form, the status for “go ahead”, and the fields that an automation reads.
import * as z from "zod";
import type { ActionRequest } from "../../actions/define.ts";
import { takesList } from "../../actions/form.ts";
import { fromTickets } from "../../automations/from-tickets.ts";
import { formatIssue } from "../../base/configured.ts";
import { printable } from "../../base/text.ts";
import type { Variables } from "../../env.ts";
import type { TicketEvent } from "../../systems/event.ts";
import { type FetchText, findJiraApi, isScopedForJira } from "../doctor/services.ts";
import { print } from "../shared/command-line.ts";
import type { WorkingTree } from "../shared/working-tree.ts";
import { askText, choose } from "./ask.ts";
import { type ConfigChange, type FirstAutomation, setting } from "./config-file.ts";
import type { Reading } from "./delivery.ts";
import { askName, kindOfInput } from "./names.ts";

const FormNow = z.object({ requestType: z.string(), status: z.array(z.string()) });

/** The option for a field that the form does not have. */
const ABSENT = "-";

/** Asks which tickets request which action, and asks for the ids of the names in these tickets. */
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
  if (typed === undefined)
    fields["requestType"] = await choose(
      "Which field has the name of the ticket's form?",
      listOptions(texts),
      known["requestType"],
    );
  const requestType = typed ?? texts.get(fields["requestType"] ?? "") ?? "";
  texts.delete(fields["requestType"] ?? "");
  const before = FormNow.safeParse(settings.automations[automation]).data;
  const goAhead = await askText({
    message: 'The status that means "go ahead"',
    defaultValue: status?.to ?? before?.status[0] ?? "Approved",
  });
  const changes: ConfigChange[] = [];
  for (const [input, schema] of Object.entries(request.input.shape)) {
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
    // An automation that is already live stays live.
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
 * Finds the URLs that Reeve needs to reply on a Jira site. Returns both URLs if the configured token is scoped.
 * Otherwise prints them, and returns an empty object.
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
  print(`    to reply in Jira: JIRA_URL=${site}${scoped} (docs/senders.md#jira)`);
  return {};
}

/** Asks which of the ticket's fields contains an action's input, until the value of the chosen field is valid. */
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
      `Which field is the ${input}? ${z.globalRegistry.get(schema)?.description ?? ""}`,
      [...(required ? [] : [absent]), ...listOptions(texts)],
      known ?? input,
    );
    // A field with people is not checked: it contains only their names, and Reeve looks the people up.
    const isChecked = field !== ABSENT && !(field in people) && !takesList(schema);
    const { error } = z.safeParse(schema, isChecked ? texts.get(field)?.trim() : undefined, {
      error: formatIssue,
    });
    if (!isChecked || !error) return field;
    print(`  “${short(texts.get(field) ?? "")}” can't be the ${input}: ${error.issues[0]?.message}`);
  }
}

/** Returns the fields of a ticket as text, by the sender's ids, with Jira's form fields first. */
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
