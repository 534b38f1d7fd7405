import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type RunningWorker, run } from "../../../src/cli/shared/runtime.ts";
import { control, tenantOrigin } from "../../../src/cli/start/stack.ts";
import { type Issued, requestToken } from "./client.ts";

/** Tests behaviour that is visible only from outside the tenant's process: sockets, files, restarts, and defaults. */

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start(bindings: Record<string, string>, persist?: string): Promise<RunningWorker> {
  const worker = await run({
    name: "reeve-tenant",
    config: "src/sandbox/tenant/wrangler.toml",
    entry: "src/sandbox/tenant/worker.ts",
    bindings,
    ...(persist && { persist }),
  });
  stops.push(worker.stop);
  return worker;
}

const ADA = "/api/v1/users/usr_ada_marsh";
const issue = (worker: RunningWorker, request: object = {}) =>
  control<Issued>(worker, "POST", "credentials", request);

const askToken = (worker: RunningWorker, credential: Issued, ip?: string) =>
  requestToken(tenantOrigin(worker), credential, ip === undefined ? {} : { "cf-connecting-ip": ip });
const readToken = async (answer: Response) =>
  ((await answer.json()) as { access_token: string }).access_token;
const get = (worker: RunningWorker, token: string) =>
  fetch(`${tenantOrigin(worker)}${ADA}`, { headers: { authorization: `Bearer ${token}` } });

it("the tenant has no control endpoints unless the variable CONTROL is on", async () => {
  const worker = await start({});
  for (const [path, method] of [
    ["reset", "POST"],
    ["credentials", "POST"],
    ["calls", "GET"],
  ] as const) {
    const answer = await fetch(`${tenantOrigin(worker)}/_control/${path}`, { method });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 5 });
  }
});

it("the tenant checks the caller's address, which Cloudflare's edge provides", async () => {
  const worker = await start({ CONTROL: "on" });
  await control(worker, "POST", "seed", { users: 20 });
  const issued = await issue(worker, { allowedCidrs: ["192.0.2.0/24"] });
  expect((await askToken(worker, issued, "192.0.2.9")).status).toBe(200);
  expect((await askToken(worker, issued, "192.0.3.9")).status).toBe(401);
  expect((await askToken(worker, issued)).status).toBe(401);
});

it("the tenant closes the socket for a fault that drops the connection", async () => {
  const worker = await start({ CONTROL: "on" });
  await control(worker, "POST", "seed", { users: 20 });
  const token = await readToken(await askToken(worker, await issue(worker)));
  for (const drop of ["before", "after"]) {
    await control(worker, "POST", "faults", { operation: "getUser", drop });
    await expect(get(worker, token).then((answer) => answer.text())).rejects.toThrow();
  }
  expect((await get(worker, token)).status).toBe(200);
});

it("the tenant's data survives a restart, and its files contain no secrets or tokens", async () => {
  const folder = await mkdtemp(join(tmpdir(), "reeve-tenant-"));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  // A tenant is identified by its hostname, which stays the same if the port changes.
  const before = await start({ CONTROL: "on" }, folder);
  await control(before, "POST", "seed", { users: 20 });
  const issued = await issue(before);
  const token = await readToken(await askToken(before, issued));
  await before.stop();

  const after = await start({ CONTROL: "on" }, folder);
  expect((await get(after, token)).status).toBe(200);
  const search = await fetch(`${tenantOrigin(after)}/api/v1/search/users`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query: "ada marsh", pageSize: 10 }),
  });
  expect(await search.json()).toMatchObject({ list: [{ userId: "usr_ada_marsh" }] });
  expect(await control(after, "GET", "calls")).toMatchObject({
    calls: { createToken: 1, getUser: 1, searchUsers: 1 },
  });
  await after.stop();

  const key = issued.clientSecret.split(":").at(-1) ?? "";
  const { d } = JSON.parse(Buffer.from(key, "base64url").toString()) as { d: string };
  const stored = await contents(folder);
  expect(stored).toContain(issued.clientId);
  for (const secret of [key, d, token]) expect(stored.includes(secret)).toBe(false);
});

/** Returns the content of every file in a folder. */
async function contents(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return (await Promise.all(files.map((file) => readFile(file, "latin1")))).join("\n");
}
