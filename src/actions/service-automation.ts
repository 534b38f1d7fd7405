// Starts automations of the governance service, which can do what no operation of Reeve's does.
import * as z from "zod";
import { canonicalJson, fnv1a } from "../base/hash.ts";
import { Named } from "../base/named.ts";
import { cut } from "../base/text.ts";
import { defineAction } from "./define.ts";

const MAX_SHOWN_CHARS = 500;

/**
 * Starts an automation of the service by its inbound webhook.
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
  // Only the service knows what the automation does, so the approver reads everything that it receives.
  summary: ({ listener, context }) =>
    `Start the service's automation behind the inbound webhook ${listener.name}, with ${cut(canonicalJson(context), MAX_SHOWN_CHARS)}. What it does is defined in the service.`,
  unverified: ({ listener, about = [] }) => [listener, ...about],
  target: ({ listener, context }) => `inbound webhook ${listener.id} ${fnv1a(canonicalJson(context))}`,
  calls: ["startAutomation"],
  effects: ({ listener, context }) => [
    { operation: "startAutomation", input: { path: { listener: listener.id }, body: context } },
  ],
  beneficiaries: ({ about = [] }) => about.map(({ id }) => id),
  undo: { byHand: "Reeve can't undo it: undo in the service what the automation did." },
  notAskedFor:
    "Only your own automations plan it, because they choose what the service's automation receives.",
});
