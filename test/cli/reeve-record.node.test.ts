import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { reeveRecord } from "../../src/cli/backtest/record.ts";
import { accessHeaders } from "../../src/cli/shared/reeve-api.ts";

describe("the record of a deployment", () => {
  it("is asked for with the service token, and says what is missing where Access sends to a sign-in page", async () => {
    const asked: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      asked.push(request);
      response.writeHead(302, { location: "https://example.cloudflareaccess.com/login" }).end();
    }).listen(0, "127.0.0.1");
    try {
      await new Promise((resolve) => server.once("listening", resolve));
      const reeve = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const record = reeveRecord(reeve, { "CF-Access-Client-Id": "id", "CF-Access-Client-Secret": "hush" });
      await expect(record.run("run_1")).rejects.toThrow(/does not let the back-test in \(302\)/);
      expect(asked.map(({ method, headers }) => [method, headers["cf-access-client-secret"]])).toEqual([
        ["GET", "hush"],
      ]);
    } finally {
      server.close();
    }
  });
});

describe("a service token of Cloudflare Access", () => {
  it("goes with each request, if the environment has both its parts", () => {
    expect(accessHeaders({})).toEqual({});
    expect(accessHeaders({ CF_ACCESS_CLIENT_ID: "id", CF_ACCESS_CLIENT_SECRET: "hush" })).toEqual({
      "CF-Access-Client-Id": "id",
      "CF-Access-Client-Secret": "hush",
    });
    expect(() => accessHeaders({ CF_ACCESS_CLIENT_SECRET: "hush" })).toThrow(/^(?!.*hush)/);
  });
});
