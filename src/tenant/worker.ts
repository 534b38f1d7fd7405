import type { TenantEnv } from "./env.ts";

export { Tenant } from "./tenant.ts";

/** The embedded identity governance service: each hostname is a tenant of its own. */
export default {
  fetch: (request, env) => env.TENANT.getByName(new URL(request.url).hostname).fetch(request),
} satisfies ExportedHandler<TenantEnv>;
