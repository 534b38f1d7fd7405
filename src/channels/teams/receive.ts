// Answers clicks on the bot's cards in Teams: makes the decision within the request, and returns the new card.
// Source: learn.microsoft.com/adaptive-cards/authoring-cards/universal-action-model
import * as z from "zod";
import { log } from "../../base/log.ts";
import { Problem, type ProblemCode } from "../../base/problem.ts";
import { ok, type Result } from "../../base/result.ts";
import { type Env, readSite, readVariable } from "../../env.ts";
import { readEvent } from "../../ledger/events.ts";
import { decideRun } from "../../operate/decide.ts";
import { currentRun } from "../../operate/recorded.ts";
import type { RunDecision } from "../../operate/requests.ts";
import { entryOf, rolesIn } from "../../policy/people.ts";
import { makeRunMessage } from "../../runs/message.ts";
import { HIDDEN_STATUSES, path, readIfFound, senderClient } from "../../systems/api/client.ts";
import type { Event } from "../../systems/event.ts";
import { findApi } from "../../systems/index.ts";
import { readJson, readShape, textAt } from "../../systems/reading/json.ts";
import type { Delivery, Malformed } from "../../systems/system.ts";
import type { ChannelConfig } from "../channel.ts";
import { type ActName, makeDoc, type Reader } from "../doc.ts";
import { makePress } from "./bot.ts";
import { CARD, toCard } from "./card.ts";

const Text = z.string().min(1).max(1_000);
const Activity = z.object({
  type: z.string(),
  name: z.string().optional(),
  from: z.object({ id: Text, aadObjectId: Text.optional() }),
  conversation: z.object({ id: Text }),
  channelData: z.object({ team: z.object({ id: Text }).optional() }).optional(),
  value: z.unknown().optional(),
});
type Activity = z.output<typeof Activity>;

const ACTS: readonly [ActName, ...ActName[]] = [
  "approve",
  "deny",
  "confirm",
  "withdraw",
  "follow_up_done",
  "follow_up_not_done",
];
/** A click. Its data is the person's own: the desk checks it, like that of a request to the API. */
const Click = z.object({
  action: z.object({
    verb: z.enum(ACTS),
    data: z.object({
      run: Text,
      hash: z.string().max(100).default(""),
      steps: z.array(z.int()).min(1).max(1_000).optional(),
      reason: z.string().trim().max(1_000).optional(),
    }),
  }),
});
type Click = z.output<typeof Click>["action"];

interface Receiving extends ChannelConfig {
  readonly env: Env;
  readonly ctx: Pick<ExecutionContext, "waitUntil">;
}

/** Answers an activity. Only clicks have an effect: the bot neither reads messages nor replies to them. */
export async function answerTeams(
  delivery: Delivery,
  { ctx, ...around }: Receiving,
): Promise<Result<Response, Malformed>> {
  const read = readJson(delivery.body, Activity);
  if (!read.ok) return read;
  const { type, name, value } = read.value;
  if (type !== "invoke" || name !== "adaptiveCard/action") return ok(new Response(null, { status: 200 }));
  const click = readShape(value, Click);
  if (!click.ok) return click;
  const answered = decide(read.value, click.value.action, around);
  // Teams can close the connection before the decision is made.
  ctx.waitUntil(answered);
  return ok(Response.json({ statusCode: 200, ...(await answered) }));
}

const say = (value: string) => ({ type: "application/vnd.microsoft.activity.message", value });

/** Problems whose messages are intended for the person who clicked. */
const REFUSALS: ReadonlySet<ProblemCode> = new Set([
  "access_denied",
  "decision_conflict",
  "decision_forbidden",
  "not_found",
  "role_missing",
]);

/** Makes a decision in a person's name. Returns the new card, or a sentence that only the person sees. */
async function decide(activity: Activity, click: Click, around: Omit<Receiving, "ctx">) {
  const { run } = click.data;
  try {
    const { env, config } = around;
    const email = await findEmail(activity, around);
    const roles = rolesIn(config.people, (entry) => entry.email?.toLowerCase() === email.toLowerCase());
    const person = { email, roles, session: `teams:${activity.from.id}`, people: null };
    const { warnings } = await decideRun({ env, person }, run, toDecision(click));
    log("delivery", { source: "teams", job: click.verb, run });
    const card = warnings.length > 0 ? null : await makeCard(click, around);
    return card ?? say(["Your decision counts.", ...warnings].join(" "));
  } catch (error) {
    const isRefusal = error instanceof Problem && REFUSALS.has(error.code);
    log("teams_refused", { job: click.verb, run, error: String(error) });
    if (!isRefusal) return say("Reeve could not decide this just now. Please try again.");
    const card = error.code === "decision_conflict" ? await makeCard(click, around, error.message) : null;
    return card ?? say(`Your decision did not count: ${error.message}`);
  }
}

function toDecision({ verb, data: { hash, steps, reason } }: Click): RunDecision {
  const why = (words: string) => reason || `${words} in Teams`;
  switch (verb) {
    case "approve":
      return { decision: "approved", hash, reason: why("approved") };
    case "deny":
      return { decision: "rejected", hash, reason: why("denied") };
    case "confirm":
      return { decision: "confirmed", hash, reason: why("confirmed") };
    case "withdraw":
      return { decision: "withdrawn", reason: why("withdrawn") };
    case "follow_up_done":
    case "follow_up_not_done": {
      const verdict = verb === "follow_up_done" ? "done" : "not_done";
      return { decision: "completed", verdict, ...(steps && { steps }), reason: why("reported") };
    }
    default:
      return verb satisfies never;
  }
}

/** Each act's reader, who gets the new card. */
const READERS = {
  approve: "approver",
  deny: "approver",
  confirm: "requester",
  withdraw: "requester",
  follow_up_done: "operator",
  follow_up_not_done: "operator",
} as const satisfies Readonly<Record<ActName, Reader>>;

/**
 * Makes the card of a run's present state, or `null` if it has none or the ledger is unavailable: the outbox then
 * updates the card. @param note Why the decision did not count
 */
async function makeCard(
  { verb, data }: Click,
  { env, config }: ChannelConfig & { readonly env: Env },
  note = "",
) {
  try {
    const run = (await currentRun(env, data.run))?.run;
    const recorded = run && (await readEvent(env.LEDGER, run.eventId));
    if (!run || !recorded?.event) return null;
    const about = { event: recorded.event as Event, source: recorded.source };
    const message = makeRunMessage("state", run, about, config.replies);
    const doc = makeDoc(message, READERS[verb], { site: readSite(env) });
    const notes = [...(doc?.notes ?? []), ...(note ? [[`Your decision did not count: ${note}`]] : [])];
    return doc && { type: CARD, value: toCard({ ...doc, notes }, makePress(message)) };
  } catch (error) {
    log("teams_card_failed", { error: String(error) });
    return null;
  }
}

/**
 * Returns the email that identifies the person in the audit trail and at the governance service: by their object id from
 * `people` in `src/config.ts`, or else from the channel's members, without guests and other tenants.
 * @throws Problem `access_denied` if there is none, or another problem if a call to Teams fails
 */
async function findEmail(
  { from: { id, aadObjectId: object = "" }, conversation, channelData }: Activity,
  { env, config: { people } }: ChannelConfig,
): Promise<string> {
  const known = entryOf(people, "teams", object)?.email;
  if (object && known) return known;
  const place = channelData?.team?.id ?? conversation.id;
  const client = senderClient(findApi("teams"), env);
  const nothing = [...HIDDEN_STATUSES, 400];
  const member = await readIfFound(client, path`/v3/conversations/${place}/members/${id}`, { nothing });
  const email = textAt(member, "email") ?? textAt(member, "userPrincipalName") ?? "";
  const theirs = textAt(member, "aadObjectId") ?? textAt(member, "objectId");
  const isOwn =
    object !== "" &&
    theirs === object &&
    textAt(member, "tenantId") === readVariable(env, "TEAMS_TENANT_ID") &&
    textAt(member, "userRole") === "user";
  // The settings take precedence: a person with another object id can't act under the email of an entry with an id.
  const other = entryOf(people, "email", email)?.teams;
  if (isOwn && email.includes("@") && other === undefined) return email;
  throw new Problem(
    "access_denied",
    "I can't match your Teams account to a person. Guests can't decide. An admin can add you to people in src/config.ts, with your object id.",
  );
}
