// `npm run tail`: the log of a deployment, as `npm start` shows it, until Ctrl-C.
import { textAt } from "../../systems/reading/json.ts";
import { runWrangler } from "../deploy/wrangler.ts";
import { parseAddress } from "../shared/arguments.ts";
import { root } from "../shared/bundle.ts";
import { type ExitCode, onStop } from "../shared/command-line.ts";
import { readableLine } from "../shared/log-lines.ts";
import { invocationLines } from "./invocations.ts";

export default async function ({ json }: { readonly json?: true }): Promise<ExitCode> {
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const { vars } = readConfig({ config: root("wrangler.toml"), env: process.env["REEVE_ENV"] || undefined });
  const named = process.env["REEVE_URL"] || textAt(vars, "REEVE_URL");
  const address = named === undefined ? undefined : parseAddress(named);
  const read = invocationLines();
  const stopped = new AbortController();
  onStop(() => stopped.abort());
  console.error("Connecting to the deployment; Ctrl-C stops.");
  await runWrangler(
    root(),
    process.env,
    ["tail", "--format", "json"],
    (text) => {
      for (const { text: line, at } of read(text))
        console.log(json ? line : readableLine(line, address?.origin, at));
    },
    stopped.signal,
  );
  return 0;
}
