import { fork } from "node:child_process";
import { once } from "node:events";
import { root } from "../../src/local/bundle.ts";
import { LOCAL_SECRETS } from "../../src/local/stack.ts";
import type { Contestant } from "./workerd.ts";

/** Starts the Express peer, a Node process of its own, with its database in a folder. */
export async function startPeer(folder: string): Promise<Contestant> {
  const child = fork(
    root("test/bench/express-peer.ts"),
    [`${folder}/peer.sqlite`, LOCAL_SECRETS.JIRA_WEBHOOK_SECRET],
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
