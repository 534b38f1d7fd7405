import { describe, expect, it } from "vitest";
import { NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const okta = describeVendor("okta");

const secret = okta.sender.localSecret;

it.for([secret, `Bearer ${secret}`])("the header %s is accepted as the secret", async (authorization) => {
  expect(await okta.verify(okta.request({ authorization }), [secret], NOW)).toMatchObject({ ok: true });
});
okta.rejects([
  ["a password", okta.request({ authorization: `Basic ${btoa(`okta:${secret}`)}` }), "secret_mismatch"],
  ["another header", okta.request({ "x-reeve-secret": secret }), "secret_missing"],
  ["the challenge", okta.request({ "x-okta-verification-challenge": secret }), "secret_missing"],
]);

describe("Okta's verification of the address", () => {
  const ask = (method: string, headers: Record<string, string>) =>
    okta.handshake?.(okta.request(headers, { method }));

  it("is answered with its challenge as JSON", () => {
    expect(ask("GET", { "x-okta-verification-challenge": '"}<script>' })).toEqual({
      status: 200,
      headers: { "content-type": "application/json", "x-content-type-options": "nosniff" },
      body: '{"verification":"\\"}<script>"}',
    });
  });

  it("must be a GET with a challenge", () => {
    expect(ask("GET", {})).toBeNull();
    expect(ask("POST", { "x-okta-verification-challenge": "challenge" })).toBeNull();
  });
});

const UPDATE = "user.account.update_profile";
const updated = (change: object) => {
  const hook = okta.json(UPDATE);
  Object.assign(hook.data.events[0], change);
  return hook;
};
const login = okta.body("user.lifecycle.deactivate").replace("ada.marsh@example.com", "amarsh");

okta.reads([
  [
    "a user without an email if the login is not an email",
    login,
    { worker: { name: "Ada Marsh" } },
    { without: ["worker.email"] },
  ],
  [
    "an event that Okta does not send to event hooks, as ignored",
    updated({ eventType: "user.lifecycle.delete.completed" }),
    { ignored: "Okta's event user.lifecycle.delete.completed is not about a change to a user" },
  ],
  [
    "a change without the changed attributes if Okta does not send them",
    updated({ debugContext: undefined }),
    { type: "worker.changed" },
    { without: ["changed"] },
  ],
  [
    "an event without a user, as ignored",
    updated({ target: null }),
    { ignored: `Okta's event ${UPDATE} does not name a user` },
  ],
  [
    "an event with an unknown outcome, as ignored",
    updated({ outcome: undefined }),
    { ignored: `Okta's event ${UPDATE} ended with unknown` },
  ],
]);

okta.refuses([["data.events.0.uuid:", updated({ uuid: undefined })]]);
