import { DurableObject } from "cloudflare:workers";

interface TenantEnv {
  TENANT: DurableObjectNamespace<Tenant>;
}

export class Tenant extends DurableObject<TenantEnv> {
  override async fetch(request: Request): Promise<Response> {
    return Response.json({ url: request.url });
  }
}

export default {
  fetch(request, env) {
    return env.TENANT.getByName(new URL(request.url).hostname).fetch(request);
  },
} satisfies ExportedHandler<TenantEnv>;
