// Finds desks, Control and the outbox by name.

import { fnv1a } from "../base/hash.ts";
import { Problem } from "../base/problem.ts";
import { type Env, readVariable } from "../env.ts";
import type { Sought } from "../ledger/people/eraser.ts";
import type { Decided, DecidedOne, Decision } from "../runs/decisions.ts";
import type { OperatorsNotice, RunMessage } from "../runs/message.ts";
import type { NeedingState } from "../runs/states.ts";
import type { Control } from "./control/control.ts";
import type { ApiHealth } from "./engine/api-watch.ts";
import type { DeskCore } from "./engine/core.ts";
import type { BatchedDecision, Decider, RecordedRun, SeenRun } from "./engine/decider.ts";
import type { Accepted, Incoming } from "./engine/intake.ts";

export interface SentToDesk {
  readonly incoming: Incoming;
  /** True to store only the withdrawal if the event ends no waiting run: see {@link DeskCore.accept}. */
  readonly onlyIfItEnds: boolean;
}

/** The methods of a desk's stub. Runs are returned as JSON text, because a stub's types do not support `unknown`. */
export interface DeskRpc
  extends Rpc.DurableObjectBranded,
    Pick<DeskCore, "keep" | "note" | "pauseLifted" | "health">,
    Pick<Decider, "replay"> {
  accept(incoming: Incoming): Promise<Accepted>;
  /**
   * Accepts the events of a delivery. An entry of the result is `null` if the desk stored no event: only a withdrawal,
   * only an unknown action in timelines, or nothing.
   */
  acceptAll(incoming: readonly SentToDesk[]): Promise<(Accepted | null)[]>;
  decide(run: string, decision: Decision, recorded?: RecordedRun): Promise<Decided>;
  decideAll(decision: BatchedDecision, runs: readonly SeenRun[]): Promise<DecidedOne[]>;
  /**
   * Stores who is on call now in a run that waits for people on call. Returns the stages of any run as JSON, or the
   * JSON `null` if the desk does not have the run, or if the run has no stages.
   */
  askOnCallNow(run: string): Promise<string>;
  run(id: string): string | null;
  /** Returns an event's first run as JSON, or `null` if the desk does not have it. */
  runOfEvent(event: string): string | null;
  waiting(state: NeedingState, limit: number): string;
  /**
   * Returns the rows about a person, as JSON. Once the person's runs have ended and are recorded, only withdrawals
   * remain.
   * @param erases True to return only withdrawals, remove the person from them, and drop the desk's cached data about
   * people
   */
  about(sought: Sought, erases: boolean): string;
  /**
   * Runs the desk's maintenance and sets its alarm again, because the platform drops an alarm after six failures in a
   * row. The cron calls this method once a minute.
   */
  poke(): ApiHealth;
}

type DeskBindings = Pick<Env, "DESK" | "DESKS">;

const deskNamed = ({ DESK }: DeskBindings, name: string): DurableObjectStub<DeskRpc> =>
  DESK.getByName(name) as DurableObjectStub<DeskRpc>;

export const deskFor = (env: DeskBindings, subject: string): DurableObjectStub<DeskRpc> =>
  deskNamed(env, nameDesk(readVariable(env, "DESKS"), subject));

export const allDesks = (env: DeskBindings): DurableObjectStub<DeskRpc>[] =>
  allDeskNames(env).map((name) => deskNamed(env, name));

/** Records an entry that belongs to no run, in the audit chain of the first desk. */
export async function noteOfAll(
  env: DeskBindings,
  type: string,
  by: string,
  detail: Readonly<Record<string, unknown>>,
  at = Date.now(),
): Promise<void> {
  const [desk] = allDesks(env);
  await desk?.note({ at, type, runId: null, eventId: null, actor: by, detail });
}

export const deskName = (env: DeskBindings, id: DurableObjectId): string =>
  id.name ?? allDeskNames(env).find((name) => env.DESK.idFromName(name).equals(id)) ?? String(id);

const allDeskNames = (env: DeskBindings): string[] =>
  Array.from({ length: readVariable(env, "DESKS") }, (_, n) => `desk-${n}`);

/** Returns the name of a subject's desk, given the number of desks. */
export const nameDesk = (count: number, subject: string): string => `desk-${fnv1a(subject) % count}`;

/**
 * Returns an error if `DESKS` differs from its value at the first start, or `null` if both are equal. Subjects are
 * distributed over the desks by that value.
 */
export function changedDesks(env: Pick<Env, "DESKS">, kept: number): string | null {
  const now = readVariable(env, "DESKS");
  return now === kept
    ? null
    : `DESKS is ${now}, but this Reeve was first started with ${kept}: set DESKS to ${kept}; until then, nothing is accepted or carried out`;
}

export const findControl = ({ CONTROL }: Pick<Env, "CONTROL">): DurableObjectStub<Control> =>
  CONTROL.getByName("control") as DurableObjectStub<Control>;

/** The outbox, for callers that send messages to people. */
interface OutboxRpc extends Rpc.DurableObjectBranded {
  /** Stores messages, one for each address, until they are sent. */
  keep(messages: readonly (RunMessage | OperatorsNotice)[]): Promise<void>;
  /**
   * Counts a comment.
   * @returns false if the person has written too many comments in the last hour, on this run or in all
   */
  admitComment(person: string, run: string): Promise<boolean>;
  /**
   * Stores a reminder that a person requested.
   * @returns `too_soon` if the same was requested in the last 24 hours and no approval has been added since, or
   * `unreachable` if no channel reaches the approvers
   */
  remind(message: RunMessage): Promise<"sent" | "too_soon" | "unreachable">;
}

export const findOutbox = ({ OUTBOX }: Pick<Env, "OUTBOX">): DurableObjectStub<OutboxRpc> =>
  OUTBOX.getByName("outbox") as DurableObjectStub<OutboxRpc>;

/**
 * Throws the error for a message whose desk can't be reached.
 * @throws Problem `sender_unavailable`, so that the message is retried
 */
export function throwUnreachable(error: unknown): never {
  throw new Problem("sender_unavailable", `its desk: ${String(error)}`, { cause: error });
}
