import { base64url } from "jose";
import { defaultTransport, governanceOver, type Transport } from "../../../src/governance/client/index.ts";

/** The key of RFC 8037, appendix A.1. */
export const RFC8037_JWK = {
  kty: "OKP",
  crv: "Ed25519",
  d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
};

export const encodeKey = (jwk: unknown) => base64url.encode(JSON.stringify(jwk));

/** Returns a well-formed credential for a hostname. No tenant has issued it. */
export const settings = (overrides: Record<string, string | undefined> = {}) => ({
  GOVERNANCE_CLIENT_ID: "quiet-owl-12345@acme.example.com/reeve",
  GOVERNANCE_CLIENT_SECRET: `secret-token:acme:${encodeKey(RFC8037_JWK)}`,
  ...overrides,
});

/** Creates a client that has a token. */
export function governanceTo(transport: Transport) {
  const tokens = { get: () => "a-token", renew: async () => "a-token" };
  return governanceOver(() => ({ root: "https://acme.example.com", tokens }), transport);
}

/**
 * Creates a network that gives these responses in turn, and records requests and waits. Time passes only by waiting.
 */
export function scripted(...answers: (Response | Error | ((init: RequestInit) => Promise<Response>))[]) {
  const sent: { url: string; init: RequestInit }[] = [];
  const slept: number[] = [];
  const queue = [...answers];
  const transport: Transport = {
    ...defaultTransport,
    fetch: async (url, init) => {
      sent.push({ url, init });
      const answer = queue.shift();
      if (answer === undefined) throw new Error("the script has ended");
      if (answer instanceof Error) throw answer;
      return typeof answer === "function" ? answer(init) : answer;
    },
    random: () => 0.5,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
    },
  };
  return { transport, sent, slept };
}
