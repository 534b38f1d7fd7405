// Tools that request changes: one for each action that people can request by name, and one that previews plans.

import * as z from "zod";
import { isDelete, isRepeatable } from "../actions/action.ts";
import type { ActionRequest } from "../actions/define.ts";
import { actions, formatForDecider, requests, requestTitle } from "../actions/index.ts";
import { requestedAction } from "../automations/platform/requested-action.ts";
import { formatIssue } from "../base/configured.ts";
import { canonicalJson, sha256Hex } from "../base/hash.ts";
import { RequestInvalid, unclear } from "../base/problem.ts";
import { propose } from "../desk/engine/propose.ts";
import { createGovernance, readOnly } from "../governance/client/index.ts";
import { historyIn } from "../ledger/history.ts";
import { ownerFinder } from "../ledger/inventory.ts";
import { askFor, findRequest, requestEvent, requireAsking } from "../operate/ask.ts";
import { plannedRun } from "../operate/recorded.ts";
import { AGENT_SOURCE } from "../policy/agents.ts";
import { findStages } from "../policy/approvers.ts";
import { concernedBy, partyFinder } from "../policy/parties.ts";
import { listHolders } from "../policy/people.ts";
import { onCallReader } from "../systems/on-call/rota.ts";
import { describeRun, FOR_CONFIRMATION, formatWait } from "./runs.ts";
import { allUntrusted, defineTool, readTexts, type Tool } from "./tool.ts";

const Text = z.object({ untrusted: z.string() });

/** The result of requesting a change, or of previewing its plan. */
const AskResult = z.looseObject({
  run: z
    .string()
    .nullable()
    .meta({ description: "Id of the run; `null` if nothing was requested, or if there is no plan yet." }),
  hash: z.string().nullable().meta({ description: "The plan's hash, to which an approval applies." }),
  waitsFor: Text.nullable().meta({ description: "The people who must approve or confirm the plan." }),
  until: z.string().nullable().meta({ description: "When the plan expires, as an ISO 8601 time." }),
  actions: z.array(Text).meta({ description: "The plan's actions, one sentence each." }),
});

const reason = z
  .string()
  .trim()
  .min(1)
  .max(1_000)
  .optional()
  .meta({ description: "The reason, recorded in the audit trail." });
const id = z.string().min(1).max(200).optional().meta({
  description: "An id of your choice. A repeated request with the same id is made only once.",
});

/** The properties of a request in addition to the action's own input. */
const Envelope = z.strictObject({ reason, id });

const toName = (action: string): string => `ask_${action.replaceAll(".", "_")}`;

function askTool({ action, description, input }: ActionRequest): Tool {
  const [calls, title] = [actions.get(action)?.calls ?? [], requestTitle({ description })];
  return defineTool({
    name: toName(action),
    title,
    description: `${description} The request is made in the person's name: Reeve plans it, and the plan waits until a person approves or confirms it.`,
    input: z.strictObject({ input, ...Envelope.shape }),
    output: AskResult,
    act: "ask",
    hints: {
      readOnlyHint: false,
      destructiveHint: calls.some(isDelete),
      idempotentHint: calls.every(isRepeatable),
    },
    async answer({ input: wanted, reason: why, id: own }, around) {
      const { env, person, agent } = around;
      const key =
        own === undefined ? crypto.randomUUID() : await sha256Hex(canonicalJson([person.email, own]));
      const subject = `${AGENT_SOURCE}:${key}`;
      const asked = { action, input: wanted, reason: why, agent };
      const { eventId } = await askFor(around, AGENT_SOURCE, subject, asked);
      const known = await plannedRun(env, subject, eventId);
      return known
        ? describeRun(known, around)
        : { run: null, hash: null, waitsFor: null, until: null, actions: [], event: eventId };
    },
  });
}

const plan = defineTool({
  name: "plan_change",
  title: "What would happen",
  description:
    "Returns the plan that a request for an action would make, and the people who would have to approve it. Nothing is requested or recorded.",
  input: z.strictObject({
    action: z.enum(Array.from(requests.keys())),
    input: z
      .record(z.string(), z.unknown())
      .meta({ description: "The same input as for the action's own tool." }),
  }),
  output: AskResult,
  act: "ask",
  async answer({ action, input }, { env, person, config, agent }) {
    requireAsking(person, config);
    const schema = findRequest(action).input;
    const read = schema.safeParse(readTexts(schema, input), { error: formatIssue });
    if (!read.success) throw RequestInvalid.of(read.error, "input");
    const now = Date.now();
    const [source, requester] = [AGENT_SOURCE, { email: person.email }];
    const event = requestEvent(`${source}:plan`, { action, input: read.data, requester, agent });
    const [governance, history] = [readOnly(createGovernance(env)), historyIn(env.LEDGER)];
    const find = partyFinder(governance);
    const { settings, policy, people } = config;
    const proposal = await propose(
      requestedAction,
      { event, source, authentication: "signed", receivedAt: now },
      { governance, settings, policy, find, history, now, since: now, progress: null },
    );
    if (!("reasons" in proposal)) throw unclear("This request would change nothing.");
    const { reasons, approvalReasons, plan: made } = proposal;
    const stages =
      reasons.length > 0 &&
      (await findStages(reasons, [], {
        ...{ source, policy, find, approvers: listHolders(people, "approver") },
        concerned: await concernedBy(event, made.actions, find),
        listOwners: ownerFinder(history, settings),
        readOnCall: onCallReader(policy.onCall, { env, timeZone: settings.timeZone }),
      }));
    return {
      run: null,
      hash: made.hash,
      waitsFor: stages ? formatWait(stages, []) : FOR_CONFIRMATION,
      until: null,
      actions: allUntrusted(made.actions.map((action) => formatForDecider(action))),
      ...(approvalReasons.length > 0 && { needsApproval: allUntrusted(approvalReasons) }),
    };
  },
});

export const asks: readonly Tool[] = [plan, ...Array.from(requests.values(), askTool)];
