// Asks for the settings of the leaver, mover or joiner automation, using a delivery of an HR system.
import { printable } from "../../base/text.ts";
import { findFault, isVariable, VARIABLES, type VariableName } from "../../env.ts";
import type { WorkerEvent } from "../../systems/event.ts";
import { systems } from "../../systems/index.ts";
import { titleSource } from "../../systems/reply/replies.ts";
import { print } from "../shared/command-line.ts";
import type { WorkingTree } from "../shared/working-tree.ts";
import { askText, choose } from "./ask.ts";
import { type ConfigChange, type FirstAutomation, setting } from "./config-file.ts";
import type { Reading } from "./delivery.ts";
import { askName, namesIn } from "./names.ts";

const AUTOMATIONS = [
  ["leaver", "leavers lose their ownerships, and the rest of their access is reviewed"],
  ["joiner", "joiners become owners of connectors, by department and job title"],
  ["mover", "the new manager reviews the access of people with a new department, job title or manager"],
] as const;

/**
 * Asks for the settings of an automation for workers. An automation that is already set up stays unchanged.
 * @param admin Email of an admin
 * @param known Variables with a value
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
      `  An access review needs an approval, and ${source.name} does not report who caused this change: policy.unknownRequestersFrom lets such plans be approved, with a warning to approvers.`,
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

/** Asks for the variables of the sender's API if its deliveries lack data. */
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
    fault: (text) => (/^\S+@\S+$/.test(text) ? null : "is not an email address"),
  });
  const days = await askText({
    message: "Number of days until the review is due",
    defaultValue: "14",
    fault: (text) => (/^[1-9]\d{0,3}$/.test(text) ? null : "must be a number of days"),
  });
  const review = {
    name: automation === "leaver" ? "Access of a leaver" : "Access after a move",
    policy,
    openDays: Number(days),
  };
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
    printable(text === undefined ? "; the delivery has none" : `; the delivery has "${text}"`);
  const department = await askText({
    message: `Joiners of which department become owners? Leave empty for any${formatHint(worker.department)}`,
    optional: true,
  });
  const jobTitle = await askText({
    message: `With which job title?${department === "" ? "" : " Leave empty for any"}${formatHint(worker.jobTitle)}`,
    optional: department !== "",
  });
  const connector = await askText({
    message: "Of which connector (a name of your choice)",
    defaultValue: namesIn("connector", settings)[0],
  });
  const rule = { ...(department && { department }), ...(jobTitle && { jobTitle }), connector };
  return [
    ...(await askName("connector", connector, settings)),
    ...(await askName("owner role", settings.defaultOwnerRole ?? "Owner", settings)),
    setting(["settings", "automations", "joiner", "rules"], [rule]),
  ];
}
