import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import type { Secrets } from "../../src/base/variable.ts";
import { readSourceSecrets } from "../../src/http/hooks.ts";
import { base64, bytes, mac } from "../../src/sandbox/vendors/signing.ts";
import { dressed } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const standardWebhooks = describeVendor("standard-webhooks");

/** Examples that are published with the reference libraries, and for `v1a` with Svix's server. */
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const SIGNED_AT = 1_614_265_330;
const BODY = '{"test": 2432232314}';
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const V1 = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const PUBLIC_KEY = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=";
const V1A = "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==";
const OTHER = `v1,${base64(new Uint8Array(32))}`;

const published = (headers: Record<string, string | null>, body = BODY) => {
  const all = { "webhook-id": ID, "webhook-timestamp": String(SIGNED_AT), ...headers };
  const given = Object.entries(all).filter((header): header is [string, string] => header[1] !== null);
  return standardWebhooks.request(Object.fromEntries(given), { body });
};
const verify = (signature: string, secrets: Secrets, headers: Record<string, string | null> = {}) =>
  standardWebhooks.verify(
    published({ "webhook-signature": signature, ...headers }),
    secrets,
    SIGNED_AT * 1000 + 1000,
  );

describe("a signature of Standard Webhooks", () => {
  it.for<[string, string, Secrets, number]>([
    ["the published vector of v1", V1, [SECRET], 0],
    ["with a base64 secret that lacks the prefix", V1, [SECRET.slice(6)], 0],
    ["the published vector of v1a", V1A, [PUBLIC_KEY], 0],
    ["after other signatures in the list", `${OTHER} v2,AAAA ${V1}`, [SECRET], 0],
    ["before others that a proxy joined with commas", `${V1}, ${OTHER},  ${OTHER}`, [SECRET], 0],
    ["of both versions, with a secret for one of them", `${V1} ${V1A}`, [PUBLIC_KEY], 0],
    ["made with a retiring secret of the other version", V1, [PUBLIC_KEY, SECRET], 1],
  ])("is accepted: %s", async ([, signature, secrets, secret]) => {
    expect(await verify(signature, secrets)).toMatchObject({ ok: true, value: { secret } });
  });

  it.for<[string, string, Secrets, string, Record<string, string | null>?]>([
    ["no signature in the list matches", `${OTHER} ${OTHER}`, [SECRET], "signature_mismatch"],
    ["the version is unknown", V1.replace("v1", "v2"), [SECRET], "signature_malformed"],
    ["v1 is used with a public key", V1, [PUBLIC_KEY], "signature_mismatch"],
    ["v1a is used with a shared secret", V1A, [SECRET], "signature_mismatch"],
    ["the version is missing", V1.slice(3), [SECRET], "signature_malformed"],
    ["a comma separates the signatures", `${OTHER},${V1}`, [SECRET], "signature_malformed"],
    ["the secret is not a key", V1, ["not base64, at all"], "signature_mismatch"],
    [
      "the public key is not a point on the curve",
      V1A,
      [`whpk_${base64(new Uint8Array(32).fill(0xff))}`],
      "signature_mismatch",
    ],
    ["the id is missing", V1, [SECRET], "signature_malformed", { "webhook-id": null }],
    ["the id is empty", V1, [SECRET], "signature_malformed", { "webhook-id": "" }],
    [
      "the id contains a dot, which could be part of the time",
      V1,
      [SECRET],
      "signature_malformed",
      { "webhook-id": `${ID}.1` },
    ],
    ["the signed id was changed", V1, [SECRET], "signature_mismatch", { "webhook-id": "msg_other" }],
    ["the time is missing", V1, [SECRET], "timestamp_missing", { "webhook-timestamp": null }],
    [
      "the time was changed",
      V1,
      [SECRET],
      "signature_mismatch",
      { "webhook-timestamp": String(SIGNED_AT + 1) },
    ],
  ])("is rejected if %s", async ([, signature, secrets, check, headers]) => {
    expect(await verify(signature, secrets, headers)).toMatchObject({ ok: false, reason: { check } });
  });

  it("is rejected if the public key's bytes were used as a shared secret", async () => {
    const key = Uint8Array.from(atob(PUBLIC_KEY.slice(5)), (char) => char.charCodeAt(0));
    const forged = `v1,${base64(await mac("SHA-256", key, `${ID}.${SIGNED_AT}.`, BODY))}`;
    expect(await verify(forged, [PUBLIC_KEY])).toMatchObject({ ok: false });
  });

  it.for(["1614265330000", "1614265330.0", "NaN", "1e9"])(
    "is rejected with the time %s, even if the time is signed",
    async (time) => {
      const key = Uint8Array.from(atob(SECRET.slice(6)), (char) => char.charCodeAt(0));
      const signature = `v1,${base64(await mac("SHA-256", key, `${ID}.${time}.`, BODY))}`;
      expect(await verify(signature, [SECRET], { "webhook-timestamp": time })).toMatchObject({
        ok: false,
        reason: { check: "timestamp_malformed" },
      });
    },
  );

  it("is accepted if the reference library made it, and the library accepts the local sender's signature", async () => {
    const library = new Webhook(standardWebhooks.sender.localSecret);
    const body = standardWebhooks.body("message");
    const now = Date.now();
    const at = new Date(now);
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(now / 1000)),
      "webhook-signature": library.sign("msg_1", at, body),
    };
    expect(
      await standardWebhooks.verify(published(headers, body), [standardWebhooks.sender.localSecret], now),
    ).toMatchObject({ ok: true });
    const dress = await dressed(standardWebhooks.sender, body, { at: now });
    expect(library.verify(body, Object.fromEntries(dress.headers))).toEqual(JSON.parse(body));
  });

  it("is accepted if it was made with a new key pair", async () => {
    const pair = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
    if (!("privateKey" in pair)) throw new Error("Ed25519 makes a pair");
    const raw = await crypto.subtle.exportKey("raw", pair.publicKey);
    if (!(raw instanceof ArrayBuffer)) throw new Error("a raw key is bytes");
    const text = bytes([`${ID}.${SIGNED_AT}.${BODY}`]);
    const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", pair.privateKey, text));
    const secret = `whpk_${base64(new Uint8Array(raw))}`;
    expect(await verify(`v1a,${base64(signature)}`, [secret])).toMatchObject({ ok: true });
    const flipped = Uint8Array.from(signature, (byte, n) => (n === 5 ? byte ^ 1 : byte));
    expect(await verify(`v1a,${base64(flipped)}`, [secret])).toMatchObject({ ok: false });
  });
});

const zeros = (count: number) => base64(new Uint8Array(count));

it.for<[string, string, string | null]>([
  ["24 bytes", `whsec_${zeros(24)}`, null],
  ["64 bytes", `whsec_${zeros(64)}`, null],
  ["no prefix", zeros(32), null],
  ["a public key", `whpk_${zeros(32)}`, null],
  ["23 bytes", `whsec_${zeros(23)}`, "must have 24 to 64 bytes"],
  ["65 bytes", `whsec_${zeros(65)}`, "must have 24 to 64 bytes"],
  ["not base64", "whsec_this is no base64 at all", "is not base64"],
  ["a public key of 31 bytes", `whpk_${zeros(31)}`, "must be a public key of 32 bytes"],
  ["a private key", `whsk_${zeros(64)}`, "is the sender's private key: use the public key (whpk_…)"],
])("the format of a secret is validated: %s", ([, secret, fault]) => {
  expect(standardWebhooks.secretFault?.(secret)).toBe(fault);
});

it("the secrets are rejected if one of them is invalid, and the error names the variable", () => {
  const secretsWith = (value: string) => () =>
    readSourceSecrets(standardWebhooks, { [standardWebhooks.secretVariable]: value });
  expect(secretsWith(`${SECRET},${PUBLIC_KEY}`)()).toEqual([SECRET, PUBLIC_KEY]);
  expect(secretsWith("whsec_this is no base64 at all")).toThrow(
    "STANDARD_WEBHOOKS_WEBHOOK_SECRET is not base64",
  );
  expect(secretsWith(`${SECRET},whsec_${zeros(12)}`)).toThrow("must have 24 to 64 bytes");
});

standardWebhooks.reads([
  ...(
    [
      ["worker.hired", { effectiveOn: "2026-06-30", worker: { department: "Sales" } }],
      ["worker.changed", { changed: ["department"], worker: { department: "Engineering" } }],
      ["worker.terminated", { worker: { lastDay: "2026-06-30" } }],
    ] as const
  ).map(
    ([type, members]) => [type, type, { type, subject: "standard-webhooks:e-2002", ...members }] as const,
  ),
  [
    "numeric ids",
    { type: "worker.hired", data: { worker: { id: 77 } } },
    { subject: "standard-webhooks:77", worker: { id: "77" } },
  ],
]);

const halved = { ticket: { id: "1", key: "K", title: "T", status: { from: "a" } } };
standardWebhooks.refuses([
  ["data.ticket.status.to", { type: "ticket.transitioned", data: halved }],
  ["data: ", { type: "ticket.transitioned" }],
]);
