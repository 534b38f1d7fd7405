// Schemas of objects whose members are made when they are first used: an isolate starts for one delivery, and needs few.
import * as z from "zod";
import { once } from "./once.ts";

// What Reeve reads is JSON, which has no cycles: the library would look for some in every object and list.
z.config({ memoizer: { attach() {}, guard() {}, alloc: (_schema, _payload, value) => value } });

type Shape = z.core.$ZodLooseShape;
type Made<Members extends Shape, Config extends z.core.$ZodObjectConfig> = z.ZodObject<
  z.core.util.Writeable<Members>,
  Config
>;

/** As `z.object`: members that it does not name are left out. */
export const object = <Members extends Shape>(members: () => Members): Made<Members, z.core.$strip> =>
  made(members);

/** As `z.strictObject`: members that it does not name are refused. */
export const strictObject = <Members extends Shape>(members: () => Members): Made<Members, z.core.$strict> =>
  made(members, z.never());

/** As `z.looseObject`: members that it does not name are kept. */
export const looseObject = <Members extends Shape>(members: () => Members): Made<Members, z.core.$loose> =>
  made(members, z.unknown());

function made<Members extends Shape, Config extends z.core.$ZodObjectConfig>(
  members: () => Members,
  catchall?: z.core.$ZodType,
): Made<Members, Config> {
  // What is made of this schema, by `describe` or `refine`, has the same ones.
  const sole = once(members);
  const def = {
    type: "object" as const,
    ...(catchall && { catchall }),
    get shape() {
      const shape = sole();
      // What zod knows to be made it does not look at twice.
      Object.defineProperty(this, "shape", { value: shape, enumerable: true });
      return shape;
    },
  };
  return new z.ZodObject(def) as z.ZodObject as Made<Members, Config>;
}
