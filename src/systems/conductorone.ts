// Receives webhooks from the governance service. Each one, except a test, requests the answer to a step, and contains
// the callback address for the answer.
import * as z from "zod";
import { sha256, sha256Hex } from "../base/hash.ts";
import { verifyToken } from "../base/remote-keys.ts";
import { isThisMachine } from "../base/request.ts";
import { ok, type Result, refused } from "../base/result.ts";
import { cutName } from "../base/text.ts";
import { parseCredentials } from "../governance/client/credential.ts";
import { sealCallback } from "../governance/client/index.ts";
import type { AskEvent, Person } from "./event.ts";
import {
  compact,
  isObject,
  type JsonObject,
  Members,
  parseJson,
  parseText,
  readText,
  textAt,
  valueAt,
} from "./reading/json.ts";
import { asBearer } from "./schemes/shared-secret.ts";
import { refuseToken } from "./schemes/token.ts";
import { defineSystem, type JsonBody, type Malformed, type Meaning, refuse, type Verify } from "./system.ts";

/** Maximum age of a token, in seconds. A token is valid for three minutes, beginning one minute before it is issued. */
const MAX_TOKEN_AGE_S = 5 * 60;
const MAX_TEXT_CHARS = 4_000;

const Webhook = z.object({
  version: z.literal("v1"),
  webhookId: z.string().min(1),
  callbackUrl: z.string().min(1),
  /** A hash that identifies the callback address, which is encrypted. Set by {@link verify}. */
  callbackId: z.string().optional(),
  event: z.string().min(1),
  payload: Members,
});

/**
 * Verifies a delivery's token with the tenant's keys, and then the token's claims, so that no token can be replayed for
 * another request. Returns the body with its callback address encrypted, so that the address itself is never stored.
 */
const verify: Verify = async (delivery, secrets, now, env = {}) => {
  const token = asBearer(delivery);
  if (token === null) return refuse("signature_missing", "a bearer token", "none");
  const [{ hostname, root }] = parseCredentials(env);
  const { url, method, body } = delivery;
  const read = await verifyToken(token, `${root}/auth/v1/jwks`, {
    algorithms: ["RS256", "ES256", "EdDSA"],
    issuer: hostname,
    audience: [url.host, url.hostname],
    currentDate: new Date(now),
    maxTokenAge: MAX_TOKEN_AGE_S,
    requiredClaims: ["exp", "nbf", "iat", "jti"],
  });
  if (!read.ok) return refuseToken(read.reason, "a token from the tenant for this request");
  const digest = await sha256(body);
  const { c1typ, htm, htu, htb_s256: bodyDigest, jti = "" } = read.value;
  const isForThis =
    c1typ === "wh" &&
    htm === method &&
    htu === url.origin + url.pathname &&
    bodyDigest === btoa(String.fromCharCode(...digest)) &&
    jti !== "";
  if (!isForThis) return refuse("token_mismatch", "a token for this request and body", "one for another");
  const parsed = await sealIn(parseText(body), hostname, secrets[0]);
  return ok({ secret: 0, signed: [jti], parsed });
};

/**
 * Encrypts the callback address in a body. The address must be the tenant's: Reeve never sends an answer to another
 * host, which prevents server-side request forgery.
 */
async function sealIn(
  parsed: Result<JsonBody, Malformed>,
  hostname: string,
  secret: string,
): Promise<Result<JsonBody, Malformed>> {
  if (!parsed.ok) return parsed;
  const url = URL.parse(textAt(parsed.value.json, "callbackUrl") ?? "");
  const isSecure = url?.protocol === "https:" || (url && isThisMachine(url));
  if (!url || !isSecure || url.hostname !== hostname || url.username || url.password)
    return refused({ detail: "callbackUrl: expected an https address of the tenant" });
  const json = {
    ...(parsed.value.json as JsonObject),
    callbackUrl: await sealCallback(url.pathname + url.search, secret),
    callbackId: await sha256Hex(url.pathname + url.search),
  };
  return ok({ json, text: JSON.stringify(json) });
}

/** Our event types, by the names of the service's events. */
const STEPS: Readonly<Record<string, AskEvent["type"]>> = {
  "c1.webhooks.v1.PayloadPolicyApprovalStep": "policy-step.asked",
  "c1.webhooks.v1.PayloadProvisionStep": "provision-step.asked",
  "c1.webhooks.v1.PayloadWorkflowStep": "workflow-step.asked",
};

function readWebhook({
  webhookId: webhook,
  event,
  callbackUrl,
  payload,
}: z.output<typeof Webhook>): Meaning | Malformed {
  if (event === "c1.webhooks.v1.PayloadTest")
    return { ignored: "the delivery is a test of the webhook, and was verified" };
  const type = STEPS[event];
  if (!type) return { ignored: `Reeve can't answer ${event}` };
  const ask = type === "workflow-step.asked" ? readWorkflow(payload) : readTask(payload);
  if (!ask) return { detail: "payload: expected a task, or an automation with its execution" };
  return { type, subject: `conductorone:${ask.id}`, ask: { callback: callbackUrl, webhook, ...ask.content } };
}

type TaskContent = { readonly id: string; readonly content: Omit<AskEvent["ask"], "callback" | "webhook"> };

function readWorkflow(payload: JsonObject): TaskContent | null {
  const [automation, id] = [textAt(payload, "automationId"), textAt(payload, "executionId")];
  if (automation === undefined || id === undefined) return null;
  const title = `A step of the automation ${automation}`;
  return { id, content: { key: id, title, texts: [], context: payload["context"] ?? {} } };
}

/**
 * Reads a task in the format of the service's tasks API. The objects to which the task refers are in `expanded`.
 * Returns `null` if the task has no id.
 */
function readTask({ taskView, expanded }: JsonObject): TaskContent | null {
  const task = valueAt(taskView, "task");
  const id = textAt(task, "id");
  if (id === undefined) return null;
  const [kind = "", details] =
    Object.entries(Object(valueAt(task, "type"))).find(([, one]) => isObject(one)) ?? [];
  const objects = [expanded].flat().filter(isObject);
  const find = (type: string, id: string | undefined) =>
    objects.find((one) => textAt(one, "id") === id && textAt(one, "@type")?.endsWith(type));
  const named = (type: string, id: string | undefined) =>
    id === undefined ? undefined : { id, name: cutName(textAt(find(type, id), "displayName") ?? id) };
  const person = (id: string | undefined): Person | undefined => {
    const user = find(".user.v1.User", id);
    return id === undefined
      ? undefined
      : compact({ id, name: cutName(textAt(user, "displayName") ?? id), email: textAt(user, "email") });
  };
  const [entitlementId] = [
    valueAt(details, "appEntitlementId") ?? valueAt(details, "appEntitlementIds"),
  ].flat();
  const app = named(".app.v1.App", textAt(details, "appId"));
  const entitlement = named(".app.v1.AppEntitlement", readText(entitlementId));
  const whom = person(textAt(details, "identityUserId") ?? textAt(task, "userId"));
  const key = textAt(task, "numericId") ?? id;
  const what = [entitlement?.name, app && `in ${app.name}`, whom && `for ${whom.name}`]
    .filter(Boolean)
    .join(" ");
  const later = valueAt(task, "policy", "next");
  const [, seconds] = /^(\d{1,12})(?:\.\d+)?s$/.exec(textAt(details, "grantDuration") ?? "") ?? [];
  const references = [valueAt(task, "externalRefs")].flat();
  const texts = [task, ...references].flatMap((one) =>
    ["description", "justification", "name", "url"].flatMap(
      (name) => textAt(one, name)?.slice(0, MAX_TEXT_CHARS) ?? [],
    ),
  );
  return {
    id,
    content: {
      key,
      title: what || `${kind || "A"} task ${key}`,
      texts,
      ...compact({ person: whom, requester: person(textAt(task, "createdByUserId")), app, entitlement }),
      ...(Array.isArray(later) && { laterSteps: later.length }),
      ...(seconds !== undefined && { grantSeconds: Number(seconds) }),
    },
  };
}

/**
 * Receives the governance service's webhooks for policies, provisioning rules and automations. A retry is a new request
 * with its own token and the same callback address. The service documents neither the path of callback addresses nor
 * the properties of tasks. Source: conductorone.com/docs/product/admin/webhooks
 */
export const conductorone = defineSystem({
  name: "conductorone",
  title: "the governance service",
  authentication: "signed",
  secretVariable: "CONDUCTORONE_WEBHOOK_SECRET",
  setUp:
    "Integrations → Webhooks → Add webhook, with this address; then name the webhook in a policy, a provisioning rule or an automation.",
  signsIds: false,
  isAnswered: true,
  verify,
  parse: parseJson(Webhook, (webhook) => ({ id: webhook.callbackId ?? null, event: readWebhook(webhook) })),
});
