import { bundle } from "../../../src/cli/shared/bundle.ts";
import { jira } from "../../../src/sandbox/vendors/senders.ts";
import { startBare } from "../workerd.ts";

/** Starts the floor, with its database in a folder, and its access to the governance API. */
export const startFloor = async (
  folder: string,
  { origin, authorization }: { readonly origin: string; readonly authorization: string },
) =>
  startBare(await bundle("test/bench/floor/worker.ts"), {
    bindings: { ORIGIN: origin, AUTHORIZATION: authorization, SECRET: jira.localSecret },
    durableObjects: { FLOOR: { className: "Floor", useSQLite: true } },
    persist: `${folder}/floor`,
  });
