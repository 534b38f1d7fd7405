// The embedded tenant with a stopped clock, so that its responses have the same length each time.
import "./still-clock.ts";

export { default, Tenant } from "../../src/sandbox/tenant/worker.ts";
