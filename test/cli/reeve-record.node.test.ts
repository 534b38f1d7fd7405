import { expect, it } from "vitest";
import { reeveRecord } from "../../src/cli/backtest/record.ts";
import { accessHeaders } from "../../src/cli/shared/reeve-api.ts";
import { startVendor } from "../vendors/stub.ts";

it("a deployment's record is asked for with the service token; where Access asks for a sign-in, that is said", async () => {
  const location = "https://example.cloudflareaccess.com/login";
  const access = await startVendor(() => ({ status: 302, headers: { location } }));
  const headers = { "CF-Access-Client-Id": "id", "CF-Access-Client-Secret": "hush" };
  const record = reeveRecord(new URL(access.url), headers);
  await expect(record.run("run_1")).rejects.toThrow(/does not let the back-test in \(302\)/);
  expect(access.asked.map(({ method, headers }) => [method, headers["cf-access-client-secret"]])).toEqual([
    ["GET", "hush"],
  ]);
  await access.stop();
});

it("a service token of Cloudflare Access goes with each request, if the environment has both its parts", () => {
  expect(accessHeaders({})).toEqual({});
  expect(accessHeaders({ CF_ACCESS_CLIENT_ID: "id", CF_ACCESS_CLIENT_SECRET: "hush" })).toEqual({
    "CF-Access-Client-Id": "id",
    "CF-Access-Client-Secret": "hush",
  });
  expect(() => accessHeaders({ CF_ACCESS_CLIENT_SECRET: "hush" })).toThrow(/^(?!.*hush)/);
});
