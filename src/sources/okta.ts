import { parseJson } from "./reading/json.ts";
import { OktaEvents, readOktaEvent } from "./reading/okta.ts";
import { asBearer, inHeader, sharedSecret } from "./schemes/shared-secret.ts";
import type { Handshake, Source } from "./source.ts";

/**
 * Okta event hooks. Nothing is signed: the secret is the whole value of `Authorization`, or a bearer token where it was
 * entered as one. Okta checks the address once, and wants to hear 200 or 204.
 * Source: developer.okta.com/docs/concepts/event-hooks
 */
export const okta: Source = {
  name: "okta",
  authentication: "shared-secret",
  secretVariable: "OKTA_WEBHOOK_SECRET",
  verify: sharedSecret([inHeader("authorization"), asBearer]),
  signsIds: false,
  accepted: 200,
  handshake: ({ method, headers }) => {
    const challenge = method === "GET" ? headers.get("x-okta-verification-challenge") : null;
    return challenge === null ? null : verification(challenge);
  },
  parse: parseJson(OktaEvents, ({ data }) =>
    data.events.map((event) => ({ id: event.uuid, event: readOktaEvent(event), payload: event })),
  ),
};

const verification = (challenge: string): Handshake => ({
  status: 200,
  headers: { "content-type": "application/json", "x-content-type-options": "nosniff" },
  body: JSON.stringify({ verification: challenge }),
});
