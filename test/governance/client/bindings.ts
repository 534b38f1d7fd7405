import { env } from "cloudflare:workers";
import type { TokenBindings } from "../../../src/governance/client/cached-tokens.ts";

/** The real bindings of wrangler.toml that tokens are kept in. */
export const { TOKENS, TOKEN_KEEPER } = env as unknown as TokenBindings;
