import { allDesks, type DirectoryEnv } from "./directory.ts";

/** Puts on record what somebody did that concerns no run: in the chain of the first desk. */
export async function noteOfAll(
  env: DirectoryEnv,
  type: string,
  by: string,
  detail: Readonly<Record<string, unknown>>,
  at = Date.now(),
): Promise<void> {
  const [desk] = allDesks(env);
  await desk?.note({ at, type, runId: null, eventId: null, actor: by, detail });
}
