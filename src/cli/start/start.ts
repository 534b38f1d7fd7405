// `npm start`: the local stack, until Ctrl-C.
import { command, readOptions } from "../command-line.ts";
import { checkVariables, devVars } from "../dev-vars.ts";
import { requireConfiguration } from "../doctor/preflight.ts";
import { forgetOwnSecrets, makeOwnSecrets, secretsFile } from "./own-secrets.ts";
import { dataFolder, REEVE_PORT, reevePort, requireFree, TENANT_PORT, tenantPort } from "./ports.ts";
import { startStack, tenantOrigin, tick } from "./stack.ts";

/** `npm start`: Reeve and the embedded tenant, with the cron ticking, until Ctrl-C. */
const USAGE = `usage: npm start [-- --port 9000] [--tenant-port 9001]

  --port         where Reeve listens, on this machine alone             default: PORT, or ${REEVE_PORT}
  --tenant-port  where the embedded tenant does                         default: TENANT_PORT, or the port after Reeve's
                                                                                 (${TENANT_PORT})`;

const TICK_MS = 60_000;

await command(USAGE, async (args) => {
  const { values } = readOptions(args, { port: { type: "string" }, "tenant-port": { type: "string" } });
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
  const stack = await startStack({
    entry: own ? "src/worker.ts" : "src/cli/start/worker.ts",
    reevePort: port,
    tenantPort: portOfTenant,
    persist: folder,
    // They go before the local ones.
    bindings: { ...(own ? makeOwnSecrets(folder) : {}), ...variables },
    log: console.log,
  });
  await tick(stack.reeve);
  const ticking = setInterval(() => void tick(stack.reeve).catch(console.error), TICK_MS);

  const { origin } = stack.reeve.url;
  const at = port === REEVE_PORT ? "" : `; with --port ${port}`;
  console.log(`
  console   ${origin}
  webhooks  ${origin}/hooks/…  (npm run send -- --list${at})
  tenant    ${own ? "the one that GOVERNANCE_* of .dev.vars names" : `${tenantOrigin(stack.tenant)}  (its API: /openapi.json)`}${
    own
      ? `
  secrets   ${secretsFile(folder)}
            random, for this machine's senders alone: npm run send uses them.
            In the console one can act as those in people of src/config.ts.`
      : ""
  }

  Everything is kept in ${folder}; delete that folder to start over. Ctrl-C stops.
`);

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      clearInterval(ticking);
      void stack.stop().then(() => process.exit(0));
    });
  }
  return 0;
});
