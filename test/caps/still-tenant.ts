// The embedded tenant on a clock that stands still, so that what it answers has the same length each time.
import "./still-clock.ts";

export { default, Tenant } from "../../src/sandbox/tenant/worker.ts";
