import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { control, startTenant, tenantOrigin } from "../../src/local/stack.ts";
import { tokenOf } from "./client.ts";
import { type LoadRequest, loadAll, quantile } from "./load.ts";
import { KINDS } from "./searches.ts";
import { amount, type Figure } from "./table.ts";
import { tenantInNode } from "./tenant-in-node.ts";
import { startBare } from "./workerd.ts";

const USERS = 100_000;
const SEED_TARGET_SECONDS = 60;
const PAGE_TARGET_MS = 25;
const PAGE_SIZE = 100;
/** Pages of each kind in a round, and rounds. */
const PAGES = 60;
const ROUNDS = 5;

/**
 * Search at 100,000 users. The tenant's own time is that of its handler, index and database on Node, from parsed
 * request to the answer's text, since workerd's clock stands still while a Worker computes. Over HTTP a page is timed
 * from outside on one connection, beside the bare Worker's answer to the same request.
 */
export async function search(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  await using running = new AsyncDisposableStack();
  running.defer(() => rm(folder, { recursive: true, force: true }));
  const bare = running.adopt(await startBare(), (started) => started.stop());
  const tenant = running.adopt(await startTenant({ persist: folder }), (started) => started.stop());

  const started = performance.now();
  await control(tenant, "POST", "seed", { users: USERS });
  const seedSeconds = (performance.now() - started) / 1000;
  const made = await control<{ clientId: string; clientSecret: string }>(tenant, "POST", "credentials", {});
  const token = await tokenOf(tenantOrigin(tenant), made.clientId, made.clientSecret);
  const own = tenantInNode(USERS);

  const tokens = pageTokens(own.search);
  const kinds = KINDS.map(({ name, bodies }) => {
    const all = bodies(tokens).map((body) => ({ ...body, pageSize: PAGE_SIZE }));
    const pages = Array.from({ length: PAGES }, (_, n) => all[n % all.length]);
    const requests = pages.map((body) => toRequest(body, tenant.url, token));
    return { name, pages, requests, own: [] as number[], http: [] as number[], bare: [] as number[] };
  });
  for (let round = -1; round < ROUNDS; round++) {
    for (const kind of kinds) {
      const alone = kind.pages.map((body) => timed(() => own.search(body)));
      const control = await loadAll(bare.url, kind.requests, 200, 1);
      const http = await loadAll(tenant.url, kind.requests, 200, 1);
      if (round < 0) continue;
      kind.own.push(...alone);
      kind.bare.push(...control.latencies);
      kind.http.push(...http.latencies);
    }
  }

  const at = (values: readonly number[], share: number) =>
    quantile(
      values.toSorted((a, b) => a - b),
      share,
    );
  const middle = (name: string) => at(kinds.find((kind) => kind.name === name)?.own ?? [], 0.5);
  return [
    {
      name: "tenant, seeding 100,000 users",
      reeve: seedSeconds,
      unit: "s",
      target: { of: "figure", at: "below", bound: SEED_TARGET_SECONDS },
    },
    ...kinds.map(
      (kind): Figure => ({
        name: `search p99, ${kind.name}`,
        reeve: at(kind.own, 0.99),
        control: at(kind.bare, 0.99),
        unit: "ms",
        target: { of: "figure", at: "below", bound: PAGE_TARGET_MS },
        note: `p50 ${amount(at(kind.own, 0.5), "ms")}; over HTTP p50 ${amount(at(kind.http, 0.5), "ms")}, p99 ${amount(at(kind.http, 0.99), "ms")}`,
      }),
    ),
    {
      name: "search p50, last : first page",
      reeve: middle("last page"),
      control: middle("first page"),
      unit: "ms",
      target: { of: "ratio", at: "most", bound: 1.25 },
    },
  ];
}

/** Tokens of every page after the first, of a search without filters. */
function pageTokens(search: (body: unknown) => string): string[] {
  const tokens: string[] = [];
  for (let pageToken = ""; ; ) {
    const page = JSON.parse(search({ pageSize: PAGE_SIZE, pageToken })) as { nextPageToken: string };
    if (!page.nextPageToken) return tokens;
    pageToken = page.nextPageToken;
    tokens.push(pageToken);
  }
}

const toRequest = (body: unknown, { port }: URL, token: string): LoadRequest => ({
  path: "/api/v1/search/users",
  headers: {
    host: `localhost:${port}`,
    "content-type": "application/json",
    authorization: `Bearer ${token}`,
  },
  body: JSON.stringify(body),
});

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
