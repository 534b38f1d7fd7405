import { env } from "cloudflare:workers";
import type { TokenKeeper } from "../../../src/governance/client/token-keeper.ts";

/** The real bindings of wrangler.toml in which tokens are stored. */
export const { TOKENS, TOKEN_KEEPER } = env as unknown as {
  readonly TOKENS: KVNamespace;
  readonly TOKEN_KEEPER: DurableObjectNamespace<TokenKeeper>;
};
