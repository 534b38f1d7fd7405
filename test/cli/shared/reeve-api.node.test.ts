import { afterEach, expect, it, vi } from "vitest";
import { reeveRecord } from "../../../src/cli/backtest/plan.ts";
import person from "../../../src/cli/person/person.ts";
import { accessHeaders, askReeve } from "../../../src/cli/shared/reeve-api.ts";
import { startVendor } from "../../vendors/stub.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it("a command sends the service token to a deployment, and names the variables to set if Access rejects the token", async () => {
  const location = "https://example.cloudflareaccess.com/login";
  const access = await startVendor(() => ({ status: 302, headers: { location } }));
  vi.stubEnv("CF_ACCESS_CLIENT_ID", "id");
  vi.stubEnv("CF_ACCESS_CLIENT_SECRET", "hush");
  const refusal = /^\S+ does not admit this command \(302\): set CF_ACCESS_TOKEN, or (?!.*hush)/;
  await expect(reeveRecord(new URL(access.url)).run("run_1")).rejects.toThrow(refusal);
  await expect(askReeve(new URL(access.url), "batches", { decision: "retried" })).rejects.toThrow(refusal);
  expect(access.asked.map(({ method, headers }) => [method, headers["cf-access-client-secret"]])).toEqual([
    ["GET", "hush"],
    ["POST", "hush"],
  ]);
  await access.stop();
});

it("an error for a rejected request contains Reeve's explanation", async () => {
  const reeve = await startVendor(() => ({ status: 403, body: { detail: "takes the role admin" } }));
  await expect(askReeve(new URL(reeve.url), "runs/1")).rejects.toThrow(/with 403: .*takes the role admin/);
  await reeve.stop();
});

it("a person's token takes precedence over a service token, which must have both an id and a secret", () => {
  const service = { CF_ACCESS_CLIENT_ID: "id", CF_ACCESS_CLIENT_SECRET: "hush" };
  expect(accessHeaders({})).toEqual({});
  expect(accessHeaders(service)).toEqual({ "CF-Access-Client-Id": "id", "CF-Access-Client-Secret": "hush" });
  expect(accessHeaders({ ...service, CF_ACCESS_TOKEN: "mine" })).toEqual({ "cf-access-token": "mine" });
  expect(() => accessHeaders({ CF_ACCESS_CLIENT_SECRET: "hush" })).toThrow(/^(?!.*hush)/);
});

it("recorded names and keys can't control the terminal of an operator who erases a person", async () => {
  const row = { kind: "campaign", key: "Q1\u001b[2J" };
  const body = {
    email: "eve@example.com",
    names: ["Eve\u001b[2J"],
    held: [
      { place: "inventory", until: "for good", row },
      { place: "\u001b]0;owned\u0007\u001b[2Jruns", until: "for good", row: {} },
    ],
  };
  const reeve = await startVendor(() => ({
    status: 200,
    body: { ...body, settings: [], waits: [], left: ["audit \u001b[2J1"], next: null },
  }));
  vi.stubEnv("REEVE_URL", reeve.url);
  const printed = vi.spyOn(console, "log").mockImplementation(() => {});
  expect(await person("erase", "eve@example.com", { reason: "she asked", yes: true })).toBe(0);
  const text = printed.mock.calls.flat().join("\n");
  expect(text).toContain("eve@example.com, Eve");
  expect(text).toContain("no longer tracked, or anonymized: campaign Q1");
  expect(text).toContain("still contains the person's email or name: audit ");
  for (const control of ["\u001b", "\u0007"]) expect(text).not.toContain(control);
  await reeve.stop();
});
