import { startTenant, TENANT_PORT, tenantOrigin } from "./stack.ts";

/** `npm run tenant`: the embedded tenant alone, in memory, until Ctrl-C. */
const tenant = await startTenant({ tenantPort: TENANT_PORT, log: console.log });
console.log(`
  tenant     ${tenantOrigin(tenant)}  (200 users; its API: /openapi.json)
  credential curl -X POST ${tenantOrigin(tenant)}/_control/credentials -H 'content-type: application/json' \\
               -d '{"displayName":"mine","lifespan":"30d"}'

  Ctrl-C stops.
`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void tenant.stop().then(() => process.exit(0)));
}
