import { root } from "./bundle.ts";
import { devVars } from "./dev-vars.ts";
import { REEVE_PORT } from "./reeve-address.ts";
import { startStack, TENANT_PORT, tenantOrigin, tick } from "./stack.ts";

/** `npm start`: Reeve and the embedded tenant, with the cron ticking, until Ctrl-C. */
const TICK_MS = 60_000;

console.log("Starting Reeve and the embedded tenant …");
const stack = await startStack({
  reevePort: REEVE_PORT,
  tenantPort: TENANT_PORT,
  persist: root(".reeve"),
  // They go before the local ones.
  bindings: devVars(),
  log: console.log,
});
await tick(stack.reeve);
const ticking = setInterval(() => void tick(stack.reeve).catch(console.error), TICK_MS);

console.log(`
  console   ${stack.reeve.url.origin}
  webhooks  ${stack.reeve.url.origin}/hooks/…  (npm run send -- --list)
  tenant    ${tenantOrigin(stack.tenant)}  (its API: /openapi.json)

  Everything is kept in .reeve/; delete that folder to start anew. Ctrl-C stops.
`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    clearInterval(ticking);
    void stack.stop().then(() => process.exit(0));
  });
}
