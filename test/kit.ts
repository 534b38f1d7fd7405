// Everything that tests in src/own may import in addition to src/kit.

export { makeContext } from "./automations/support/context.ts";
export { tenantAt } from "./governance/tenant.ts";
export { describeAction } from "./own/action.ts";
export { describeAutomation } from "./own/automation.ts";
export { describeOperation } from "./own/operation.ts";
export { describeSystem } from "./systems/support/vendor.ts";
