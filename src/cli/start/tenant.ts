// `npm run reeve -- tenant`: runs only the embedded tenant, in memory, until Ctrl-C.
import { type ExitCode, onStop } from "../shared/command-line.ts";
import { requireFree } from "./ports.ts";
import { startTenant, tenantOrigin } from "./stack.ts";

export default async function ({ port }: { readonly port: number }): Promise<ExitCode> {
  await requireFree(port, "the tenant", "npm run reeve -- tenant --port 9001");
  const tenant = await startTenant({ tenantPort: port, log: console.log });
  console.log(`
  tenant     ${tenantOrigin(tenant)}  (200 users; its API: /openapi.json)
  credential curl -X POST ${tenantOrigin(tenant)}/_control/credentials -H 'content-type: application/json' \\
               -d '{"displayName":"mine","lifespan":"30d"}'

  Ctrl-C stops.
`);
  onStop(() => tenant.stop().then(() => process.exit(0)));
  return 0;
}
