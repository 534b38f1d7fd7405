// Signs and sends the tenant's own webhooks, retries failed attempts, and receives the answers at callback addresses.
// Receives signed events at inbound webhooks; each event starts an automation of the service.
import { base64url } from "jose";
import * as z from "zod";
import { hmacKey } from "../../base/hash.ts";
import { MAX_ANSWER_BYTES, startAutomation, WebhookAnswer } from "../../governance/contract/webhooks.ts";
import { signWebhook, TENANT_KEY } from "./auth/webhook-token.ts";
import { withFault } from "./calls.ts";
import { invalidMember, notFound, TenantError } from "./errors.ts";
import { methodNotAllowed, parse, readJson } from "./request.ts";
import { listResources, requireUser } from "./resources.ts";
import { readAll, readFirst, readSetting, writeSetting } from "./rows.ts";
import type { Place } from "./world.ts";

export const Listener = z.object({ id: z.string().min(1), secret: z.string().min(16) });

type Known = z.output<typeof Listener> & {
  /** The bodies of the events that started the automation, by event id. */
  readonly started: Readonly<Record<string, unknown>>;
};

const LISTENERS = "listeners";
export const listListeners = (sql: SqlStorage): Known[] => JSON.parse(readSetting(sql, LISTENERS) ?? "[]");
function writeListener(sql: SqlStorage, one: Known): void {
  const others = listListeners(sql).filter(({ id }) => id !== one.id);
  writeSetting(sql, LISTENERS, JSON.stringify([...others, one]));
}

/** Adds an inbound webhook, or replaces the one with the same id. */
export function addListener(sql: SqlStorage, listener: z.output<typeof Listener>): object {
  writeListener(sql, { ...listener, started: {} });
  return { id: listener.id };
}

const EVENTS_PATH = startAutomation.path.replace("{listener}", "");
/** Maximum difference between the timestamp of an event and the tenant's clock, in milliseconds. */
const MAX_SKEW_MS = 5 * 60_000;

/**
 * Receives an event, or returns `null` for a request to another path or with a method other than POST. A repeated event
 * id changes nothing.
 * @throws TenantError 404 for an unknown webhook, 401 for a wrong signature or a timestamp outside `MAX_SKEW_MS`
 */
export async function receiveEvent(request: Request, place: Place): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (request.method !== "POST" || !pathname.startsWith(EVENTS_PATH)) return null;
  return withFault("startAutomation", place, false, () => acceptEvent(request, pathname, place));
}

async function acceptEvent(request: Request, pathname: string, { sql, now }: Place): Promise<Response> {
  const id = pathname.slice(EVENTS_PATH.length);
  const known = listListeners(sql).find((one) => one.id === id);
  if (!known) throw notFound("inbound webhook", id);
  const body = await request.text();
  const header = (name: string) => request.headers.get(`webhook-${name}`) ?? "";
  const signed = new TextEncoder().encode(`${header("timestamp")}.${header("event-id")}.${body}`);
  const isRecent = Math.abs(now().getTime() - Number(header("timestamp")) * 1_000) <= MAX_SKEW_MS;
  const key = await hmacKey(known.secret);
  const signature = base64url.decode(header("signature")) as Uint8Array<ArrayBuffer>;
  if (!isRecent || !(await crypto.subtle.verify("HMAC", key, signature, signed)))
    throw new TenantError("unauthenticated", "The signature or the timestamp is not valid.");
  writeListener(sql, { ...known, started: { [header("event-id")]: JSON.parse(body), ...known.started } });
  return Response.json({});
}

export const JWKS_PATH = "/auth/v1/jwks";
const CALLBACKS = "/api/v1/webhooks/callbacks/";
const PREFIX = "c1.webhooks.v1.Payload";
/** Maximum number of attempts to send a webhook. */
const MAX_ATTEMPTS = 50;
/** Default delay between two attempts, in milliseconds. */
const RETRY_MS = 3_000;
/** Time limit of an attempt, in milliseconds. */
const ATTEMPT_MS = 30_000;

/** The answers that each type of step accepts, by the suffix of the step's event name. */
const ANSWERS: Readonly<Record<string, readonly (keyof WebhookAnswer)[]>> = {
  PolicyApprovalStep: ["approve", "deny", "reassign", "replacePolicy"],
  ProvisionStep: ["complete", "errored"],
  WorkflowStep: ["context"],
};

export const WebhookToSend = z.object({
  url: z.url(),
  event: z.enum(["PolicyApprovalStep", "ProvisionStep", "WorkflowStep", "Test"]),
  // The access request in the payload: its user, app, entitlement and reason, and the duration of the grant.
  userId: z.string().default("usr_ada_marsh"),
  appId: z.string().default("app_github"),
  entitlementId: z.string().default("ent_github_admin"),
  description: z.string().default(""),
  grantSeconds: z.int().min(1).optional(),
  context: z.record(z.string(), z.unknown()).default({}),
  /** Seconds for which the callback address stays open. */
  timeoutSeconds: z
    .int()
    .min(1)
    .default(8 * 24 * 60 * 60),
  attempts: z.int().min(1).max(MAX_ATTEMPTS).default(MAX_ATTEMPTS),
  retryMs: z.int().min(0).default(RETRY_MS),
});

/** A webhook and its result. */
interface SentWebhook {
  readonly id: string;
  readonly event: string;
  /**
   * `waiting` for an answer at the callback address, after a 202; `answered` after the answer, or after a 200 to a
   * `Test`; `failed` after any other 2xx or a 410, or if every attempt failed.
   */
  readonly state: "sending" | "waiting" | "answered" | "failed";
  readonly closesAt: number;
  readonly attempts: readonly number[];
  readonly answer?: unknown;
  /** The names of the answer's headers. */
  readonly headers?: readonly string[];
  /**
   * The number of answers that were rejected because they were too long, late, not the first, or for another type of
   * step. Answers that do not match the schema are not included.
   */
  readonly refused: number;
}

const read = (sql: SqlStorage, id: string) =>
  readFirst<SentWebhook>(sql.exec("SELECT json FROM webhooks WHERE id = ?", id));

function write(sql: SqlStorage, webhook: SentWebhook): SentWebhook {
  const put = "INSERT INTO webhooks (id, json) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET json = ?2";
  sql.exec(put, webhook.id, JSON.stringify(webhook));
  return webhook;
}

export const listWebhooks = (sql: SqlStorage): readonly SentWebhook[] =>
  readAll(sql.exec("SELECT json FROM webhooks ORDER BY seq"));

export function answerJwks(): Response {
  const { d: _, ...key } = TENANT_KEY;
  return Response.json({ keys: [{ ...key, kid: "local", alg: "EdDSA", use: "sig" }] });
}

/**
 * Sends a webhook, and repeats it until a response is a 2xx or 410, the answer has arrived, or no attempts are left.
 * @returns the webhook and its result
 */
export async function sendWebhook(
  place: Place,
  wanted: z.output<typeof WebhookToSend>,
): Promise<SentWebhook> {
  const { sql, now, hostname } = place;
  const id = crypto.randomUUID();
  const event = PREFIX + wanted.event;
  const callbackUrl = `https://${hostname}${CALLBACKS}${id}`;
  const payload = { "@type": `type.googleapis.com/${event}`, ...makePayload(sql, id, wanted) };
  const message = { version: "v1", webhookId: "wh_reeve", callbackUrl, event, payload };
  const body = new Uint8Array(new TextEncoder().encode(JSON.stringify(message)));
  const closesAt = now().getTime() + wanted.timeoutSeconds * 1_000;
  let sent = write(sql, { id, event, state: "sending", closesAt, attempts: [], refused: 0 });
  for (let n = 1; n <= wanted.attempts && sent.state === "sending"; n++) {
    const status = await attempt(new URL(wanted.url), hostname, body);
    const isFinal = (status >= 200 && status < 300 && status !== 202) || status === 410;
    const state = status === 202 ? "waiting" : isFinal || n === wanted.attempts ? "failed" : "sending";
    const known = read(sql, id) ?? sent;
    // The answer can arrive before the response to the webhook.
    const isAnswered = known.state === "answered" || (wanted.event === "Test" && status === 200);
    const attempts = [...known.attempts, status];
    sent = write(sql, { ...known, attempts, state: isAnswered ? "answered" : state });
    if (sent.state === "sending") await scheduler.wait(wanted.retryMs);
  }
  return sent;
}

async function attempt(url: URL, issuer: string, body: Uint8Array<ArrayBuffer>): Promise<number> {
  try {
    const signed = await signWebhook({ body, issuer, url, at: Date.now() });
    const headers = { "content-type": "application/json", ...signed };
    const signal = AbortSignal.timeout(ATTEMPT_MS);
    const response = await fetch(url, { method: "POST", headers, body, signal });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

function makePayload(sql: SqlStorage, id: string, wanted: z.output<typeof WebhookToSend>): object {
  const { event, userId, appId, entitlementId, description, grantSeconds, context } = wanted;
  if (event === "Test") return {};
  if (event === "WorkflowStep") return { automationId: "atm_sample", executionId: id, context };
  const named = (kind: "app" | "app entitlement", id: string, parent?: string) =>
    listResources<{ id: string; displayName?: string }>(sql, kind, parent).find((one) => one.id === id);
  const grant = {
    appId,
    appEntitlementId: entitlementId,
    identityUserId: userId,
    ...(grantSeconds !== undefined && { grantDuration: `${grantSeconds}s` }),
  };
  const numericId = String(listWebhooks(sql).length + 1);
  const task = { id, numericId, description, userId, createdByUserId: userId, type: { grant } };
  const type = "type.googleapis.com/c1.api";
  return {
    taskView: { task, userPath: "$.expanded[0]", appPath: "$.expanded[1]" },
    expanded: [
      { "@type": `${type}.user.v1.User`, ...requireUser(sql, userId).user },
      { "@type": `${type}.app.v1.App`, ...named("app", appId) },
      { "@type": `${type}.app.v1.AppEntitlement`, ...named("app entitlement", entitlementId, appId) },
    ],
  };
}

/**
 * Receives an answer, or returns `null` for a request to another path. A webhook that `npm run send` simulated is
 * unknown to the tenant, so it is created from the id in its callback address.
 * @throws TenantError 404 for an unknown callback, 405 for a method other than POST, 400 for an answer that is invalid,
 * too long, late or not the first, or that belongs to another type of step
 */
export async function receiveAnswer(request: Request, place: Place): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith(CALLBACKS)) return null;
  return withFault("answerWebhook", place, false, () => acceptAnswer(request, pathname, place));
}

async function acceptAnswer(request: Request, pathname: string, { sql, now }: Place): Promise<Response> {
  if (request.method !== "POST") throw methodNotAllowed(["POST"]);
  const id = pathname.slice(CALLBACKS.length);
  const [, played] = /^(policy|provision|workflow)-/.exec(id) ?? [];
  const body = await readJson(request);
  const sent = read(sql, id) ?? (played === undefined ? undefined : makePlayed(id, played));
  if (!sent) throw notFound("callback", id);
  const answer = parse(WebhookAnswer, body, "body");
  const refuse = (field: string, why: string) => {
    write(sql, { ...sent, refused: sent.refused + 1 });
    return invalidMember(field, why);
  };
  if (JSON.stringify(body).length > MAX_ANSWER_BYTES) throw refuse("body", "is longer than 250 KB");
  if (sent.answer !== undefined) throw refuse("callback", "already has an answer");
  if (now().getTime() >= sent.closesAt) throw refuse("callback", "is closed");
  const takes = ANSWERS[sent.event.slice(PREFIX.length)] ?? [];
  if (!takes.some((name) => answer[name] !== undefined))
    throw refuse("body", `needs one of ${takes.join(", ")}`);
  write(sql, { ...sent, state: "answered", answer, headers: Array.from(request.headers.keys()) });
  return Response.json({});
}

const PLAYED: Readonly<Record<string, string>> = {
  policy: "PolicyApprovalStep",
  provision: "ProvisionStep",
  workflow: "WorkflowStep",
};
const makePlayed = (id: string, kind: string): SentWebhook => ({
  id,
  event: `${PREFIX}${PLAYED[kind]}`,
  state: "waiting",
  closesAt: Number.MAX_SAFE_INTEGER,
  attempts: [],
  refused: 0,
});
