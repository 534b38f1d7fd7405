import { expect, it } from "vitest";
import { secretsOf } from "../../src/http/secrets.ts";
import { sourceNamed } from "../support/source-named.ts";

const zendesk = sourceNamed("zendesk");

const PUBLISHED = "dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==";
const OWN = "b25lIG9mIG15IG93biBzZWNyZXRz";

it.for([PUBLISHED, `${OWN},${PUBLISHED}`])(
  "takes no secret that its source finds fault with: %s",
  (value) => {
    expect(() => secretsOf(zendesk, { ZENDESK_WEBHOOK_SECRET: value })).toThrow(
      "ZENDESK_WEBHOOK_SECRET is the test secret that Zendesk publishes",
    );
  },
);

it("takes a secret that is its own", () => {
  expect(secretsOf(zendesk, { ZENDESK_WEBHOOK_SECRET: OWN })).toEqual([OWN]);
});
