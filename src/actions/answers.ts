// Answers requests that the governance service sends by webhook: for steps of access requests, provisioning and
// workflows.
import * as z from "zod";
import { formatTime } from "../base/days.ts";
import { Named } from "../base/named.ts";
import { Timestamp } from "../governance/contract/primitives.ts";
import { MAX_COMMENT_CHARS, MAX_NEW_USERS, type WebhookAnswer } from "../governance/contract/webhooks.ts";
import { defineAction } from "./define.ts";

const AskedStep = z.object({
  /** The sealed callback address. */
  callback: z.string().min(1),
  /** A description of the request, with its number. */
  request: z.string().min(1),
  /** The time by which the answer must be given. */
  until: Timestamp,
});
/**
 * A request from the service, with the callback address for the answer.
 *
 * @example
 * export const describeStep = ({ request, until }: AskedStep): string => `${request}, until ${until}`;
 */
export type AskedStep = z.output<typeof AskedStep>;

const Commented = AskedStep.extend({ comment: z.string().min(1).max(MAX_COMMENT_CHARS) });

/**
 * Declares an action that answers a request from the service.
 * @param summarize A function that returns the summary's first sentence
 * @param gains A function that returns the ids of the beneficiaries. @default nobody
 */
const answer = <Schema extends z.ZodType<AskedStep, AskedStep>>(
  name: string,
  input: Schema,
  summarize: (input: z.output<Schema>) => string,
  document: (input: z.output<Schema>) => Omit<WebhookAnswer, "version">,
  gains: (input: z.output<Schema>) => readonly string[] = () => [],
) =>
  defineAction({
    name,
    input,
    summary: (given) => `${summarize(given)} The answer is due ${formatTime(given.until)}, and is final.`,
    unverified: () => [],
    target: ({ request, callback }) => `answer to ${request} (${callback.slice(-8)})`,
    calls: ["answerWebhook"],
    effects: (given) => [
      {
        operation: "answerWebhook",
        input: { path: { callback: given.callback }, body: { version: "v1", ...document(given) } },
      },
    ],
    beneficiaries: gains,
    answerBy: ({ until }) => until,
    undo: { byHand: "An answer is final: to correct it, change the request at the service." },
    notAskedFor: "It answers requests from the service, so only automations for such requests plan it.",
  });

const about = (verb: string) => (given: z.output<typeof Commented>) =>
  `${verb} “${given.request}”, with the comment “${given.comment}”.`;

/** Declares an action whose answer is a verdict with a comment. */
const verdict = (name: string, verb: string, member: "deny" | "complete" | "errored") =>
  answer(name, Commented, about(verb), ({ comment }) => ({ [member]: { comment } }));

/**
 * Approves the current step of an access request. `for` names the beneficiaries: the person whom the request is for,
 * and the requester.
 *
 * @example
 * export const approved = (asked: AskedStep) =>
 *   approveStep({ ...asked, comment: "The training is complete.", for: [user] });
 */
export const approveStep = answer(
  "policy-step.approve",
  Commented.extend({ /** The beneficiaries. */ for: z.array(Named).min(1) }),
  about("Approve"),
  ({ comment }) => ({ approve: { comment } }),
  (given) => given.for.map(({ id }) => id),
);

/**
 * Denies the current step of an access request.
 *
 * @example
 * export const answer = (asked: AskedStep) =>
 *   denyStep({ ...asked, comment: "The training is missing." });
 */
export const denyStep = verdict("policy-step.deny", "Deny", "deny");

/**
 * Reassigns the current step of an access request to other people, who then decide.
 *
 * @example
 * export const answer = (asked: AskedStep) =>
 *   reassignStep({ ...asked, comment: "Please decide.", to: [user] });
 */
export const reassignStep = answer(
  "policy-step.reassign",
  Commented.extend({ /** The people who then decide. */ to: z.array(Named).min(1).max(MAX_NEW_USERS) }),
  ({ to, ...given }) => about(`Have ${to.map(({ name }) => name).join(", ")} decide`)(given),
  ({ to, comment }) => ({ reassign: { newStepUserIds: to.map(({ id }) => id), comment } }),
);

/**
 * Replaces the current step of an access request, and every later step, with other steps. If a later step must remain,
 * such as an approval by the security team, repeat it among the new steps. Source: the vendor's documentation of
 * webhooks, checked November 2026.
 *
 * @example
 * export const answer = (asked: AskedStep, { ask: { laterSteps } }: AskEvent) => {
 *   const policySteps = [{ approval: { managerApproval: {} } }];
 *   return replaceStepPolicy({ ...asked, comment: "A manager decides.", policySteps, laterSteps });
 * };
 */
export const replaceStepPolicy = answer(
  "policy-step.replace-policy",
  Commented.extend({
    /** The new steps, as the API defines them. */
    policySteps: z.array(z.record(z.string(), z.unknown())).min(1),
    /** The number of later steps, if the request shows it. */
    laterSteps: z.int().min(0).optional(),
  }),
  ({ policySteps: { length }, laterSteps: later, ...given }) =>
    about(
      `Replace this step and ${later === undefined ? "all later steps" : `${later} later step${later === 1 ? "" : "s"}`} with ${length} other step${length === 1 ? "" : "s"} in`,
    )(given),
  ({ policySteps, comment }) => ({ replacePolicy: { policySteps, comment } }),
);

/**
 * Reports the access of a provisioning step as provisioned.
 *
 * @example
 * export const answer = (asked: AskedStep) =>
 *   completeProvision({ ...asked, comment: "The account exists." });
 */
export const completeProvision = verdict("provision.complete", "Report as provisioned", "complete");

/**
 * Reports that the access of a provisioning step can't be provisioned.
 *
 * @example
 * export const answer = (asked: AskedStep) =>
 *   failProvision({ ...asked, comment: "There is no licence left." });
 */
export const failProvision = verdict("provision.error", "Report as not provisioned", "errored");

/**
 * Returns values to a step of one of the service's automations.
 *
 * @example
 * export const answer = (asked: AskedStep) =>
 *   returnToWorkflow({ ...asked, context: { costCentre: "4711" } });
 */
export const returnToWorkflow = answer(
  "workflow.return",
  AskedStep.extend({ context: z.record(z.string(), z.unknown()) }),
  ({ request, context }) => `Return ${Object.keys(context).join(", ") || "nothing"} to “${request}”.`,
  ({ context }) => ({ context }),
);
