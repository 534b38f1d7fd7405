// The Reeve that a command or a test talks to: its address, and events and runs from its API.
import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "../../desk/run/run.ts";
import type { EventRecord } from "../../ledger/shapes.ts";
import { isUnderWay } from "../../ledger/states.ts";
import { reevePort } from "../start/ports.ts";
import { UsageError } from "./command-line.ts";

/** True for an address of this machine, where nobody listens in. */
export const isLocal = ({ hostname }: URL): boolean => ["127.0.0.1", "localhost", "[::1]"].includes(hostname);

/** Explains the failure of a request without an answer. @throws Error */
export const noReeveAt =
  ({ origin }: URL) =>
  (cause: unknown): never => {
    throw new Error(`there is no Reeve at ${origin} (npm start runs the local one)`, { cause });
  };

/**
 * The address of Reeve: from an option, `REEVE_URL`, or the local stack's port.
 * @param given The option's name and value
 * @throws UsageError
 */
export function reeveAddress(
  {
    option = "--reeve",
    address,
    port,
  }: { option?: string; address?: string | undefined; port?: string | undefined } = {},
  env: Readonly<Record<string, string | undefined>> = process.env,
): URL {
  const named = address !== undefined || port !== undefined ? address : env["REEVE_URL"];
  const text = named || `http://127.0.0.1:${reevePort(port, env)}`;
  const reeve = URL.canParse(text) ? new URL(text) : null;
  if (reeve?.protocol === "https:" || (reeve?.protocol === "http:" && isLocal(reeve))) return reeve;
  const from = address === undefined ? "REEVE_URL" : option;
  throw new UsageError(`${from} ${text}: give the https:// address of a Reeve (http only for this machine)`);
}

const POLL_MS = 50;
/** Longest wait between two looks. */
const MAX_POLL_MS = 150;

/**
 * Waits until an event is recorded and every run of it has ended, or waits for a day or a person.
 * @throws Error past the deadline, with the state then
 */
export const settled = (reeve: URL, eventId: string, deadlineMs = 120_000): Promise<EventRecord> =>
  recordedEvent(reeve, eventId, deadlineMs, ({ runs }) => runs.every(({ state }) => !isUnderWay(state)));

/** Waits until an event is recorded. @param ready A further condition @throws as {@link settled} does */
export async function recordedEvent(
  reeve: URL,
  eventId: string,
  deadlineMs: number,
  ready: (event: EventRecord) => boolean = () => true,
): Promise<EventRecord> {
  const until = Date.now() + deadlineMs;
  for (let pause = POLL_MS; ; pause = Math.min(1.5 * pause, MAX_POLL_MS)) {
    const response = await fetch(new URL(`/api/events/${eventId}`, reeve), { redirect: "manual" });
    const event = response.ok ? ((await response.json()) as EventRecord) : null;
    if (event && ready(event)) return event;
    if (Date.now() > until)
      throw new Error(
        event === null
          ? `event ${eventId} is not on record`
          : `event ${eventId} is not settled: ${event.runs.map(({ id, automation, state }) => `${automation} ${state} (${id})`).join(", ")}`,
      );
    await sleep(pause);
  }
}

export async function recordedRun(reeve: URL, id: string): Promise<Run> {
  const response = await fetch(new URL(`/api/runs/${id}`, reeve), { redirect: "manual" });
  if (!response.ok) throw new Error(`run ${id}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Run;
}

/** The headers of a Cloudflare Access service token, from the environment. */
export function accessHeaders(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { CF_ACCESS_CLIENT_ID: id, CF_ACCESS_CLIENT_SECRET: secret } = env;
  if (!id && !secret) return {};
  if (!id || !secret)
    throw new Error("CF_ACCESS_CLIENT_ID and CF_ACCESS_CLIENT_SECRET go together; one of them is not set");
  return { "CF-Access-Client-Id": id, "CF-Access-Client-Secret": secret };
}

/** Headers of whoever is signed in to Cloudflare Access: a person by their token, or a service. */
export function personHeaders(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { CF_ACCESS_TOKEN: token } = env;
  return token ? { "cf-access-token": token } : accessHeaders(env);
}
