// `npm start`: the local stack, until Ctrl-C.
import { command, readOptions } from "../command-line.ts";
import { checkVariables, devVars } from "../dev-vars.ts";
import { requireConfiguration } from "../doctor/preflight.ts";
import { clock, printingLines, seenAt } from "../log-lines.ts";
import { forgetOwnSecrets, makeOwnSecrets, secretsFile } from "./own-secrets.ts";
import { dataFolder, REEVE_PORT, reevePort, requireFree, TENANT_PORT, tenantPort } from "./ports.ts";
import { reloadOnChange } from "./reload.ts";
import { startStack, tenantOrigin, tick } from "./stack.ts";

/** `npm start`: Reeve and the embedded tenant, with the cron ticking, until Ctrl-C. */
const USAGE = `usage: npm start [-- --port 9000] [--tenant-port 9001] [--json]

  --port         where Reeve listens, on this machine alone             default: PORT, or ${REEVE_PORT}
  --tenant-port  where the embedded tenant does                         default: TENANT_PORT, or the port after Reeve's
                                                                                 (${TENANT_PORT})
  --json         prints log lines as they are written                   default: a readable line per event and run`;

const TICK_MS = 60_000;

await command(USAGE, async (args) => {
  const { values } = readOptions(args, {
    port: { type: "string" },
    "tenant-port": { type: "string" },
    json: { type: "boolean", default: false },
  });
  const port = reevePort(values.port);
  const portOfTenant = tenantPort(values["tenant-port"], port);
  await requireFree(port, "Reeve", "npm start -- --port 9000");
  await requireFree(portOfTenant, "the tenant", "npm start -- --tenant-port 9001");
  const variables = devVars();
  for (const warning of checkVariables(variables)) console.warn(warning);
  await requireConfiguration();

  console.log("Starting Reeve and the embedded tenant …");
  const folder = dataFolder(port);
  // What acts on somebody's own tenant takes no secret that everybody knows, and knows none of the sample people.
  const own = Object.keys(variables).some((name) => name.startsWith("GOVERNANCE_"));
  if (!own) forgetOwnSecrets(folder);
  const entry = own ? "src/worker.ts" : "src/cli/start/worker.ts";
  const show = printingLines(seenAt(new URL(`http://127.0.0.1:${port}`)));
  const stack = await startStack({
    entry,
    reevePort: port,
    tenantPort: portOfTenant,
    persist: folder,
    // They go before the local ones.
    bindings: { ...(own ? makeOwnSecrets(folder) : {}), ...variables },
    log: (line) => (values.json ? console.log(line) : show(line)),
  });
  await tick(stack.reeve);
  const ticking = setInterval(() => void tick(stack.reeve).catch(console.error), TICK_MS);

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

  Changes in src/ are reloaded. Ctrl-C stops. Next:

    1. Send a sample, in another terminal:  npm run send -- workday terminated${at}
    2. Open the console and decide on it:   ${origin}/approvals
    3. Make it yours:                       npm run init
`);
  const stopReloading = await reloadOnChange(stack.reeve, entry, (text) =>
    show(`${clock(Date.now())} ${text}`),
  );

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      clearInterval(ticking);
      void Promise.all([stopReloading(), stack.stop()]).then(() => process.exit(0));
    });
  }
  return 0;
});
