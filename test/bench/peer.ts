import { fork } from "node:child_process";
import { once } from "node:events";
import { root } from "../../src/cli/shared/bundle.ts";
import { jira } from "../../src/sandbox/vendors/senders.ts";
import type { PeerAccess } from "./peer-work.ts";
import type { Contestant } from "./workerd.ts";

/**
 * Starts the Express peer in a separate Node process, with its database in a folder.
 * @param access The governance API, if the peer must process the events
 */
export async function startPeer(folder: string, access?: PeerAccess): Promise<Contestant> {
  const child = fork(
    root("test/bench/express-peer.ts"),
    [`${folder}/peer.sqlite`, jira.localSecret, ...(access ? [access.origin, access.authorization] : [])],
    { env: { ...process.env, NODE_ENV: "production" }, execArgv: ["--disable-warning=ExperimentalWarning"] },
  );
  const ended = once(child, "exit");
  const [port] = await Promise.race([
    once(child, "message"),
    ended.then(() => Promise.reject(new Error("the Express peer ended before it listened"))),
  ]);
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    pid: child.pid ?? null,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
