// Receives deliveries, and the requests of Slack and Teams: verifies each, and stores a delivery's events for desks,
// before responding to the sender.

import type { Context } from "hono";
import { v7 as uuid } from "uuid";
import * as z from "zod";
import { automations } from "../automations/index.ts";
import { log } from "../base/log.ts";
import { type Endpoint, json } from "../base/openapi.ts";
import { Problem, RequestInvalid } from "../base/problem.ts";
import { readBytes } from "../base/request.ts";
import type { Secrets } from "../base/variable.ts";
import type { ChannelAnswer } from "../channels/channel.ts";
import type { Configured } from "../define-config.ts";
import { deskFor, findControl, nameDesk } from "../desk/directory.ts";
import type { Accepted, Incoming } from "../desk/engine/intake.ts";
import { type Env, isLocalStack, readVariable, type Variables } from "../env.ts";
import { enabledNames, type Settings } from "../kit/settings.ts";
import type { EventRow } from "../ledger/record.ts";
import { actionRequests, actionsToken } from "../systems/actions.ts";
import { sources } from "../systems/index.ts";
import { readSecrets, type SecretHolder } from "../systems/schemes/secrets.ts";
import { OwnFormat } from "../systems/standard-webhooks.ts";
import { type Delivery, type Handshake, REMEDIES, type Source } from "../systems/system.ts";
import { teamsEntrance } from "../systems/teams.ts";
import { actionList, actionSchema, actionSource } from "./actions.ts";
import { countRefusal, type Ignoring } from "./ignored.ts";
import { ofOurSite, readDelivery, readIncoming, rejected } from "./incoming.ts";
import { problemResponse } from "./refuse.ts";

const TakenIn = z.object({
  event: z.string().optional().meta({ description: "Id of the event; absent if the event is only counted." }),
  ignored: z
    .string()
    .optional()
    .meta({ description: "The reason for ignoring the event; absent if a desk has stored the event." }),
});

/** Declares `POST /hooks/{source}` for the OpenAPI document. */
export const takeDelivery: Endpoint = {
  id: "takeDelivery",
  method: "POST",
  path: "/hooks/{source}",
  summary: "Receive a delivery from a sender, authenticated in the sender's own way",
  access: "signed",
  params: { source: z.enum(Array.from(sources.keys())) },
  body: z.union([
    OwnFormat,
    z.unknown().meta({ description: "A body as the sender documents it, at most 1 MiB." }),
  ]),
  answers: {
    200: json("Nothing is done: the delivery was received before, or no automation wants it.", TakenIn),
    202: json("The event is stored. Its result is recorded under this id.", TakenIn),
  },
  problems: [
    "unknown_source",
    "source_not_configured",
    "request_invalid",
    "delivery_refused",
    "delivery_too_large",
    "delivery_malformed",
    "keys_unavailable",
    "desk_unavailable",
  ],
};

type HooksContext = Context<{ Bindings: Env; Variables: Configured & Ignoring }>;

export const listActions = (c: HooksContext): Response => c.json(actionList());

/** Responds with the JSON Schema of the request for one action. */
export const describeAction = (c: HooksContext, name: string): Response =>
  c.json(actionSchema(name) ?? noAction());

/** Receives a request for the action that the path names. */
export const receiveAction = (c: HooksContext, name: string): Promise<Response> =>
  receive(c, actionSource(name, c.req.raw.headers, c.var.config.settings.timeZone) ?? noAction());

/**
 * Receives a delivery: verifies and parses it, stores its events for desks, then responds, by default with 202 for a
 * new event and 200 for a repeated or ignored one. A sender's handshake can use any method.
 */
export function receiveEvents(c: HooksContext, name: string): Promise<Response> {
  const source = sources.get(name);
  if (!source || ASKED_BY_NAME.has(source)) throw new Problem("unknown_source", "no such source");
  return receive(c, source);
}

/** Sources with a separate URL for each action. */
const ASKED_BY_NAME: ReadonlySet<Source> = new Set([actionRequests, actionsToken]);

function noAction(): never {
  throw new Problem("unknown_action", "no such action");
}

/** Receives commands, clicks, shortcuts, submitted forms and requests for suggestions from Slack: none are events. */
export async function receiveSlack(c: HooksContext): Promise<Response> {
  const [{ answerSlack }, { slackEntrance }] = await Promise.all([
    import("../channels/slack/receive.ts"),
    import("../channels/slack/requests.ts"),
  ]);
  return receiveFor(c, slackEntrance, answerSlack);
}

/** Receives the activities of the bot in Teams, which are not events. */
export async function receiveTeams(c: HooksContext): Promise<Response> {
  const { answerTeams } = await import("../channels/teams/receive.ts");
  return receiveFor(c, teamsEntrance, answerTeams);
}

/** Receives a request that a channel answers. */
async function receiveFor(
  c: HooksContext,
  entrance: Parameters<typeof open>[1],
  answer: ChannelAnswer,
): Promise<Response> {
  const opened = await open(c, entrance);
  if (opened instanceof Response) return opened;
  const { config } = c.var;
  const answered = await answer(opened.delivery, { config, env: c.env, ctx: c.executionCtx });
  if (answered.ok) return answered.value;
  log("delivery", { source: entrance.name, malformed: true });
  const { detail } = answered.reason;
  return problemResponse(new Problem("delivery_malformed", detail), detail);
}

/**
 * Verifies a delivery. Returns a response instead for a handshake, and for an encoded body, which is rejected.
 * @throws Problem if the delivery can't be read or verified, or its method is not POST
 */
async function open(
  c: HooksContext,
  source: Pick<Source, "name" | "secretVariable" | "secretFault" | "verify" | "handshake">,
) {
  const { method, headers } = c.req.raw;
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    const detail = `the body has the content-encoding ${encoding.slice(0, 50)}: send it uncompressed`;
    return problemResponse(new Problem("delivery_encoded", detail), detail);
  }
  const delivery: Delivery = {
    method,
    // Use a getter, so that the URL is parsed only for the few senders whose URLs have parameters.
    get url() {
      return new URL(c.req.url);
    },
    headers,
    body: await readBody(c.req.raw),
  };
  const handshake = source.handshake?.(delivery);
  if (handshake) return answerHandshake(c.env, source, handshake);
  if (method !== "POST")
    throw new Problem("method_not_allowed", `${source.name} accepts POST, not ${method}`);
  const secrets = readSourceSecrets(source, c.env);
  const verified = await source.verify(delivery, secrets, Date.now(), c.env);
  if (!verified.ok) {
    const hint =
      secrets.length > 1 &&
      `${source.secretVariable} contains two secrets, separated by a comma: if this is one secret that contains a comma, have the sender generate a new one`;
    const { check } = verified.reason;
    log("delivery_refused", { source: source.name, ...verified.reason, hint: hint || REMEDIES[check] });
    countRefusal({ source: source.name, check, n: 1, lastAt: Date.now() }, c.env, c.executionCtx);
    throw new Problem("delivery_refused", check);
  }
  return { delivery, verified: verified.value };
}

/**
 * Maximum size of a delivery in bytes. Every sender stays far below this size (GitHub allows 25 MB, but its issues are
 * small).
 */
const MAX_DELIVERY_BYTES = 1024 * 1024;

/**
 * Reads the body of a delivery.
 * @throws Problem `delivery_too_large`, or `request_invalid` if the body can't be read
 */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const read = await readBytes(request, MAX_DELIVERY_BYTES);
  if (read.ok) return read.value;
  if (read.reason === "broken") throw RequestInvalid.unreadable();
  throw new Problem("delivery_too_large", `the request body exceeds ${MAX_DELIVERY_BYTES} bytes`);
}

async function receive(c: HooksContext, source: Source): Promise<Response> {
  const began = Date.now();
  const opened = await open(c, source);
  if (opened instanceof Response) return opened;
  const { delivery, verified } = opened;
  const parsed = readDelivery(source, delivery, verified.parsed);
  const content = verified.signed ?? [delivery.body];
  const rules = { automations, ...c.var.config };
  const incoming = parsed.ok
    ? await readIncoming(source, content, parsed.value.map(ofOurSite(source, c.env)), rules)
    : [await rejected(source, content, delivery.body, parsed.reason)];
  const taken = await acceptEvents(c, source, incoming);
  const kept = taken.filter((one) => "duplicate" in one);
  const fresh = kept.some(({ duplicate }) => !duplicate);
  const isRetiring = verified.secret !== 0;
  const startsRuns = fresh && parsed.ok && incoming.some(({ match }) => match.wanting.length > 0);
  // Log a delivery that starts a run only if the secret is being retired: the run's own log line contains more. Don't
  // log deliveries whose events are all ignored: metrics count them.
  if (kept.length > 0 && (!startsRuns || isRetiring))
    log("delivery", {
      source: source.name,
      event: kept[0]?.eventId ?? null,
      events: taken.length,
      type: incoming[0]?.type ?? null,
      duplicate: !fresh,
      malformed: !parsed.ok,
      secret: isRetiring ? "retiring" : "in_use",
      bytes: delivery.body.byteLength,
      durationMs: Date.now() - began,
    });
  // The sender is authenticated, so the response can show the error.
  if (!parsed.ok) {
    const { detail } = parsed.reason;
    return problemResponse(new Problem("delivery_malformed", detail), detail);
  }
  // The delivery's other events are accepted. If the sender repeats the delivery, stored events are recognized.
  const tooLarge = incoming.find(({ unread }) => unread === "rejected")?.detail;
  if (tooLarge) return problemResponse(new Problem("delivery_too_large", tooLarge), tooLarge);
  const known = source.isAnswered ? 202 : 200;
  const unwanted = source.isAnswered && incoming[0]?.type ? 410 : 200;
  const status = fresh ? (source.accepted ?? 202) : kept.length > 0 ? known : unwanted;
  const [first, ...more] = taken;
  if (first && more.length === 0) {
    const { eventId: event } = first;
    return Response.json("ignored" in first ? { ignored: first.ignored, event } : { event }, { status });
  }
  return Response.json({ events: taken.flatMap(({ eventId = [] }) => eventId) }, { status });
}

/**
 * Passes events to their desks. When the promise resolves, all events for desks are on disk. When the promise rejects,
 * the sender must repeat the delivery. An event that no automation wants and that can't withdraw anything reaches no
 * desk, unless it was rejected: desks store rejected deliveries.
 */
async function acceptEvents(c: HooksContext, source: Source, incoming: readonly Incoming[]) {
  const events = incoming.map((one) => ({ one, why: findIgnoreReason(one, c.var.config.settings) }));
  const forDesks = events.flatMap(({ one, why }) =>
    why && !why.mayEnd ? [] : { incoming: one, onlyIfItEnds: why !== null },
  );
  const desks = readVariable(c.env, "DESKS");
  const byDesk = Map.groupBy(forDesks, ({ incoming: { subject } }) => nameDesk(desks, subject));
  const accepted = new Map<Incoming, Accepted | null>();
  try {
    await Promise.all(
      Array.from(byDesk.values(), async (sent) => {
        const answers = await deskFor(c.env, sent[0]?.incoming.subject ?? "").acceptAll(sent);
        for (const [n, { incoming: one }] of sent.entries()) accepted.set(one, answers[n] ?? null);
      }),
    );
    return events.map(({ one, why }) => accepted.get(one) ?? ignore(c, one, why ?? NOTHING_WANTED));
  } catch (error) {
    log("desk_unreachable", { source: source.name, error: String(error) });
    throw new Problem("desk_unavailable", "the desk could not be reached", { cause: error });
  }
}

const NOTHING_WANTED = { reason: "", declined: [] } as const;

/**
 * Returns the reason why an event is ignored, or `null` if a desk must store it. If `mayEnd` is true, the event might
 * end waiting runs, so a desk must check it.
 */
function findIgnoreReason(
  { unread, type, detail, match: { wanting, declined, withdrawalReasons } }: Incoming,
  settings: Settings,
): { readonly reason: string; readonly declined: EventRow["declined"]; readonly mayEnd: boolean } | null {
  if (unread === "rejected") return null;
  if (unread || type === null) {
    const mayEnd =
      unread === "unknown" && enabledNames(settings).some((name) => automations.get(name)?.withdrawn);
    return { reason: detail ?? "", declined: [], mayEnd };
  }
  if (wanting.length > 0) return null;
  const reasons = declined.map(({ reason }) => reason).join(" ");
  const reason = reasons || `No enabled automation listens to ${type}.`;
  return { reason, declined, mayEnd: withdrawalReasons.size > 0 };
}

/** Records or counts an ignored event. @returns the reason, and the event's id if the event is recorded */
function ignore(
  c: HooksContext,
  { keys: _, unread: __, match: ___, ...incoming }: Incoming,
  { reason, declined }: { readonly reason: string; readonly declined: EventRow["declined"] },
) {
  const id = `evt_${uuid()}`;
  const row = { ...incoming, id, state: "ignored", declined, receivedAt: Date.now() } as const;
  const kept = c.var.ignored.add(row, c.env, c.executionCtx);
  return { ignored: reason, ...(kept && { eventId: id }) };
}

/** Answers a handshake. The handshake's value is stored only if the source's secret is not set yet. */
async function answerHandshake(
  env: Env,
  source: Pick<Source, "name" | "secretVariable">,
  handshake: Handshake,
): Promise<Response> {
  const { keep, body = null, status, headers = {} } = handshake;
  const kept = keep !== undefined && env[source.secretVariable] === undefined;
  if (kept) await findControl(env).keepHandshake(source.name, keep);
  log("handshake", { source: source.name, kept });
  return new Response(body, { status, headers });
}

/**
 * Returns the secrets of a source. See {@link readSecrets}.
 * @throws Problem `source_not_configured` if a secret is missing or invalid: without it nothing can be verified
 */
export function readSourceSecrets(source: SecretHolder, env: Variables): Secrets {
  const secrets = readSecrets(source, env);
  if (secrets.ok) return secrets.value;
  log("source_not_configured", {
    level: "alert",
    source: source.name,
    reason: secrets.reason,
    remedy: isLocalStack(env)
      ? `add ${source.secretVariable} to .dev.vars, or restart npm start`
      : `npx wrangler secret put ${source.secretVariable}`,
  });
  throw new Problem("source_not_configured", secrets.reason);
}
