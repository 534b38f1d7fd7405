// `npm run tenant`: the embedded tenant alone, in memory, until Ctrl-C.
import { command, onStop, readOptions } from "../shared/command-line.ts";
import { reevePort, requireFree, TENANT_PORT } from "./ports.ts";
import { startTenant, tenantOrigin } from "./stack.ts";

const USAGE = `usage: npm run tenant [-- --port 9001]

  --port  where it listens, on this machine alone       default: ${TENANT_PORT}`;

await command(USAGE, async (args) => {
  const { values } = readOptions(args, { port: { type: "string" } });
  const port = values.port === undefined ? TENANT_PORT : reevePort(values.port);
  await requireFree(port, "the tenant", "npm run tenant -- --port 9001");
  const tenant = await startTenant({ tenantPort: port, log: console.log });
  console.log(`
  tenant     ${tenantOrigin(tenant)}  (200 users; its API: /openapi.json)
  credential curl -X POST ${tenantOrigin(tenant)}/_control/credentials -H 'content-type: application/json' \\
               -d '{"displayName":"mine","lifespan":"30d"}'

  Ctrl-C stops.
`);
  onStop(() => tenant.stop().then(() => process.exit(0)));
  return 0;
});
