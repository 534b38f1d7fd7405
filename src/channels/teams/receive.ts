// Answers clicks on the bot's cards in Teams: makes the decision within the request, and returns the new card or a
// sentence.
// Source: learn.microsoft.com/adaptive-cards/authoring-cards/universal-action-model
import * as z from "zod";
import { log } from "../../base/log.ts";
import { Problem } from "../../base/problem.ts";
import { ok } from "../../base/result.ts";
import { readVariable } from "../../env.ts";
import { readEvent } from "../../ledger/events.ts";
import { decideRun } from "../../operate/decide.ts";
import type { Session } from "../../operate/person.ts";
import { readableRun } from "../../operate/recorded.ts";
import type { RunDecision } from "../../operate/requests.ts";
import { entryOf, rolesIn } from "../../policy/people.ts";
import type { Line } from "../../runs/explain.ts";
import { makeRunMessage } from "../../runs/message.ts";
import { HIDDEN_STATUSES, path, readIfFound, senderClient } from "../../systems/api/client.ts";
import type { Event } from "../../systems/event.ts";
import { findApi } from "../../systems/index.ts";
import { readJson, readShape, textAt } from "../../systems/reading/json.ts";
import { type BoundChannel, type ChannelAnswer, FOR_DECIDERS } from "../channel.ts";
import { type ActName, makeDoc, type Reader } from "../doc.ts";
import { makePress, readCardOptions } from "./bot.ts";
import { CARD, MAX_TEAMS_REASON, Press, toCard } from "./card.ts";

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

const Data = Press.extend({
  reason: z
    .string()
    .trim()
    .max(MAX_TEAMS_REASON)
    .default("")
    .transform((text) => text || "no reason given in Teams"),
});
type Data = z.output<typeof Data>;

const report = (verdict: "done" | "not_done", { steps, reason }: Data): RunDecision => ({
  decision: "completed",
  verdict,
  ...(steps && { steps }),
  reason,
});
/** For each act of a button, the reader of the new card, and the decision. */
const MEANINGS: Readonly<Record<ActName, (data: Data) => readonly [Reader, RunDecision]>> = {
  approve: ({ hash, reason }) => ["approver", { decision: "approved", hash, reason }],
  deny: ({ hash, reason }) => ["approver", { decision: "rejected", hash, reason }],
  confirm: ({ hash, reason }) => ["requester", { decision: "confirmed", hash, reason }],
  withdraw: ({ reason }) => ["requester", { decision: "withdrawn", reason }],
  follow_up_done: (data) => ["operator", report("done", data)],
  follow_up_not_done: (data) => ["operator", report("not_done", data)],
};

/**
 * A click on a button. A person can change the data of a click, so the desk checks the data as in a request to the API.
 */
const Click = z.object({
  action: z.object({
    verb: z.custom<ActName>((verb) => typeof verb === "string" && Object.hasOwn(MEANINGS, verb)),
    data: Data,
  }),
});

/** Answers an activity. Only clicks have an effect: the bot neither reads messages nor replies to them. */
export const answerTeams: ChannelAnswer = async (delivery, { ctx, ...around }) => {
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
};

const say = (value: string) => ({ type: "application/vnd.microsoft.activity.message", value });

/** Makes the decision of the person who clicked. Returns the new card, or a sentence that only this person sees. */
async function decide(
  activity: Activity,
  { verb, data }: z.output<typeof Click>["action"],
  { env, config }: BoundChannel,
) {
  const { run } = data;
  const [reader, decision] = MEANINGS[verb](data);
  let asker: Session | null = null;
  try {
    const email = await findEmail(activity, { env, config });
    const roles = rolesIn(config.people, (entry) => entry.email?.toLowerCase() === email.toLowerCase());
    asker = { env, person: { email, roles, session: `teams:${activity.from.id}`, people: null } };
    const { warnings } = await decideRun(asker, run, decision);
    log("delivery", { source: "teams", job: verb, run });
    const card = warnings.length > 0 ? null : await makeCard(asker, run, reader, config);
    return card ?? say(["Your decision is recorded.", ...warnings].join(" "));
  } catch (error) {
    log("teams_refused", { job: verb, run, error: String(error) });
    if (!(error instanceof Problem && FOR_DECIDERS.has(error.code)))
      return say("Reeve could not accept your decision just now. Please try again.");
    const why = `Your decision was not accepted: ${error.message}`;
    const card =
      asker && error.code === "decision_conflict"
        ? await makeCard(asker, run, reader, config, [[why]])
        : null;
    return card ?? say(why);
  }
}

/**
 * Makes the card of a run's present state. Returns `null` if the run has no card. Also returns `null` if the run or its
 * event can't be read, for example because the person may not read the run or the ledger is unavailable; the outbox
 * then updates the card.
 */
async function makeCard(
  asker: Session,
  id: string,
  reader: Reader,
  config: BoundChannel["config"],
  more: readonly Line[] = [],
) {
  try {
    const { run } = await readableRun(asker, id);
    const recorded = await readEvent(asker.env.LEDGER, run.eventId);
    if (!recorded?.event) return null;
    const about = { event: recorded.event as Event, source: recorded.source };
    const message = makeRunMessage("state", run, about, config.replies);
    const doc = makeDoc(message, reader, await readCardOptions(message, reader, { ...asker, config }));
    const notes = [...(doc?.notes ?? []), ...more];
    return doc && { type: CARD, value: toCard({ ...doc, notes }, makePress(message)) };
  } catch (error) {
    log("teams_card_failed", { error: String(error) });
    return null;
  }
}

/**
 * Returns the email that identifies the person in the audit trail and at the governance service: the one that `people`
 * in `src/config.ts` has for the person's object id or, if there is none, the one that Teams reports for the member of
 * the team or chat. Such a member must be neither a guest nor from another tenant, and must not use an email to which
 * `people` gives another object id.
 * @throws Problem `access_denied` if no such email is found, or another problem if a call to Teams fails
 */
async function findEmail(
  { from: { id, aadObjectId: object = "" }, conversation, channelData }: Activity,
  { env, config: { people } }: BoundChannel,
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
  // The settings take precedence: if `people` has an object id for an email, only the account with this id can use the
  // email.
  const other = entryOf(people, "email", email)?.teams;
  if (isOwn && email.includes("@") && other === undefined) return email;
  throw new Problem(
    "access_denied",
    "Reeve can't match your Teams account to a person. Guests can't decide. An admin can add you, with your object id, to the setting people in src/config.ts.",
  );
}
