import { bundle } from "../../../src/cli/shared/bundle.ts";
import { jira } from "../../../src/sandbox/vendors/senders.ts";
import type { PeerAccess } from "../peer-work.ts";
import { startBare } from "../workerd.ts";

/** Starts the floor, with its database in a folder. */
export const startFloor = async (folder: string, { origin, authorization }: PeerAccess) =>
  startBare(await bundle("test/bench/floor/worker.ts"), {
    bindings: { ORIGIN: origin, AUTHORIZATION: authorization, SECRET: jira.localSecret },
    durableObjects: { FLOOR: { className: "Floor", useSQLite: true } },
    persist: `${folder}/floor`,
  });
