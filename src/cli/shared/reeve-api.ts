// Sends requests to the Reeve that a command or a test uses: waits for events and runs, and calls Reeve's API.

import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { formatInvalid, InvalidMember } from "../../base/problem.ts";
import { tryParseJson } from "../../base/text.ts";
import type { EventRecord } from "../../ledger/shapes.ts";
import type { Run } from "../../runs/run.ts";
import { isUnderWay } from "../../runs/states.ts";

/**
 * Returns a handler for a request that failed without a response: it throws an error that explains how to start Reeve.
 */
export const noReeveAt =
  ({ origin }: URL) =>
  (cause: unknown): never => {
    throw new Error(`there is no Reeve at ${origin}: npm start runs one on this machine`, { cause });
  };

const POLL_MS = 50;
/** Maximum wait between two polls, in milliseconds. */
const MAX_POLL_MS = 150;

/**
 * Waits until an event is recorded, and each of its runs has ended or is waiting for a time or a person.
 * @throws Error after the deadline, with the last state
 */
export const settled = (reeve: URL, eventId: string, deadlineMs = 120_000): Promise<EventRecord> =>
  recordedEvent(reeve, eventId, deadlineMs, ({ runs }) => runs.every(({ state }) => !isUnderWay(state)));

/**
 * Waits until an event is recorded.
 * @param ready A condition that the event must also meet
 * @throws Error after the deadline, with the last state
 */
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
          ? `event ${eventId} was not recorded in time; try again`
          : `event ${eventId} is not settled: ${event.runs.map(({ id, automation, state }) => `${automation} ${state} (${id})`).join(", ")}`,
      );
    await sleep(pause);
  }
}

export const recordedRun = async (reeve: URL, id: string): Promise<Run> =>
  (await askReeve(reeve, `runs/${id}`)) as Run;

/**
 * Returns the headers that authenticate a request at Cloudflare Access: a person's token or, without one, a service
 * token. Returns no headers if neither is set.
 * @throws Error if only one part of the service token is set
 */
export function accessHeaders(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { CF_ACCESS_TOKEN: token, CF_ACCESS_CLIENT_ID: id, CF_ACCESS_CLIENT_SECRET: secret } = env;
  if (token) return { "cf-access-token": token };
  if (!id && !secret) return {};
  if (!id || !secret)
    throw new Error("only one of CF_ACCESS_CLIENT_ID and CF_ACCESS_CLIENT_SECRET is set: set both");
  return { "CF-Access-Client-Id": id, "CF-Access-Client-Secret": secret };
}

/** The response to an invalid request. */
const Refused = z.object({ errors: z.array(InvalidMember).min(1) });

/** The error of a request that Reeve's API rejected because of invalid properties. */
export class RequestRejected extends Error {
  override readonly name: string = "RequestRejected";
  readonly problems: readonly InvalidMember[];

  constructor(problems: readonly InvalidMember[]) {
    super(problems.map(({ member, message }) => formatInvalid(member, message)).join("\n"));
    this.problems = problems;
  }
}

/** Timeout of a request, in milliseconds: longer than the largest import takes. */
const TIMEOUT_MS = 300_000;

/**
 * Sends a request to Reeve's API.
 * @param path The path below `/api/`
 * @param body Sent with POST, as JSON. @default the request is a GET
 * @param signIn Headers that identify the caller. @default those of {@link accessHeaders} for this process's
 * environment
 * @returns the JSON of the response
 * @throws RequestRejected if the request is invalid; Error with the reason if Reeve does not respond, does not admit
 * the caller, or responds with another error
 */
export async function askReeve(
  reeve: URL,
  path: string,
  body?: object,
  signIn = accessHeaders(process.env),
): Promise<unknown> {
  const response = await fetch(new URL(`/api/${path}`, reeve), {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", ...signIn },
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(noReeveAt(reeve));
  const text = await response.text();
  const answer = tryParseJson(text);
  if (response.ok && answer !== undefined) return answer;
  // Cloudflare Access redirects unknown callers to a sign-in page.
  if (answer === undefined && (response.status < 400 || response.status === 401 || response.status === 403))
    throw new Error(
      `${reeve.origin} does not admit this command (${response.status}): set CF_ACCESS_TOKEN, or CF_ACCESS_CLIENT_ID and ` +
        "CF_ACCESS_CLIENT_SECRET, to a token that the Access policy admits",
    );
  const refused = Refused.safeParse(answer);
  if (refused.success) throw new RequestRejected(refused.data.errors);
  const { detail = text.slice(0, 2_000) } = Object(answer) as { readonly detail?: string };
  throw new Error(`${reeve.origin} responds with ${response.status}: ${detail}`);
}
