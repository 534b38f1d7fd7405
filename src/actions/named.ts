import * as z from "zod";

/** Something of the governance service in an action's input: the id decides, the name is for who reads the plan. */
export const Named = z.object({ id: z.string().min(1), name: z.string().min(1) });
