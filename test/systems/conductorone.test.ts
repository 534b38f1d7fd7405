import { exportJWK, generateKeyPair } from "jose";
import { expect, it } from "vitest";
import { openCallback } from "../../src/governance/client/index.ts";
import { signWebhook, type WebhookToken } from "../../src/sandbox/tenant/auth/webhook-token.ts";
import { conductorone as sender } from "../../src/sandbox/vendors/senders.ts";
import { bytes } from "../../src/sandbox/vendors/signing.ts";
import { fill } from "../../src/sandbox/vendors/template.ts";
import { textAt } from "../../src/systems/reading/json.ts";
import { tenantAt } from "../governance/tenant.ts";
import { sourceNamed } from "../support/source-named.ts";
import type { Recorded } from "./support/dressed.ts";

const recorded: Recorded = import.meta.glob("../fixtures/conductorone/*.json", {
  query: "?raw",
  import: "default",
  eager: true,
});
const HOST = "conductorone-source.example.com";
const NOW = Date.parse("2026-06-15T08:00:05.000Z");
const SECRET = sender.localSecret;
const source = sourceNamed("conductorone");
const url = new URL("https://reeve.example.com/hooks/conductorone");
const fixture = (name: string) =>
  fill(recorded[`../fixtures/conductorone/${name}.json`] ?? "").replace("//localhost/", `//${HOST}/`);

const tenant = await tenantAt(HOST, { users: 0 });

async function deliver(
  text: string,
  signing: Partial<WebhookToken> = {},
  sent = text,
  now = NOW,
  env = tenant.env,
) {
  const token = { body: bytes([text]), issuer: HOST, url, at: NOW, ...signing };
  const headers = new Headers(await signWebhook(token));
  return source.verify({ method: "POST", url, headers, body: bytes([sent]) }, [SECRET], now, env);
}

async function read(name: string) {
  const verified = await deliver(fixture(name));
  if (!verified.ok) throw new Error(verified.reason.check);
  const delivery = { method: "POST", url, headers: new Headers(), body: bytes([fixture(name)]) };
  const parsed = source.parse(delivery, NOW, verified.value.parsed);
  if (!parsed.ok) throw new Error(parsed.reason.detail);
  return parsed.value[0];
}

const path = (name: string) => `/api/v1/webhooks/callbacks/${name}-`;

it("the step of a request is read with the request's people and objects, and with an encrypted callback address", async () => {
  const [first, again] = [await read("policy_step"), await read("policy_step")];
  expect(first?.event).toEqual({
    type: "policy-step.asked",
    subject: "conductorone:task_4711_",
    ask: {
      callback: expect.any(String),
      webhook: "2fCjnQxpBRyaQQgPO3rW6EWNdld",
      key: "4711",
      title: "GitHub admin in GitHub for Ada Marsh",
      texts: ["For the release, see IAM-4711."],
      person: { id: "usr_ada_marsh", name: "Ada Marsh", email: "ada.marsh@example.com" },
      requester: { id: "usr_ada_marsh", name: "Ada Marsh", email: "ada.marsh@example.com" },
      app: { id: "app_github", name: "GitHub" },
      entitlement: { id: "ent_github_admin", name: "GitHub admin" },
      grantSeconds: 604_800,
      laterSteps: 2,
    },
  });
  const callback = textAt(first?.event, "ask", "callback") ?? "";
  expect(await openCallback(callback, ["another-secret-of-ours", SECRET])).toBe(path("policy"));
  expect(await openCallback(callback, ["another-secret-of-ours"])).toBeNull();
  expect(first?.payload).not.toContain(path("policy"));
  expect(again?.id).toBe(first?.id);
});

it.each([
  ["provision_step", { type: "provision-step.asked", ask: { key: "4712" } }],
  [
    "workflow_step",
    { type: "workflow-step.asked", ask: { context: { trigger: { userId: "usr_ada_marsh" } } } },
  ],
  ["test", { ignored: expect.stringContaining("test") }],
])("a request of the type %s becomes its event, or is ignored", async (name, event) => {
  expect((await read(name))?.event).toMatchObject(event);
});

it.each<[string, string, () => Partial<WebhookToken> | Promise<Partial<WebhookToken>>]>([
  [
    "a forged key",
    "token_mismatch",
    async () => {
      const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
      return { key: await exportJWK(privateKey) };
    },
  ],
  ["another tenant's token", "token_mismatch", () => ({ issuer: "other.example.com" })],
  ["a token for another receiver", "token_mismatch", () => ({ claims: { aud: "other.example.com" } })],
  ["a token of another type", "token_mismatch", () => ({ claims: { c1typ: "access" } })],
  ["a token for another method", "token_mismatch", () => ({ claims: { htm: "GET" } })],
  ["a token for another address", "token_mismatch", () => ({ claims: { htu: `${url.origin}/hooks/jira` } })],
  ["a token for another body", "token_mismatch", () => ({ body: bytes(["{}"]) })],
  ["a token without an id", "token_mismatch", () => ({ claims: { jti: undefined } })],
  ["an expired token", "timestamp_stale", () => ({ at: NOW - 300_000 })],
  ["a token from the future", "timestamp_future", () => ({ at: NOW + 120_000 })],
])("a request with %s is rejected", async (_, check, signing) => {
  expect(await deliver(fixture("policy_step"), await signing())).toMatchObject({
    ok: false,
    reason: { check },
  });
});

it("a request is rejected if its body differs from its digest, or if its token is missing or invalid", async () => {
  const body = fixture("policy_step");
  expect(await deliver(body, {}, body.replace("IAM-4711", "IAM-4712"))).toMatchObject({ ok: false });
  for (const [authorization, check] of [
    ["", "signature_missing"],
    ["bearer x.y.z", "signature_malformed"],
  ] as const) {
    const delivery = { method: "POST", url, headers: new Headers({ authorization }), body: bytes([body]) };
    expect(await source.verify(delivery, [SECRET], NOW, tenant.env)).toMatchObject({
      ok: false,
      reason: { check },
    });
  }
});

it.each([
  `https://evil.example.com/api/v1/webhooks/callbacks/policy-`,
  `http://${HOST}/api/v1/webhooks/callbacks/policy-`,
  `https://user:pass@${HOST}/callbacks/policy-`,
  `https://${HOST}.evil.example.com/`,
  "javascript:alert(1)",
])("a request with the callback address %s is rejected", async (address) => {
  const body = fixture("policy_step").replace(`https://${HOST}/api/v1/webhooks/callbacks/policy-`, address);
  expect(await deliver(body)).toMatchObject({ ok: true, value: { parsed: { ok: false } } });
});

it("an error is reported if the tenant's keys can't be fetched", async () => {
  const env = { ...tenant.env, GOVERNANCE_BASE_URL: `https://${HOST}/nowhere` };
  const body = fixture("policy_step");
  await expect(deliver(body, {}, body, NOW, env)).rejects.toMatchObject({
    code: "keys_unavailable",
    status: 503,
  });
});
