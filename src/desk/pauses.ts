import type { Switch } from "./control.ts";
import { allDesks, type ControlEnv, controlOf, type DirectoryEnv } from "./directory.ts";

/** Pauses an automation or everything, or lets it go on; on record first. */
export async function switchPause(
  env: DirectoryEnv & ControlEnv,
  how: "pause" | "resume",
  { automation, by, reason }: Switch,
): Promise<void> {
  // What concerns no run is on record in the chain of the first desk.
  const [desk] = allDesks(env);
  const type = { pause: "pause.set", resume: "pause.lifted" }[how];
  await desk?.note({
    at: Date.now(),
    type,
    runId: null,
    eventId: null,
    actor: by,
    detail: { automation, reason },
  });
  await controlOf(env)[how]({ automation, reason, by });
  // A desk that can't be reached looks by itself a few seconds later.
  if (how === "resume") await Promise.allSettled(allDesks(env).map((one) => one.pauseLifted()));
}
