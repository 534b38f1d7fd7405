export { TokenKeeper } from "./governance/client/token-keeper.ts";

export default { fetch: async () => new Response("ok") } satisfies ExportedHandler;
