// `npm run tail`: the log of a deployment, as `npm start` shows it, until Ctrl-C. Exit 1: it can't be followed.
import { textAt } from "../../systems/reading/json.ts";
import { runWrangler } from "../deploy/wrangler.ts";
import { root } from "../shared/bundle.ts";
import { command, onStop, readOptions } from "../shared/command-line.ts";
import { readableLine } from "../shared/log-lines.ts";
import { reeveAddress } from "../shared/reeve-api.ts";
import { invocationLines } from "./invocations.ts";

const USAGE = `usage: npm run tail [-- --reeve https://reeve.example.com] [--json]

  --reeve  the deployment's address, for links    default: REEVE_URL, or that of wrangler.toml
  --json   prints log lines as they are written   default: a readable line each`;

await command(USAGE, async (args) => {
  const { values } = readOptions(args, {
    reeve: { type: "string" },
    json: { type: "boolean", default: false },
  });
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const { vars } = readConfig({ config: root("wrangler.toml"), env: process.env["REEVE_ENV"] || undefined });
  const address = values.reeve ?? process.env["REEVE_URL"] ?? textAt(vars, "REEVE_URL");
  const origin = address === undefined ? undefined : reeveAddress({ address }).origin;
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
        console.log(values.json ? line : readableLine(line, origin, at));
    },
    stopped.signal,
  );
  return 0;
});
