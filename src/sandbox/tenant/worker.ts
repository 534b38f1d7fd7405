// The tenant's Worker: it hands each request to the tenant of its hostname.
import { hasAddress } from "../../base/request.ts";
import { errorAnswer, invalidMember } from "./errors.ts";
import type { TenantEnv } from "./tenant.ts";

export { Tenant } from "./tenant.ts";

export default {
  async fetch(request, env) {
    if (!hasAddress(request)) return errorAnswer(invalidMember("url", "does not say where the request goes"));
    return env.TENANT.getByName(new URL(request.url).hostname).fetch(request);
  },
} satisfies ExportedHandler<TenantEnv>;
