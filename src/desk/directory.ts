// Finds desks and Control by name.
import type { Control } from "./control/control.ts";
import type { Desk } from "./desk.ts";
import { allDeskNames, type DeskCountEnv, deskCounts, deskNames, deskOf } from "./desk-count.ts";

/** Bindings to reach desks. */
export interface DirectoryEnv extends DeskCountEnv {
  readonly DESK: DurableObjectNamespace<Desk>;
}

/** Binding to reach Control. */
export interface ControlEnv {
  readonly CONTROL: DurableObjectNamespace<Control>;
}

/**
 * The desk where everything about a subject comes in. Where `DESKS` was changed, it asks the desks that the subject had
 * before, and what one of them knows goes there.
 */
export function deskFor(env: DirectoryEnv, subject: string): DurableObjectStub<Desk> {
  const [now] = deskCounts(env);
  return env.DESK.getByName(deskOf(now, subject));
}

/** The desks that a subject has and had, the one it has now first. */
export const desksOf = (env: DirectoryEnv, subject: string): DurableObjectStub<Desk>[] =>
  deskNames(deskCounts(env), subject).map((name) => env.DESK.getByName(name));

/** Every desk there is or was. */
export const allDesks = (env: DirectoryEnv): DurableObjectStub<Desk>[] =>
  allDeskNames(deskCounts(env)).map((name) => env.DESK.getByName(name));

/** What a desk is called, by its id. */
export const deskName = (env: DirectoryEnv, id: DurableObjectId): string =>
  id.name ?? allDeskNames(deskCounts(env)).find((name) => env.DESK.idFromName(name).equals(id)) ?? String(id);

/** The one Control. */
export const controlOf = ({ CONTROL }: ControlEnv): DurableObjectStub<Control> =>
  CONTROL.getByName("control");
