// The shape of a thing that has an id for programs and a name for people.
import * as z from "zod";

/** Something of the governance service: the id decides, the name is for who reads of it. */
export const Named = z.object({ id: z.string().min(1), name: z.string().min(1) });
export type Named = Readonly<z.output<typeof Named>>;
