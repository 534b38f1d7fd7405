import { DurableObject } from "cloudflare:workers";
export class TokenKeeper extends DurableObject {}
export default { fetch: async () => new Response("ok") } satisfies ExportedHandler;
