import type { Handlers } from "../world.ts";
import { getUser, searchUsers } from "./users.ts";

/** Every operation has its handler, or this does not compile. */
export const handlers: Partial<Handlers> = {
  getUser,
  searchUsers,
};
