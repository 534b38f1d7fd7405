/** Tests the limits of the work that a sender without a secret can cause, counted in computed signatures. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Secrets } from "../../../src/base/variable.ts";
import { slackVerify } from "../../../src/channels/slack/requests.ts";
import {
  slack as slackSender,
  standardWebhooks as standardSender,
} from "../../../src/sandbox/vendors/senders.ts";
import type { Delivery, Verify } from "../../../src/systems/system.ts";
import { sourceNamed } from "../../support/source-named.ts";
import { dressed, NOW } from "../support/dressed.ts";

const standardWebhooks = sourceNamed("standard-webhooks");

const OLD = "whsec_b2xkIHNlY3JldCBvZiB0d2VudHktZm91ciBieXRlcw==";
/** The base point of the curve, which is a valid key. */
const PUBLIC_KEY = `whpk_${btoa(String.fromCharCode(0x58, ...new Uint8Array(31).fill(0x66)))}`;

const wrong = {
  v1: `v1,${"A".repeat(43)}=`,
  v1a: `v1a,${"A".repeat(86)}==`,
};

/** Verifies a delivery, and counts the signatures computed for it. */
async function verified(verify: Verify, delivery: Delivery, secrets: Secrets, now = NOW) {
  const [sign, check] = [vi.spyOn(crypto.subtle, "sign"), vi.spyOn(crypto.subtle, "verify")];
  onTestFinished(() => void vi.restoreAllMocks());
  const result = await verify(delivery, secrets, now);
  const computed = sign.mock.calls.length + check.mock.calls.length;
  vi.restoreAllMocks();
  return { computed, result };
}

const withHeader = (delivery: Delivery, name: string, value: string): Delivery => {
  const headers = new Headers(delivery.headers);
  headers.set(name, value);
  return { ...delivery, headers };
};

describe("Standard Webhooks with a secret", () => {
  const { verify } = standardWebhooks;
  const { localSecret } = standardSender;
  const following = async (n: number) => {
    const delivery = await dressed(standardSender, '{"type":"a"}');
    const right = delivery.headers.get("webhook-signature") ?? "";
    return withHeader(delivery, "webhook-signature", [...Array<string>(n).fill(wrong.v1), right].join(" "));
  };

  it("checks only the first ten signatures of a list", async () => {
    expect((await verified(verify, await following(9), [localSecret])).result.ok).toBe(true);
    expect((await verified(verify, await following(10), [localSecret])).result).toMatchObject({
      ok: false,
      reason: { check: "signature_mismatch" },
    });
  });

  it("computes one signature per secret, even if 1,700 signatures are sent", async () => {
    expect((await verified(verify, await following(1_700), [localSecret])).computed).toBe(1);
    const two = [OLD, localSecret] as const;
    expect((await verified(verify, await following(1_700), two)).computed).toBe(2);
    const { computed, result } = await verified(verify, await following(9), two);
    expect(result).toMatchObject({ ok: true, value: { secret: 1 } });
    expect(computed).toBe(2);
  });
});

describe("Standard Webhooks with a public key", () => {
  it("checks only the first ten signatures of a list", async () => {
    const delivery = await dressed(standardSender, '{"type":"a"}');
    const many = withHeader(delivery, "webhook-signature", Array(900).fill(wrong.v1a).join(" "));
    const { computed, result } = await verified(standardWebhooks.verify, many, [PUBLIC_KEY]);
    expect(result).toMatchObject({ ok: false });
    expect(computed).toBe(10);
  });
});

describe("a time in a header", () => {
  it.for([
    ["Standard Webhooks", standardWebhooks.verify, standardSender, '{"type":"a"}'],
    ["Slack", slackVerify, slackSender, "text=a"],
  ] as const)("is checked before a signature is computed: %s", async ([, verify, sender, body]) => {
    const delivery = await dressed(sender, body);
    const late = await verified(verify, delivery, [sender.localSecret], NOW + 3_600_000);
    expect(late).toMatchObject({ computed: 0, result: { ok: false, reason: { check: "timestamp_stale" } } });
    expect(await verified(verify, delivery, [sender.localSecret])).toMatchObject({
      computed: 1,
      result: { ok: true },
    });
  });
});
