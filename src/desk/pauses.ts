import type { Switch } from "./control.ts";
import { allDesks, type ControlEnv, controlOf, type DirectoryEnv } from "./directory.ts";
import { noteOfAll } from "./note.ts";

/** Has an automation only plan, or act again; on record first. */
export async function switchDryRun(
  env: DirectoryEnv & ControlEnv,
  on: boolean,
  { automation, by, reason }: Switch & { readonly automation: string },
): Promise<void> {
  await noteOfAll(env, on ? "dryrun.set" : "dryrun.lifted", by, { automation, reason });
  await controlOf(env).switchDryRun({ automation, by, reason }, on);
}

/** Pauses an automation or everything, or lets it go on; on record first. */
export async function switchPause(
  env: DirectoryEnv & ControlEnv,
  how: "pause" | "resume",
  { automation, by, reason }: Switch,
): Promise<void> {
  await noteOfAll(env, { pause: "pause.set", resume: "pause.lifted" }[how], by, { automation, reason });
  await controlOf(env)[how]({ automation, reason, by });
  // A desk that can't be reached looks by itself a few seconds later.
  if (how === "resume") await Promise.allSettled(allDesks(env).map((one) => one.pauseLifted()));
}
