// Receives signed events at inbound webhooks, each of which starts an automation of the service.
import { base64url } from "jose";
import * as z from "zod";
import { startAutomation } from "../../governance/contract/webhooks.ts";
import { countCall } from "./calls.ts";
import { notFound, TenantError } from "./errors.ts";
import { faultAnswer, LostConnection, takeFault } from "./faults.ts";
import { readSetting, writeSetting } from "./rows.ts";
import type { Place } from "./world.ts";

export const Listener = z.object({ id: z.string().min(1), secret: z.string().min(16) });

type Known = z.output<typeof Listener> & {
  /** The bodies of the events that started the automation, by event id. */
  readonly started: Readonly<Record<string, unknown>>;
};

const NAME = "listeners";
export const listListeners = (sql: SqlStorage): Known[] => JSON.parse(readSetting(sql, NAME) ?? "[]");
const write = (sql: SqlStorage, one: Known): void =>
  writeSetting(sql, NAME, JSON.stringify([...listListeners(sql).filter(({ id }) => id !== one.id), one]));

/** Adds an inbound webhook. */
export function addListener(sql: SqlStorage, listener: z.output<typeof Listener>): object {
  write(sql, { ...listener, started: {} });
  return { id: listener.id };
}

const PATH = startAutomation.path.replace("{listener}", "");
/** Maximum difference between the timestamp of an event and the tenant's clock. */
const MAX_SKEW_MS = 5 * 60_000;

/**
 * Receives an event, or returns `null` for a request to another path. A repeated event id changes nothing.
 * @throws TenantError 404 for an unknown webhook, 401 for a wrong signature or an old timestamp
 */
export async function receiveEvent(request: Request, place: Place): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (request.method !== "POST" || !pathname.startsWith(PATH)) return null;
  const { sql, now, switches } = place;
  countCall(sql, "startAutomation", "calls");
  const fault = takeFault(sql, "startAutomation");
  if (fault?.drop === "before") throw new LostConnection();
  if (fault?.status !== undefined && !fault.drop) return faultAnswer(fault, fault.status, false, switches);
  const id = pathname.slice(PATH.length);
  const known = listListeners(sql).find((one) => one.id === id);
  if (!known) throw notFound("inbound webhook", id);
  const body = await request.text();
  const header = (name: string) => request.headers.get(`webhook-${name}`) ?? "";
  const signed = `${header("timestamp")}.${header("event-id")}.${body}`;
  const isRecent = Math.abs(now().getTime() - Number(header("timestamp")) * 1_000) <= MAX_SKEW_MS;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(known.secret), algorithm, false, ["verify"]);
  const signature = base64url.decode(header("signature")) as Uint8Array<ArrayBuffer>;
  if (!isRecent || !(await crypto.subtle.verify("HMAC", key, signature, bytes(signed))))
    throw new TenantError("unauthenticated", "the signature or the timestamp is not valid");
  write(sql, { ...known, started: { [header("event-id")]: JSON.parse(body), ...known.started } });
  if (fault?.drop === "after") throw new LostConnection();
  return Response.json({});
}
