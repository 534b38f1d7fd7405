// Schemas for machine-readable ids, and for objects that also have a human-readable name.
import * as z from "zod";

/** An id for programs. It becomes part of URLs and keys, so it must not contain half a surrogate pair. */
export const Identifier = z
  .string()
  .min(1)
  .refine((id) => id.isWellFormed(), "contains an unpaired Unicode surrogate");

/**
 * An object's id for programs and its name for people. Approvers read the name; calls use the id.
 *
 * @example
 * export const Input = z.object({ policy: Named });
 */
export const Named = z.object({ id: Identifier, name: z.string().min(1) });
export type Named = Readonly<z.output<typeof Named>>;
