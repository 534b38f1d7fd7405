import type { Tenant } from "./tenant.ts";

export interface TenantEnv {
  readonly TENANT: DurableObjectNamespace<Tenant>;
  /** `on` opens `/_control`, which hands out credentials to anybody: for the local stack and tests only. */
  readonly CONTROL?: string;
}
