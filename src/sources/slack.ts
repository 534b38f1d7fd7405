import { readForm } from "./reading/form.ts";
import { hmac } from "./schemes/hmac.ts";
import { FIVE_MINUTES } from "./schemes/timestamp.ts";
import type { Delivery, Handshake, Source, Verify } from "./source.ts";

/** What Slack's secret is called: the app's signing secret, two separated by a comma while it is replaced. */
export const slackSecret = {
  name: "slack",
  secretVariable: "SLACK_SIGNING_SECRET",
} as const satisfies Partial<Source>;

/** Source: docs.slack.dev/authentication/verifying-requests-from-slack */
export const slackVerify: Verify = hmac({
  hash: "SHA-256",
  header: "x-slack-signature",
  encoding: "hex",
  prefix: "v0=",
  timestamp: { header: "x-slack-request-timestamp", unit: "seconds", maxAgeSeconds: FIVE_MINUTES },
  signed: ({ timestamp, body }) => [`v0:${timestamp}:`, body],
});

/** Longest body that is looked at before it is verified: Slack's check has a token of 24 characters beside its flag. */
const MAX_CHECK_BYTES = 4096;

/**
 * Slack's check of the address's certificate, which comes unsigned: a form with `ssl_check=1`. Whatever else it holds,
 * it is answered and nothing more; so nobody gets anything done by adding the flag.
 */
export function slackHandshake({ method, body }: Delivery): Handshake | null {
  if (method !== "POST" || body.length > MAX_CHECK_BYTES) return null;
  return readForm(body)?.["ssl_check"] === "1" ? { status: 200 } : null;
}
