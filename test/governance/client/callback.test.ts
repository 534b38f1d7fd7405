import { describe, expect, it } from "vitest";
import {
  createGovernance,
  openCallback,
  sealCallback,
  type Transport,
} from "../../../src/governance/client/index.ts";
import { answerWebhook } from "../../../src/governance/contract/webhooks.ts";
import { tenantAt } from "../tenant.ts";

const HOST = "callbacks.example.com";
const SECRET = "a-secret-that-seals-callbacks";
const PATH = "/api/v1/webhooks/callbacks/policy-1";
const approval = { version: "v1" as const, approve: { comment: "IAM-42 is approved." } };

const tenant = await tenantAt(HOST, { users: 0 });

/** Sends an answer to a path of the tenant. @returns the requests that were sent, and the outcome of the call */
async function answer(
  response: () => Response | Promise<Response>,
  change: Partial<Transport> = {},
  path = PATH,
) {
  const sent: Request[] = [];
  const fetched: Transport["fetch"] = async (url, init) => {
    sent.push(new Request(url, init));
    return response();
  };
  const env = { ...tenant.env, CONDUCTORONE_WEBHOOK_SECRET: SECRET };
  const governance = createGovernance(env, { fetch: fetched, sleep: async () => {}, ...change });
  const callback = await sealCallback(path, SECRET);
  const outcome = await governance.call(answerWebhook, { path: { callback }, body: approval }).then(
    () => "accepted",
    (error: { code: string; message: string }) => {
      expect(error.message).not.toContain(path);
      return error.code;
    },
  );
  return { sent, outcome };
}

describe("an answer to a callback address", () => {
  it("is sent in one request to the tenant, without a credential", async () => {
    const { sent, outcome } = await answer(() => new Response("<html>thanks"));
    expect(outcome).toBe("accepted");
    expect(sent.map(({ url, method, redirect }) => [url, method, redirect])).toEqual([
      [`https://${HOST}${PATH}`, "POST", "manual"],
    ]);
    const headers = Array.from(sent[0]?.headers.keys() ?? []).toSorted();
    expect(headers).toEqual(["accept", "content-type"]);
    expect(await sent[0]?.json()).toEqual(approval);
  });

  const hangs = () =>
    new Promise<Response>((_, reject) => setTimeout(() => reject(new Error("aborted")), 50));
  it.each<[string, () => Response | Promise<Response>, string]>([
    ["a 400 in plain text", () => new Response("already answered", { status: 400 }), "governance_refused"],
    ["a 410", () => new Response(null, { status: 410 }), "governance_refused"],
    [
      "a redirect",
      () => new Response(null, { status: 302, headers: { location: "/" } }),
      "governance_outcome_unknown",
    ],
    ["a gateway's 502", () => new Response("", { status: 502 }), "governance_outcome_unknown"],
    ["no response in time", hangs, "governance_outcome_unknown"],
  ])("is sent only once if the tenant returns %s", async (_, response, code) => {
    const { sent, outcome } = await answer(response, { timeoutMs: 20 });
    expect([outcome, sent.length]).toEqual([code, 1]);
  });

  it.each([
    ["//evil.example.com/x", "accepted"],
    ["/\\evil.example.com/x", "accepted"],
    ["@evil.example.com/x", "governance_bad_input"],
    [".evil.example.com/", "governance_bad_input"],
    ["https://evil.example.com/", "governance_bad_input"],
  ])("is not sent to another host if its path is %s (outcome: %s)", async (path, expected) => {
    const { sent, outcome } = await answer(() => new Response(), {}, path);
    expect([outcome, ...sent.map(({ url }) => new URL(url).host)]).toEqual(
      expected === "accepted" ? [expected, HOST] : [expected],
    );
  });

  it("is sent if one of the configured secrets opens its address, and is not sent without a secret", async () => {
    const env = { ...tenant.env, CONDUCTORONE_WEBHOOK_SECRET: `another-secret-of-ours,${SECRET}` };
    const callback = await sealCallback(PATH, SECRET);
    expect(await openCallback(callback, ["another-secret-of-ours", SECRET])).toBe(PATH);
    const call = (env: typeof tenant.env) =>
      createGovernance(env).call(answerWebhook, { path: { callback }, body: approval });
    await expect(call(tenant.env)).rejects.toMatchObject({ code: "configuration_invalid" });
    await call(env);
    const { webhooks } = await tenant.control("GET", "webhooks");
    expect(webhooks).toMatchObject([{ state: "answered", answer: approval }]);
  });

  it.each([
    ["two decisions", { ...approval, deny: {} }],
    ["no decision", { version: "v1" }],
    ["a comment that is too long", { version: "v1", deny: { comment: "x".repeat(1_025) } }],
    ["too many users", { version: "v1", reassign: { newStepUserIds: Array.from({ length: 33 }, String) } }],
  ])("is not sent with %s", async (_, body) => {
    const env = { ...tenant.env, CONDUCTORONE_WEBHOOK_SECRET: SECRET };
    const path = { callback: await sealCallback(PATH, SECRET) };
    await expect(
      createGovernance(env).call(answerWebhook, { path, body: body as typeof approval }),
    ).rejects.toMatchObject({ code: "governance_bad_input" });
  });
});
