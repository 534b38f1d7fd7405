import { beforeAll, expect, it } from "vitest";
import { AuditQuery, EventsQuery, InventoryQuery, RunsQuery } from "../../../src/operate/requests.ts";
import type { Role } from "../../../src/policy/acts.ts";
import { RUN_STATE, RUN_STATES } from "../../../src/runs/states.ts";
import { eventId, runId } from "../../ledger/ledger.ts";
import { as } from "../signed.ts";
import { arrange, inOrder, inState, NOW, read, rows } from "./fixture.ts";

beforeAll(arrange);

it.for([
  ["/events", 60 + RUN_STATES.length + 2],
  // The list omits the run that had nothing to do.
  ["/runs", 60 + RUN_STATES.length + 1],
] as const)("%s lists each of its %i rows once, in linked pages", async ([path, total]) => {
  const seen: (string | undefined)[] = [];
  let next: string | undefined = path;
  let page = "";
  for (let pages = 0; next !== undefined; pages++) {
    expect(pages).toBeLessThan(5);
    page = await read(next);
    seen.push(...rows(page));
    next = /<a rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
  }
  expect(seen).toHaveLength(total);
  expect(new Set(seen).size).toBe(total);
  expect(page).toContain(`<a href="${path}">Newest</a><span class="dim">This is the end of the list.</span>`);
});

it("lists are filtered and searched, and keep their filters from page to page", async () => {
  expect(rows(await read("/events?q=number+17&source=&state="))).toEqual([`/events/${eventId(17)}`]);
  expect(rows(await read("/events?state=rejected"))).toEqual([`/events/${eventId(901)}`]);
  expect(rows(await read("/runs?state=held&automation="))).toEqual([`/runs/${inState("held")}`]);
  expect(rows(await read("/runs?state=ignored"))).toEqual([`/runs/${inState("ignored")}`]);
  expect(rows(await read("/runs?automation=leaver"))).toEqual([`/runs/${runId(900)}`]);
  expect(rows(await read("/runs?since=1970-01-01T01:00&until=1970-01-01T01:00:03"))).toHaveLength(3);
  const first = await read("/runs?automation=connector-owner-from-ticket&q=");
  expect(first).toMatch(/<a rel="next" href="\/runs\?automation=connector-owner-from-ticket&amp;cursor=/);
  expect(first).toContain('<option value="connector-owner-from-ticket" selected="">');
});

it.for([
  ["/events", EventsQuery, 60 + RUN_STATES.length + 2],
  ["/runs", RunsQuery, 60 + RUN_STATES.length + 1],
  ["/inventory", InventoryQuery, 2],
  ["/audit", AuditQuery, 4],
] as const)("%s has a field for each filter, and a file with all its rows", async ([path, query, total]) => {
  const page = await read(`${path}?limit=2`);
  const filters = Object.keys(query.shape).filter((name) => !["limit", "cursor", "sort"].includes(name));
  expect(Array.from(page.matchAll(/<label for="filter-(\w+)"/g), ([, name]) => name)).toEqual(filters);
  const file = await read(/href="([^"]+)" download/.exec(page)?.[1] ?? "");
  expect(file.trim().split("\r\n")).toHaveLength(1 + total);
});

it("the file of a list keeps the filters of the page, and has the properties of objects as columns", async () => {
  const [head, ...lines] = (await read("/runs.csv?state=failed&limit=1")).trim().split("\r\n");
  expect(head).toContain('"headline.title","headline.url","headline.askedBy.name"');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"no user xyz"');
  expect(lines[0]).toContain(`"${new Date(NOW - 1_000 * RUN_STATES.indexOf("failed")).toISOString()}"`);
});

it("lists have links to common filters, and mark the current filter", async () => {
  const page = await read("/runs?state=failed&since=7d");
  expect(page).toContain(
    '<a href="/runs?state=failed&amp;since=7d" aria-current="true">Failed this week</a>',
  );
  expect(rows(page)).toEqual([`/runs/${inState("failed")}`]);
  const waiting = rows(await read("/runs?state=waiting"));
  for (const state of RUN_STATES)
    expect(waiting.includes(`/runs/${inState(state)}`), state).toBe(RUN_STATE[state].tone === "wait");
  for (const path of ["/events", "/inventory"])
    expect(await read(path)).toContain('aria-current="true">All</a>');
  expect(await read("/audit")).toContain('aria-current="true">Decisions and changes</a>');
});

it.for(["/events", "/runs"])("%s can be sorted by its last column in both directions", async (path) => {
  const newest = await read(path);
  const turn = /<th scope="col" class="fit" aria-sort="descending"><a href="([^"]+)">/.exec(newest)?.[1];
  const oldest = await read(turn ?? "");
  expect(oldest).toContain(`<th scope="col" class="fit" aria-sort="ascending"><a href="${path}">`);
  const next = /<a rel="next" href="([^"]+)"/.exec(oldest)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const found = [...rows(oldest), ...rows(await read(next))];
  expect(found.length).toBeGreaterThan(60);
  expect(found).toEqual(found.toSorted());
});

it("a filtered list has a button, with the number of runs, for each decision that its reader can make", async () => {
  const buttons = async (path: string, ...roles: Role[]) =>
    Array.from(
      (await read(path, ...(roles.length > 0 ? [as(...roles)] : []))).matchAll(
        /name="decision" value="(\w+)"[^>]*>([^<]+)</g,
      ),
    ).map(([, , label]) => label);
  expect(await buttons("/runs?state=held")).toEqual(["Cancel 1", "Resume 1"]);
  expect(await buttons("/runs?state=failed")).toEqual(["Dismiss 1", "Retry 1"]);
  expect(await buttons("/runs?state=failed", "approver")).toEqual([]);
  expect(await buttons("/runs?state=awaiting_approval", "approver")).toEqual(["Deny 1", "Approve 1"]);
  // Decisions that end runs precede decisions that let runs act, and an alarm's list begins with the pause.
  const many = await buttons("/runs?since=2000-01-01T00:00");
  expect(many.slice(0, 3)).toEqual(["Cancel 7", "Deny 1", "Dismiss 2"]);
  inOrder(await read("/runs?automation=connector-owner-from-ticket&since=2000-01-01T00:00"), [
    "Pause connector-owner-from-ticket",
    "Cancel ",
    "Approve 1",
  ]);
  expect(await buttons("/runs?state=done")).toEqual([]);
  expect(await buttons("/runs?state=failed&reason=the+service+said+no")).toEqual([]);
  // Without a filter, the buttons would apply to all recorded runs.
  expect(await buttons("/runs")).toEqual([]);
  const page = await read("/runs?state=held&automation=connector-owner-from-ticket");
  expect(page).toContain('<input type="hidden" name="automation" value="connector-owner-from-ticket"/>');
});
