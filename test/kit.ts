// Everything that tests in src/own may import, beside src/kit/index.ts.

export { makeContext } from "./automations/support/context.ts";
export { tenantAt } from "./governance/tenant.ts";
export { describeOwn } from "./systems/support/vendor.ts";
