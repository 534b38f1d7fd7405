// `npm start`: the local stack, until Ctrl-C.

import { bundleNow } from "../shared/bundle.ts";
import { command, readOptions } from "../shared/command-line.ts";
import { checkVariables, devVars } from "../shared/dev-vars.ts";
import { clock, readableLine } from "../shared/log-lines.ts";
import { BEFORE, bindingsOf } from "../shared/runtime.ts";
import { CONFIG_MISTAKEN, requireConfiguration } from "../shared/working-tree.ts";
import {
  dataFolder,
  forgetOwnSecrets,
  keepStackVariables,
  makeOwnSecrets,
  secretsFile,
} from "./data-folder.ts";
import { REEVE_PORT, reevePort, requireFree } from "./ports.ts";
import { mistakesOfChange, reloadOnChange } from "./reload.ts";
import { onStartFiles } from "./restart.ts";
import { startStack, tenantOrigin, tick } from "./stack.ts";

/** `npm start`: Reeve and the embedded tenant, with the cron ticking, until Ctrl-C. */
const USAGE = `usage: npm start [-- --port 9000] [--json]

  --port  where Reeve listens, on this machine alone; the embedded tenant is on the port after it
                                                                          default: PORT, or ${REEVE_PORT}
  --json  prints log lines as they are written                   default: a readable line each`;

const TICK_MS = 60_000;

await command(USAGE, async (args) => {
  const { values } = readOptions(args, {
    port: { type: "string" },
    json: { type: "boolean", default: false },
  });
  const port = reevePort(values.port);
  await requireFree(port, "Reeve", "npm start -- --port 9000");
  await requireFree(port + 1, "the tenant", "npm start -- --port 9000");
  const folder = dataFolder(port);
  const say = (text: string) => console.log(readableLine(`${clock(Date.now())} ${text}`));

  /** Starts Reeve and the tenant with what `.dev.vars` and `wrangler.toml` say now. */
  async function begin() {
    const variables = devVars();
    for (const warning of checkVariables(variables)) console.warn(warning);
    // What acts on somebody's own tenant takes no secret that everybody knows, and knows none of the sample people.
    const own = Object.keys(variables).some((name) => name.startsWith("GOVERNANCE_"));
    if (!own) forgetOwnSecrets(folder);
    const entry = own ? "src/worker.ts" : "src/cli/start/worker.ts";
    const code = await bundleNow(entry, true, BEFORE);
    const stack = await startStack({
      entry,
      code,
      reevePort: port,
      tenantPort: port + 1,
      persist: folder,
      // Nobody's own HR system knows the people of the sample, nor the sample's those of somebody's own tenant.
      hrApis: !own,
      // They go before the local ones.
      bindings: { ...(own ? makeOwnSecrets(folder) : {}), ...variables },
      log: (line) => console.log(values.json ? line : readableLine(line, `http://127.0.0.1:${port}`)),
    });
    keepStackVariables(folder, own ? {} : stack.variables);
    await tick(stack.reeve);
    const ticking = setInterval(() => void tick(stack.reeve).catch(console.error), TICK_MS);
    const stopReloading = await reloadOnChange(stack.reeve, entry, code, say);
    return {
      stack,
      own,
      async stop() {
        clearInterval(ticking);
        await Promise.all([stopReloading(), stack.stop()]);
      },
    };
  }

  await requireConfiguration();
  console.log("Starting Reeve and the embedded tenant …");
  let running: Awaited<ReturnType<typeof begin>> | null = await begin();
  const { stack, own } = running;

  const { origin } = stack.reeve.url;
  const at = port === REEVE_PORT ? "" : ` --port ${port}`;
  const sample = `  tenant    ${tenantOrigin(stack.tenant)}  (embedded, with 200 sample users; its API: /openapi.json)`;
  const theirs = `  tenant    the one that GOVERNANCE_* of .dev.vars names
  secrets   ${secretsFile(folder)}
            random, for this machine's senders alone: npm run send uses them.
            In the console one can act as those in people of src/config.ts.`;
  console.log(`
  console   ${origin}
  webhooks  ${origin}/hooks/…
${own ? theirs : sample}
  data      ${folder}  (delete it to start over)

  Changes in src/, .dev.vars and wrangler.toml take effect by themselves. Ctrl-C stops. Next:

    1. Send a sample, in another terminal:  npm run send -- workday terminated${at}
    2. Open the console and decide on it:   ${origin}/approvals
    3. Make it yours:                       npm run init
`);
  const stopWatching = onStartFiles(async (changed) => {
    try {
      // What is wrong with it is said while the version before still runs.
      checkVariables(devVars());
      await bindingsOf("wrangler.toml");
      const mistakes = await mistakesOfChange();
      if (mistakes.length > 0) throw new Error(`${CONFIG_MISTAKEN}:\n  ${mistakes.join("\n  ")}`);
      await running?.stop();
      running = null;
      running = await begin();
      const where = running.own ? "the tenant that GOVERNANCE_* of .dev.vars names" : "the embedded tenant";
      say(`restarted on ${where}, as ${changed} has changed`);
    } catch (error) {
      const how = running ? "The previous version keeps running." : "Nothing runs until that is corrected.";
      say(`not restarted, though ${changed} has changed: ${errorText(error)}\n${how}`);
    }
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      void stopWatching()
        .then(() => running?.stop())
        .then(() => process.exit(0));
    });
  }
  return 0;
});

const errorText = (error: unknown): string => (error instanceof Error ? error.message.trim() : String(error));
