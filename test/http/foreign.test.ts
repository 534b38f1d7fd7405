import { createExecutionContext } from "cloudflare:test";
import { expect, it } from "vitest";
import { behindAccess, local } from "../console/signed.ts";
import { app } from "../support/app.ts";

/** Sends a request to the local stack by this name. */
const ask = (host: string, path: string, init: RequestInit = {}, bindings = local) =>
  app.request(`http://${host}:8787${path}`, init, bindings, createExecutionContext());

const PATHS = ["/", "/runs", "/api/runs", "/hooks/actions", "/healthz", "/openapi.json", "/assets/x.js"];

it("the local stack accepts only requests to the names of this machine, on all kinds of paths", async () => {
  for (const path of PATHS) {
    const foreign = await ask("evil.example", path);
    expect(foreign.status, path).toBe(421);
    expect(await foreign.text()).toContain("localhost and 127.0.0.1");
    for (const name of ["localhost", "127.0.0.1", "[::1]"])
      expect((await ask(name, path)).status, `${name}${path}`).not.toBe(421);
  }
  for (const name of ["localhost.evil.example", "127.0.0.1.evil.example", "0.0.0.0"])
    expect((await ask(name, "/api/runs")).status, name).toBe(421);
  // A deployment accepts requests to any of its host names.
  expect((await ask("reeve.example.com", "/healthz", {}, behindAccess)).status).not.toBe(421);
});

it("the local stack rejects a delivery that another site's page sends through a browser", async () => {
  const body = "{}";
  const deliver = (headers: Record<string, string>) =>
    ask("127.0.0.1", "/hooks/rippling", {
      method: "POST",
      headers: { "content-type": "text/plain", ...headers },
      body,
    });
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1:9999" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ]) {
    const answer = await deliver(headers);
    expect(answer.status, JSON.stringify(headers)).toBe(403);
    expect(await answer.text()).toContain("foreign_origin");
  }
  // The delivery is rejected only because these tests have no secret.
  expect(await (await deliver({})).text()).not.toContain("foreign_origin");
});
