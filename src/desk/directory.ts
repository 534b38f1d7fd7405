// Finds desks and Control by name.
import type { Env } from "../env.ts";
import type { Control } from "./control/control.ts";
import type { Desk } from "./desk.ts";
import { allDeskNames, deskCounts, deskNames, deskOf } from "./desk-count.ts";

/** As much of the environment as it takes to reach desks. */
export type DeskBindings = Pick<Env, "DESK" | "DESKS">;

const deskNamed = ({ DESK }: DeskBindings, name: string): DurableObjectStub<Desk> =>
  DESK.getByName(name) as DurableObjectStub<Desk>;

/**
 * The desk where everything about a subject comes in. Where `DESKS` was changed, it asks the desks that the subject had
 * before, and what one of them knows goes there.
 */
export function deskFor(env: DeskBindings, subject: string): DurableObjectStub<Desk> {
  const [now] = deskCounts(env);
  return deskNamed(env, deskOf(now, subject));
}

/** The desks that a subject has and had, the one it has now first. */
export const desksOf = (env: DeskBindings, subject: string): DurableObjectStub<Desk>[] =>
  deskNames(deskCounts(env), subject).map((name) => deskNamed(env, name));

/** Every desk there is or was. */
export const allDesks = (env: DeskBindings): DurableObjectStub<Desk>[] =>
  allDeskNames(deskCounts(env)).map((name) => deskNamed(env, name));

/** What a desk is called, by its id. */
export const deskName = (env: DeskBindings, id: DurableObjectId): string =>
  id.name ?? allDeskNames(deskCounts(env)).find((name) => env.DESK.idFromName(name).equals(id)) ?? String(id);

/** The one Control. */
export const controlOf = ({ CONTROL }: Pick<Env, "CONTROL">): DurableObjectStub<Control> =>
  CONTROL.getByName("control") as DurableObjectStub<Control>;
