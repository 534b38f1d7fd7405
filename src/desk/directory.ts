// Finds desks and Control by name, and says what a desk can be asked.
import type { Env } from "../env.ts";
import type { EventRow } from "../ledger/record.ts";
import type { NeedingState } from "../ledger/states.ts";
import type { Control } from "./control/control.ts";
import { allDeskNames, deskCounts, deskNames, deskOf } from "./desk-count.ts";
import type { DeskHealth } from "./engine/core.ts";
import type { Accepted, Incoming } from "./engine/intake.ts";
import type { Held, Sought } from "./engine/store.ts";
import type { RecordedRun, Replay } from "./operate/decider.ts";
import type { Decided, DecidedOne, Decision, Replayed } from "./operate/decisions.ts";
import type { AuditEntry } from "./run/audit.ts";
import type { Run } from "./run/run.ts";

/** A desk, as its stubs are called. `here`: not to be handed to another desk of the subject. */
export interface DeskRpc extends Rpc.DurableObjectBranded {
  /** Keeps a verified delivery. Once this has answered, the event is on disk, and so is the alarm for its runs. */
  accept(incoming: Incoming, here?: boolean): Promise<Accepted>;
  /** See {@link DeskCore.keep}. */
  keep(rows: readonly EventRow[]): Promise<void>;
  /** See {@link DeskCore.holds}. */
  holds(sought: Sought): Held;
  /** See {@link Decider.decide}. */
  decide(
    run: Pick<Run, "id" | "subject">,
    decision: Decision,
    recorded?: RecordedRun,
    here?: boolean,
  ): Promise<Decided>;
  /** See {@link Decider.decideHeld}. */
  decideHeld(decision: Decision, automation: string | null): Promise<DecidedOne[]>;
  /** See {@link Decider.replay}. */
  replay(replay: Replay, here?: boolean): Promise<Replayed>;
  /** See {@link DeskCore.note}. */
  note(entry: AuditEntry): void;
  /** See {@link DeskCore.pauseLifted}. */
  pauseLifted(): void;
  /** See {@link DeskCore.titledRun}; as JSON text, since a stub's types do not carry `unknown`. */
  run(id: string): string | null;
  /** See {@link DeskCore.waiting}; as JSON text. */
  waiting(state: NeedingState, limit: number): string;
  /** See {@link DeskCore.health}. */
  health(): DeskHealth;
  /** The cron's look each minute: sets the alarm again, which the platform drops after six failures in a row. */
  poke(): void;
}

/** As much of the environment as it takes to reach desks. */
export type DeskBindings = Pick<Env, "DESK" | "DESKS">;

const deskNamed = ({ DESK }: DeskBindings, name: string): DurableObjectStub<DeskRpc> =>
  DESK.getByName(name) as DurableObjectStub<DeskRpc>;

/**
 * The desk where everything about a subject comes in. Where `DESKS` was changed, it asks the desks that the subject had
 * before, and what one of them knows goes there.
 */
export function deskFor(env: DeskBindings, subject: string): DurableObjectStub<DeskRpc> {
  const [now] = deskCounts(env);
  return deskNamed(env, deskOf(now, subject));
}

/** The desks that a subject has and had, the one it has now first. */
export const desksOf = (env: DeskBindings, subject: string): DurableObjectStub<DeskRpc>[] =>
  deskNames(deskCounts(env), subject).map((name) => deskNamed(env, name));

/** Every desk there is or was. */
export const allDesks = (env: DeskBindings): DurableObjectStub<DeskRpc>[] =>
  allDeskNames(deskCounts(env)).map((name) => deskNamed(env, name));

/** What a desk is called, by its id. */
export const deskName = (env: DeskBindings, id: DurableObjectId): string =>
  id.name ?? allDeskNames(deskCounts(env)).find((name) => env.DESK.idFromName(name).equals(id)) ?? String(id);

/** The one Control. */
export const controlOf = ({ CONTROL }: Pick<Env, "CONTROL">): DurableObjectStub<Control> =>
  CONTROL.getByName("control") as DurableObjectStub<Control>;
