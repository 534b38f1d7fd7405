import { log } from "../base/log.ts";
import { allDesks, type DirectoryEnv } from "./directory.ts";

/** Bindings of the cron. */
export type CronEnv = DirectoryEnv;

/** What happens each minute: every desk looks after itself. One that can't be reached does not keep it from the others. */
export async function cron(env: CronEnv): Promise<void> {
  const pokes = await Promise.allSettled(allDesks(env).map((desk) => desk.poke()));
  for (const [desk, poke] of pokes.entries()) {
    if (poke.status === "rejected") log("desk_unreachable", { desk, error: String(poke.reason) });
  }
}
