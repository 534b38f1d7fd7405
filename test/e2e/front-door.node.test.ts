import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliver } from "../../src/cli/send/deliver.ts";
import { migrate } from "../../src/cli/shared/migrations.ts";
import { type RunningWorker, run } from "../../src/cli/shared/runtime.ts";
import { LOCAL_SECRETS } from "../../src/cli/start/stack.ts";
import { bamboohr } from "../../src/sandbox/vendors/senders.ts";
import { jiraFixture, sendAsJira } from "../vendors/jira.ts";

const lines: string[] = [];
const start = async (bindings: Record<string, string>): Promise<RunningWorker> => {
  const worker = await run({
    name: "reeve",
    config: "wrangler.toml",
    entry: "src/cli/demo/worker.ts",
    bindings,
    log: (line) => lines.push(line),
  });
  await migrate(worker);
  return worker;
};

/** The host of the site that recorded tickets belong to. */
const SITE = "acme.atlassian.example.com";

let reeve: RunningWorker;
let bare: RunningWorker;
beforeAll(async () => {
  [reeve, bare] = await Promise.all([
    start({ ...LOCAL_SECRETS, LOCAL_STACK: "yes", JIRA_URL: `https://${SITE}` }),
    start({ JIRA_WEBHOOK_SECRET: "short" }),
  ]);
});
afterAll(() => Promise.all([reeve.stop(), bare.stop()]));

const body = jiraFixture("issue_updated.transitioned");
const problem = async (response: Response) => ({
  status: response.status,
  type: response.headers.get("content-type"),
  title: ((await response.json()) as { title: string }).title,
});
const refusal = (status: number, title: string) => ({ status, type: "application/problem+json", title });

/** Sends text, signed with the right secret. */
const signed = (text: string) =>
  sendAsJira(reeve.url, text, { id: `id-${createHmac("sha256", "x").update(text).digest("hex")}` });

describe("the delivery endpoint", () => {
  it.for([
    [SITE, 202, "taken", null],
    [
      "evil.atlassian.net",
      200,
      "ignored",
      `the ticket belongs to evil.atlassian.net, but JIRA_URL is ${SITE}`,
    ],
  ] as const)("accepts only tickets of the site in JIRA_URL: %s", async ([host, status, state, detail]) => {
    const answer = await sendAsJira(reeve.url, body.replaceAll(SITE, host), { id: host });
    expect(answer.status).toBe(status);
    const { event } = (await answer.json()) as { event: string };
    await expect
      .poll(async () => (await fetch(new URL(`/api/events/${event}`, reeve.url))).json())
      .toMatchObject({ state, detail });
  });

  it("responds with 404 for an unknown source, even if it is named like a property of Object", async () => {
    for (const name of ["nobody", "__proto__", "constructor"]) {
      const response = await fetch(new URL(`/hooks/${name}`, reeve.url), { method: "POST", body });
      expect(await problem(response)).toEqual(refusal(404, "unknown_source"));
    }
  });

  it("responds with 503 while a source's secret is too short, and writes the reason only to the log", async () => {
    lines.length = 0;
    const response = await sendAsJira(bare.url, body, { id: "1", secret: "short" });
    expect(await problem(response.clone())).toEqual(refusal(503, "source_not_configured"));
    expect(await response.text()).not.toContain("JIRA_WEBHOOK_SECRET");
    await expect.poll(() => lines.join()).toContain("wrangler secret put JIRA_WEBHOOK_SECRET");
  });

  it("stores the value of a handshake for an operator until its source has a secret", async () => {
    const unset = await start({ LOCAL_STACK: "yes" });
    for (const [at, kept] of [
      [unset, [{ source: "gusto", value: "token-that-gusto-wants-back" }]],
      [reeve, []],
    ] as const) {
      const response = await fetch(new URL("/hooks/gusto", at.url), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"verification_token":"token-that-gusto-wants-back"}',
      });
      expect(response.status).toBe(200);
      const { handshakes } = Object(await (await fetch(new URL("/api/control", at.url))).json());
      expect(handshakes).toMatchObject(kept);
    }
    await unset.stop();
    expect(lines.join()).not.toContain("token-that-gusto-wants-back");
  });

  it("responds with 401 to a wrong or missing signature, and logs the reason without returning it", async () => {
    lines.length = 0;
    const forged = await sendAsJira(reeve.url, body, { id: "1", secret: "not the secret at all" });
    expect(await problem(forged.clone())).toEqual(refusal(401, "delivery_refused"));
    expect(await forged.text()).not.toContain("signature");
    await expect.poll(() => lines.join()).toContain("signature_mismatch");
    const unsigned = await fetch(new URL("/hooks/jira", reeve.url), { method: "POST", body });
    expect(unsigned.status).toBe(401);
    expect(lines.filter((line) => line.includes('"message":"delivery"'))).toEqual([]);
  });

  it("recognizes a repeated delivery whose id contains half of a surrogate pair", async () => {
    const data = { companyId: "90412", employeeId: "\ud800" };
    const sent = JSON.stringify({ type: "employee.created", timestamp: new Date().toISOString(), data });
    const send = async () => (await deliver(reeve.url, bamboohr, { body: sent })).status;
    expect([await send(), await send()]).toEqual([202, 200]);
  });

  it("responds with 405 to a GET request, and names the allowed method", async () => {
    const response = await fetch(new URL("/hooks/jira", reeve.url));
    expect(response.headers.get("allow")).toBe("POST");
    expect(await problem(response)).toEqual(refusal(405, "method_not_allowed"));
  });

  it("responds with 415 to a body with a content encoding, and names the encoding", async () => {
    const send = (encoding: string) =>
      fetch(new URL("/hooks/jira", reeve.url), {
        method: "POST",
        body,
        headers: { "content-encoding": encoding },
      });
    const response = await send("gzip");
    expect(await response.clone().text()).toContain("the content-encoding gzip: send it uncompressed");
    expect(await problem(response)).toEqual(refusal(415, "delivery_encoded"));
    expect((await send("identity")).status).toBe(401);
  });

  it("responds with 413 to a body over 1 MiB, with or without a content length", async () => {
    const large = "x".repeat(1024 * 1024 + 1);
    expect(await problem(await signed(large))).toEqual(refusal(413, "delivery_too_large"));
    const stream = new Blob([large]).stream();
    const chunked = await fetch(new URL("/hooks/jira", reeve.url), {
      method: "POST",
      body: stream,
      duplex: "half",
    } as RequestInit);
    expect(await problem(chunked)).toEqual(refusal(413, "delivery_too_large"));
  });

  it("responds with 422 to a signed body with an unexpected shape, and records it as rejected", async () => {
    const response = await signed('{"webhookEvent":"jira:issue_updated"}');
    expect(response.status).toBe(422);
    const ledger = await reeve.miniflare.getD1Database("LEDGER", "reeve");
    await expect
      .poll(() =>
        ledger.prepare("SELECT state, detail, payload FROM events WHERE state = 'rejected'").first(),
      )
      .toMatchObject({
        state: "rejected",
        detail: expect.stringContaining("issue"),
        payload: expect.stringContaining("jira:issue_updated"),
      });
  });

  it.for([
    ["invalid JSON", "{"],
    ["a number", "1"],
    ["null", "null"],
    ["unclosed nested arrays", "[".repeat(500_000)],
    ["a lone surrogate", '{"webhookEvent":"jira:issue_updated","issue":{"id":"","key":"\\ud800"}}'],
    ["an object with only __proto__", '{"__proto__":{"webhookEvent":"jira:issue_updated"}}'],
    ["an empty body", ""],
    ["too many values in a ticket", JSON.stringify({ ...JSON.parse(body), more: Array(50_001).fill(0) })],
  ] as const)("responds with 422 to %s", async ([, text]) => {
    expect((await signed(text)).status).toBe(422);
  });
});

describe("the API", () => {
  const RUN = "runs/run_00000000-0000-7000-8000-000000000000/decisions";
  const REPLAY = "events/evt_00000000-0000-7000-8000-000000000000/replay";
  const post = (path: string, text: string, headers: Record<string, string> = {}) =>
    fetch(new URL(`/api/${path}`, reeve.url), {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: text,
    });
  const paused = async () => (await (await fetch(new URL("/api/control", reeve.url))).json()) as object;

  it("accepts decisions only from its own site", async () => {
    const all = JSON.stringify({ automation: null, reason: "x" });
    for (const path of ["pauses", "pauses/lifted", "batches", RUN, REPLAY])
      for (const origin of ["https://evil.example.com", "null", `http://${reeve.url.hostname}:1`])
        expect(await problem(await post(path, all, { origin }))).toEqual(refusal(403, "foreign_origin"));
    expect(await paused()).toMatchObject({ pauses: [] });
    expect((await post("pauses", all, { origin: reeve.url.origin })).status).toBe(200);
    expect(await paused()).toMatchObject({ pauses: [{ automation: null, by: "iris.vale@example.com" }] });
  });

  it.for<[string, string, object, string]>([
    ["a decision without a reason", RUN, { decision: "cancelled" }, "reason"],
    ["a decision with a blank reason", RUN, { decision: "cancelled", reason: "  " }, "reason"],
    ["an approval without a hash", RUN, { decision: "approved", reason: "yes" }, "hash"],
    ["an unknown decision", RUN, { decision: "approve", reason: "yes" }, "decision"],
    ["a review without a verdict", RUN, { decision: "reviewed", reason: "x" }, "verdict"],
    ["an unknown property", RUN, { decision: "cancelled", reason: "x", by: "me" }, "by"],
    ["a batch without a reason", "batches", { decision: "resumed", filter: {} }, "reason"],
    ["a batch without a filter", "batches", { decision: "resumed", filter: {}, reason: "x" }, "filter"],
    [
      "a batch with only a sort order",
      "batches",
      { decision: "resumed", filter: { sort: "oldest" }, reason: "x" },
      "filter.sort",
    ],
    ["a replay without a reason", REPLAY, { automation: "x" }, "reason"],
    ["a pause without a reason", "pauses", { automation: null }, "reason"],
    ["a pause without an automation", "pauses", { reason: "x" }, "automation"],
  ])("responds with 400 to %s, and names the invalid or missing property", async ([, path, said, member]) => {
    const response = await post(path, JSON.stringify(said));
    expect(await response.json()).toMatchObject({
      status: 400,
      title: "request_invalid",
      errors: [{ member }],
    });
  });

  it.for(["{", "", "null", "[]"])("responds with 400 to a pause with the body %j", async (text) => {
    expect(await problem(await post("pauses", text))).toEqual(refusal(400, "request_invalid"));
  });

  it("responds with 404 to a decision about an unknown run, and to a replay of an unknown event", async () => {
    const said = { decision: "cancelled", reason: "x" };
    expect((await post(RUN, JSON.stringify(said))).status).toBe(404);
    expect(
      (await post(REPLAY, JSON.stringify({ automation: "connector-owner-from-ticket", reason: "x" }))).status,
    ).toBe(404);
  });
});
