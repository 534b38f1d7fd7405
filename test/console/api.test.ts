import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { api, routes as declared } from "../../src/console/api/index.ts";
import { pageSchema } from "../../src/console/api/route.ts";
import type { Env } from "../../src/env.ts";
import { ProblemDocument } from "../../src/http/refuse.ts";
import { AuditLink, chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { verify } from "../../src/ledger/audit-verify.ts";
import { record } from "../../src/ledger/record.ts";
import { EventRecord, EventSummary, RunSummary } from "../../src/ledger/shapes.ts";
import { Headline } from "../../src/runs/headline.ts";
import { Run } from "../../src/runs/run.ts";
import { auditEntry, eventId, eventRow, LEDGER, migrateLedger, runId, runRow } from "../ledger/ledger.ts";
import { app } from "../support/app.ts";

const AuditPage = pageSchema(AuditLink.extend({ headline: Headline.nullable() }));
const closed = env as unknown as Env;
const get = (path: string, bindings: Env = { ...closed, LOCAL_STACK: "yes" }) =>
  app.request(path, {}, bindings);

/** Returns a response, validated by the schema of the OpenAPI document. */
async function read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
  const response = await get(path);
  expect(response.status, path).toBe(200);
  return schema.parse(await response.json());
}
async function refusal(path: string) {
  const response = await get(path);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const { title, status, errors = [] } = ProblemDocument.strict().parse(await response.json());
  return { title, status, members: errors.map(({ member }) => member) };
}
const invalid = (...members: string[]) => ({ title: "request_invalid", status: 400, members });

await migrateLedger();
const numbers = Array.from({ length: 60 }, (_, i) => i + 1);
await record(
  LEDGER,
  numbers.map((n) => eventRow(n, { receivedAt: 1_000 * n })),
  numbers.map((n) => runRow(n, { createdAt: 1_000 * n })),
  await chain(
    FIRST_PREVIOUS,
    numbers.map((n) => auditEntry(n, { at: 1_000 * n })),
  ),
);

describe("the API", () => {
  it("describes an endpoint for each route, and no others", () => {
    const routes = api.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    const described = declared.map(({ method, path }) => `${method} ${path}`);
    expect(described.sort()).toEqual(Array.from(new Set(routes)).sort());
  });

  it.for(["/api/events", "/api/runs", "/api/audit"])("returns each row of %s once", async (path) => {
    const page = pageSchema(z.looseObject({ id: z.string().optional(), hash: z.string().optional() }));
    const sizes: number[] = [];
    const seen = new Set<unknown>();
    for (let next: string | null = ""; next !== null; ) {
      const answer: z.infer<typeof page> = await read(`${path}?limit=25${next && `&cursor=${next}`}`, page);
      sizes.push(answer.items.length);
      for (const { id, hash } of answer.items) seen.add(id ?? hash);
      next = answer.next;
    }
    expect(sizes).toEqual([25, 25, 10]);
    expect(seen.size).toBe(60);
  });

  it.for([
    ["/api/runs", 200],
    ["/api/audit.ndjson", 200],
    ["/api/runs?limit=x", 400],
    ["/api/nothing", 404],
  ] as const)("sends %s with headers against caching and content sniffing", async ([path, status]) => {
    for (const [bindings, answered] of [
      [undefined, status],
      [closed, 503],
    ] as const) {
      const response = await get(path, bindings);
      expect(response.status).toBe(answered);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("default-src 'none'"),
      });
    }
  });

  it("returns responses in the documented format, with 50 rows by default", async () => {
    expect((await read("/api/events", pageSchema(EventSummary.strict()))).items).toHaveLength(50);
    expect((await read("/api/runs", pageSchema(RunSummary.strict()))).items).toHaveLength(50);
    expect((await read("/api/audit", AuditPage)).items).toHaveLength(50);
    expect(await read(`/api/events/${eventId(1)}`, EventRecord.strict())).toMatchObject({
      payload: { hello: "payload" },
      event: { ticket: { title: "Ticket number 1" } },
      runs: [{ id: runId(1) }],
    });
    expect(await read(`/api/runs/${runId(1)}`, Run)).toMatchObject({ journal: [{ state: "applied" }] });
  });

  it("filters rows by query parameters, with times in ISO 8601 or Unix milliseconds", async () => {
    const ids = async (query: string) =>
      (await read(`/api/events?${query}`, pageSchema(EventSummary))).items.map(({ id }) => id);
    expect(await ids("since=1970-01-01T00:00:58Z&until=60000")).toEqual([eventId(59), eventId(58)]);
    expect(await ids("since=1970-01-01T02:00:58%2B02:00&until=60000")).toEqual([eventId(59), eventId(58)]);
    expect(await ids("q=number+17")).toEqual([eventId(17)]);
    expect(await ids("q=%22%20OR%20%22&limit=1")).toEqual([]);
    expect(await ids("subject=jira:7&state=taken&source=jira&type=ticket.updated")).toEqual([eventId(7)]);
    const runs = await read(`/api/runs?event=${eventId(9)}`, pageSchema(RunSummary));
    expect(runs.items).toMatchObject([{ id: runId(9) }]);
    const audit = await read(`/api/audit?run=${runId(9)}&desk=desk-0`, AuditPage);
    expect(audit.items).toMatchObject([{ seq: 9 }]);
  });

  it.for<[string, string[]]>([
    ["/api/events?limit=0", ["limit"]],
    ["/api/events?limit=101", ["limit"]],
    ["/api/events?limit=many", ["limit"]],
    ["/api/events?limit=1&limit=2", ["limit"]],
    ["/api/events?cursor=nonsense", ["cursor"]],
    ["/api/events?cursor=", ["cursor"]],
    ["/api/events?since=yesterday", ["since"]],
    ["/api/events?since=2026-01-01T00:00:00", ["since"]],
    ["/api/events?state=sideways&until=x", ["state", "until"]],
    ["/api/events?q=", ["q"]],
    [`/api/events?q=${"x".repeat(201)}`, ["q"]],
    ["/api/events?colour=red", ["colour"]],
    ["/api/events?automation=a", ["automation"]],
    ["/api/runs?event=1", ["event"]],
    ["/api/runs?state=taken", ["state"]],
    ["/api/audit?run=run_x", ["run"]],
    ["/api/audit.ndjson?limit=3", ["limit"]],
  ])("rejects %s, and names the invalid parameters %j", async ([path, members]) => {
    expect(await refusal(path)).toEqual(invalid(...members));
  });

  it("rejects a cursor from another list", async () => {
    const { next } = await read("/api/events?limit=1", pageSchema(EventSummary));
    expect(await refusal(`/api/audit?cursor=${next}`)).toEqual(invalid("cursor"));
  });

  it.for(["/api/events/x", "/api/runs/x", `/api/events/${eventId(999)}`, `/api/runs/${runId(999)}`])(
    "responds with 404 for %s",
    async (path) => {
      expect(await refusal(path)).toEqual({ title: "not_found", status: 404, members: [] });
    },
  );

  it("exports the audit trail as a file that can be verified", async () => {
    const response = await get("/api/audit.ndjson?since=11000");
    expect(response.headers.get("content-type")).toBe("application/x-ndjson");
    expect(await verify(new TextDecoder().decode(await response.arrayBuffer()).split("\n"))).toMatchObject({
      ok: true,
      value: { entries: 50, chains: [{ from: 11, to: 60 }] },
    });
  });

  it.for(["/api/events", "/api/runs", "/api/audit", "/api/audit.ndjson"])(
    "rejects requests to %s if Access is not configured, but still describes the endpoint",
    async (path) => {
      expect((await get(path, closed)).status).toBe(503);
      const description = await get("/openapi.json", closed);
      expect(await description.json()).toMatchObject({ openapi: "3.1.0", paths: { [path]: { get: {} } } });
    },
  );
});
