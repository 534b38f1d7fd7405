import type { Control } from "./control.ts";
import type { Desk } from "./desk.ts";
import { type DeskCountEnv, deskCount } from "./desk-count.ts";

/** Bindings to reach desks. */
export interface DirectoryEnv extends DeskCountEnv {
  readonly DESK: DurableObjectNamespace<Desk>;
}

/** Binding to reach Control. */
export interface ControlEnv {
  readonly CONTROL: DurableObjectNamespace<Control>;
}

/** The desk where everything about a subject meets: the same one for as long as `DESKS` stays the same. */
export function deskFor(env: DirectoryEnv, subject: string): DurableObjectStub<Desk> {
  return env.DESK.getByName(`desk-${fnv1a(subject) % deskCount(env)}`);
}

/** Every desk there is. */
export function allDesks(env: DirectoryEnv): DurableObjectStub<Desk>[] {
  return Array.from({ length: deskCount(env) }, (_, n) => env.DESK.getByName(`desk-${n}`));
}

/** The one Control. */
export const controlOf = ({ CONTROL }: ControlEnv): DurableObjectStub<Control> =>
  CONTROL.getByName("control");

/** FNV-1a, 32 bits: spreads subjects evenly and never changes. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
