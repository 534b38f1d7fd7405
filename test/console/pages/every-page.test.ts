import { beforeAll, describe, expect, it } from "vitest";
import { SCRIPT_URL, STYLESHEET_URL } from "../../../src/console/assets/assets.ts";
import { eventId, runId } from "../../ledger/ledger.ts";
import { bare, behindAccess, local, open } from "../signed.ts";
import { arrange, inState, read } from "./fixture.ts";

beforeAll(arrange);

const PATHS = [
  "/",
  "/events",
  `/events/${eventId(1)}`,
  `/events/${eventId(900)}`,
  "/runs",
  `/runs/${inState("done")}`,
  `/runs/${runId(900)}`,
  `/runs/${runId(901)}`,
  "/approvals",
  "/person?email=ada.marsh@example.com",
  "/changes",
  "/ask",
  "/ask/campaign.create",
  "/automations",
  "/automations/leaver",
  "/automations/last-day-tasks/preview",
  "/sources",
  "/sources/jira",
  "/inventory",
  "/look-up/users",
  "/look-up/user?user=ada",
  "/look-up/tool",
  "/look-up/catalog",
  "/look-up/server?server=none",
  "/look-up/audit",
  "/audit",
  "/settings",
];

describe("every page", () => {
  it.for(PATHS)("is sent uncached, with a strict security policy and no inline code: %s", async (path) => {
    const response = await open(path);
    expect(response.status).toBe(200);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("referrer-policy")).toBe("same-origin");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const text = await response.text();
    expect(text).toMatch(/^<!doctype html><html lang="en">/);
    expect(text).not.toMatch(/<style|\sstyle="|\son[a-z]+="|="javascript:/i);
    expect(text.match(/<script[^>]*>/g)).toEqual([`<script src="${SCRIPT_URL}" defer="">`]);
    expect(text).not.toContain("<img");
    expect(text.match(/<h1>/g)).toHaveLength(1);
    expect(text).toContain("<strong>Local stack</strong>, no sign-in.");
  });

  it("uses a stylesheet and a script that browsers can cache forever", async () => {
    for (const path of [STYLESHEET_URL, SCRIPT_URL]) {
      const response = await open(path, {}, bare);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect((await response.text()).length).toBeLessThan(30 * 1024);
    }
    expect((await open("/assets/console-0.js", {}, bare)).status).toBe(404);
  });

  it("that is missing is sent to a browser as HTML, and to a script as a problem document", async () => {
    const missing = await open(`/runs/${runId(999)}`);
    expect(missing.status).toBe(404);
    expect(missing.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await missing.text()).toContain("there is no such run (or it is not recorded yet)");
    const script = await open(`/runs/${runId(999)}`, { accept: "application/json" });
    expect(script.headers.get("content-type")).toBe("application/problem+json");
    for (const path of ["/runs/1", "/events/x", "/nowhere"])
      expect((await open(path)).status, path).toBe(404);
    for (const path of ["/runs?state=sideways", "/events?cursor=x", "/audit?colour=red", "/runs?since=now"])
      expect((await open(path)).status, path).toBe(400);
  });
});

describe("hostile texts", () => {
  it("are shortened, with their direction marks written out, and never become links that run scripts", async () => {
    const page = await read(`/events/${eventId(900)}`);
    expect(page).toContain("1,000,000 characters, 2,000 shown");
    expect(page.length).toBeLessThan(200_000);
    expect(page).toContain("turn ⟨U+202E⟩around");
    expect(page).not.toContain('href="javascript');
  });

  it("in the URL are not shown as Reeve's own words", async () => {
    expect(await read("/runs?done=%3Cb%3EInjected")).not.toContain("Injected");
    expect(await read("/runs?done=toString")).not.toContain('role="status"');
    expect(await read("/runs?done=pause")).toContain('role="status"');
    expect(await read("/runs?done=withdrawn")).toContain("Withdrawn.");
  });
});

it("a page shows the name of the environment, except in production", async () => {
  const page = await (await open("/runs", {}, { ...local, REEVE_ENV: "test" })).text();
  expect(page).toContain('<strong class="environment">test</strong>');
  expect(page).toContain("<title>Runs · Reeve (test)</title>");
  for (const bindings of [local, { ...local, REEVE_ENV: "production" }])
    expect(await (await open("/runs", {}, bindings)).text()).toContain("<title>Runs · Reeve</title>");
});

it("a page for an unknown path has the navigation only for users who are signed in", async () => {
  const page = await (await open("/runz")).text();
  expect(page).toContain('<a href="/runs">Runs</a>');
  expect(page).toContain("there is no page at /runz");
  const stranger = await open("/runz", {}, behindAccess);
  expect(stranger.status).toBe(401);
  expect(await stranger.text()).not.toContain('href="/runs"');
});
