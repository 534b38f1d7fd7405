// Starts automations of the governance service, for work that none of Reeve's operations does.
import * as z from "zod";
import { canonicalJson, fnv1a } from "../base/hash.ts";
import { Named } from "../base/named.ts";
import { unclear } from "../base/problem.ts";
import { cut } from "../base/text.ts";
import { personByEmail } from "../governance/people.ts";
import { defineAction } from "./define.ts";
import { nameIn, requireName, written } from "./names.ts";

const MAX_SHOWN_CHARS = 500;

/**
 * Starts an automation of the service by calling its inbound webhook.
 *
 * @example
 * export const closeAccount = (user: Named) =>
 *   startServiceAutomation({
 *     listener: { id: "lst_close_account", name: "Close account" },
 *     context: { userId: user.id },
 *     about: [user],
 *   });
 */
export const startServiceAutomation = defineAction({
  name: "service-automation.start",
  input: z.object({
    /** The inbound webhook, which belongs to one automation of the service. */
    listener: Named,
    /** The body of the request, from which the automation takes its context. */
    context: z.record(z.string(), z.unknown()),
    /** The people who gain or lose by the automation. @default nobody is known */
    about: z.array(Named).optional(),
  }),
  // Only the service knows what the automation does, so the approver reads the values that the automation receives.
  summary: ({ listener, context }) =>
    `Start the service's automation with the inbound webhook ${listener.name} and the values ${cut(canonicalJson(context), MAX_SHOWN_CHARS)}. The service defines what the automation does.`,
  unverified: ({ listener, about = [] }) => [listener, ...about],
  target: ({ listener, context }) => `inbound webhook ${listener.id} ${fnv1a(canonicalJson(context))}`,
  calls: ["startAutomation"],
  effects: ({ listener, context }) => [
    { operation: "startAutomation", input: { path: { listener: listener.id }, body: context } },
  ],
  beneficiaries: ({ about = [] }) => about.map(({ id }) => id),
  undo: { byHand: "Reeve can't undo it: undo in the service what the automation did." },
  request: {
    description: "Start an automation of the governance service.",
    input: z.strictObject({
      automation: nameIn("serviceAutomations", "The service's automation, by name."),
      user: z.email().optional().describe("Email of the person for whom it runs, if it needs one."),
      values: written(2_000).optional().describe("The automation's values, as name=value; name=value"),
    }),
    reads: ["searchUsers"],
    async lookUp({ automation, user, values = "" }, { governance, settings }) {
      const { name, value } = requireName(settings.serviceAutomations, "service automation", automation);
      if (value.needsUser && !user) throw unclear(`"${name}" needs a person: give their email (user).`);
      const context = readValues(values, name, value.values);
      const listener = { id: value.webhook, name };
      if (!user) return { listener, context };
      const person = await personByEmail(governance, user);
      const body = { userId: person.id, userEmail: user, ...context };
      return { listener, context: body, about: [person] };
    },
  },
});

/**
 * Reads `name=value` pairs, separated by semicolons or line breaks. The names must be exactly those in the setting, so
 * that a request can't pass other values to the automation.
 * @throws Problem `request_unclear` if the names differ
 */
function readValues(text: string, automation: string, names: readonly string[]): Record<string, string> {
  const pairs = text
    .split(/[;\r\n]+/)
    .filter((pair) => pair.trim() !== "")
    .map((pair) => /^\s*(\w+)\s*=\s*(.*\S)\s*$/.exec(pair) ?? [pair, ""])
    .map(([, name = "", value = ""]) => [name, value] as const);
  const given = pairs.map(([name]) => name);
  if (given.sort().join() === names.toSorted().join()) return Object.fromEntries(pairs);
  const form = names.map((name) => `${name}=…`).join("; ");
  throw unclear(`"${automation}" takes ${form ? `exactly these values: ${form}` : "no values"}.`);
}
