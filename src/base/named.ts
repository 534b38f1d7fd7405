// The shape of a thing with an id for programs and a name for people.
import * as z from "zod";

/** An id for programs: part of addresses and keys, and so free of half a surrogate pair. */
export const Identifier = z
  .string()
  .min(1)
  .refine((id) => id.isWellFormed(), "holds half a surrogate pair");

/**
 * A thing with an id for programs and a name for people. Approvers read the name; the id decides.
 *
 * @example
 * export const Input = z.object({ policy: Named });
 */
export const Named = z.object({ id: Identifier, name: z.string().min(1) });
export type Named = Readonly<z.output<typeof Named>>;
