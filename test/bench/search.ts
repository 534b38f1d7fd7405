import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LoadResult, loadAll } from "./load.ts";
import { KINDS } from "./searches.ts";
import { median } from "./statistics.ts";
import { amount, type Figure } from "./table.ts";
import { type OpenTenant, openTenant, searchUsers } from "./tenant.ts";
import { startBare } from "./workerd.ts";

const USERS = 100_000;
const SEED_TARGET_SECONDS = 60;
const PAGE_TARGET_MS = 25;
const PAGE_SIZE = 100;
/** Pages of each kind in a round. */
const PAGES = 200;
const ROUNDS = 5;

/**
 * Search at 100,000 users, pages of 100. A Worker's own clock stands still while it computes, so each page is timed from
 * outside, from request to the answer's last byte, one at a time on one connection: an upper bound of the tenant's own
 * time. The bare Worker's answer to the same requests shows how much of it is the way there and back.
 */
export async function search(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  await using running = new AsyncDisposableStack();
  running.defer(() => rm(folder, { recursive: true, force: true }));
  const bare = running.adopt(await startBare(), (started) => started.stop());
  const tenant = running.adopt(await openTenant(USERS, folder), (started) => started.stop());

  const tokens = await pageTokens(tenant);
  const kinds = KINDS.map(({ name, bodies }) => {
    const texts = bodies(tokens).map((body) => JSON.stringify({ ...body, pageSize: PAGE_SIZE }));
    const requests = Array.from({ length: PAGES }, (_, n) => ({
      path: "/api/v1/search/users",
      headers: tenant.headers,
      body: texts[n % texts.length] ?? "",
    }));
    return { name, requests, rounds: [] as { own: LoadResult; control: LoadResult }[] };
  });
  for (let round = -1; round < ROUNDS; round++) {
    for (const { requests, rounds } of kinds) {
      const control = await loadAll(bare.url, requests, 200, 1);
      const own = await loadAll(tenant.url, requests, 200, 1);
      if (round >= 0) rounds.push({ own, control });
    }
  }

  const of = (name: string, who: "own" | "control", share: "p50" | "p99") =>
    median(kinds.find((kind) => kind.name === name)?.rounds.map((round) => round[who][share]) ?? []);
  return [
    {
      name: "tenant, seeding 100,000 users",
      reeve: tenant.seedSeconds,
      unit: "s",
      target: { of: "figure", at: "below", bound: SEED_TARGET_SECONDS },
    },
    ...kinds.map(
      ({ name }): Figure => ({
        name: `search p99, ${name}`,
        reeve: of(name, "own", "p99"),
        control: of(name, "control", "p99"),
        unit: "ms",
        target: { of: "figure", at: "below", bound: PAGE_TARGET_MS },
        note: `p50 ${amount(of(name, "own", "p50"), "ms")}`,
      }),
    ),
    {
      name: "search p50, last : first page",
      reeve: of("last page", "own", "p50"),
      control: of("first page", "own", "p50"),
      unit: "ms",
      target: { of: "ratio", at: "most", bound: 1.25 },
    },
  ];
}

/** Tokens of every page after the first, of a search without filters. */
async function pageTokens(tenant: OpenTenant): Promise<string[]> {
  const tokens: string[] = [];
  for (let pageToken = ""; ; ) {
    const text = await searchUsers(tenant, { pageSize: PAGE_SIZE, pageToken });
    const page: { nextPageToken?: string } = JSON.parse(text);
    if (!page.nextPageToken) return tokens;
    pageToken = page.nextPageToken;
    tokens.push(pageToken);
  }
}
