import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addConnectorOwner } from "../../src/actions/connector-owner.ts";
import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { startStack } from "../../src/cli/start/stack.ts";
import { toRowId } from "../../src/ledger/audit.ts";
import { newRun } from "../../src/runs/run.ts";
import { median, quantile } from "./figures/statistics.ts";
import type { Figure } from "./figures/table.ts";
import { startBare } from "./workerd.ts";

/** Number of runs in the last 24 hours, for a small and a large installation. */
const SIZES = [1_500, 50_000];
const ROUNDS = 5;
/** Requests per round. */
const REQUESTS = 20;
const SPAN_MS = 24 * 3_600_000;
/** Numbers for the large installation. */
const [WAITING, OWNERSHIPS] = [1_000, 10_000];
/** Its lists that grow with these numbers; each is a row. */
const LISTS = ["/runs", "/runs?state=waiting", "/api/runs", "/approvals"];
/** Its other pages; only the slowest is a row. */
const PAGES = [
  ...[
    "/events",
    "/events?q=IAM-25000",
    "/events?source=jira",
    "/runs?state=failed",
    "/runs?automation=leaver",
  ],
  ...["/automations", "/automations/leaver", "/person?email=ada.marsh@example.com", "/changes"],
  ...["/sources", "/sources/jira", "/inventory", "/audit", "/audit?type=effect.applied", "/settings"],
];

/**
 * Measures the console's overview with few and with many recorded runs, and its other pages with many. A Worker's own
 * clock does not advance while it computes, so each page is timed from outside, one at a time: an upper bound of its
 * server time. The time of the bare Worker shows the share of the network.
 */
export async function overview(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  await using running = new AsyncDisposableStack();
  running.defer(() => rm(folder, { recursive: true, force: true }));
  const bare = running.adopt(await startBare(), (started) => started.stop());
  const stacks: RunningWorker[] = [];
  for (const size of SIZES) {
    const stack = running.adopt(await startStack({ persist: join(folder, String(size)) }), (one) =>
      one.stop(),
    );
    await fill(stack.reeve, size, size === SIZES.at(-1) ? WAITING : 0);
    stacks.push(stack.reeve);
  }
  const large = stacks.at(-1)?.url;
  const ofLarge = [...LISTS, ...PAGES].map((path) => new URL(path, large));
  const pages = [...stacks.map(({ url }) => url), bare.url, ...ofLarge];
  const rounds = pages.map((): number[] => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [n, url] of pages.entries()) {
      const p95 = await timed(url);
      if (round >= 0) rounds[n]?.push(p95);
    }
  }
  const control = median(rounds[SIZES.length] ?? []);
  const medians = rounds.slice(SIZES.length + 1).map((round) => median(round));
  const [lists, others] = [medians.slice(0, LISTS.length), medians.slice(LISTS.length)];
  const slowest = Math.max(...others);
  return [
    ...SIZES.map(
      (size, n): Figure => ({
        name: `overview p95, ${size.toLocaleString("en-US")} runs of one day`,
        reeve: median(rounds[n] ?? []),
        control,
        unit: "ms",
        target: { of: "figure", at: "most", bound: 30 },
      }),
    ),
    ...LISTS.map(
      (path, n): Figure => ({
        name: `${path} p95, ${OWNERSHIPS.toLocaleString("en-US")} ownerships and ${WAITING.toLocaleString("en-US")} waiting`,
        reeve: lists[n] ?? Number.NaN,
        control,
        unit: "ms",
        target: { of: "figure", at: "most", bound: 25 },
      }),
    ),
    {
      name: `slowest of ${PAGES.length} other pages, p95`,
      reeve: slowest,
      control,
      unit: "ms",
      target: { of: "figure", at: "most", bound: 50 },
      note: PAGES[others.indexOf(slowest)] ?? "",
    },
  ];
}

/** Returns the 95th percentile of some requests, in milliseconds. */
async function timed(url: URL): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n++) {
    const sent = performance.now();
    const response = await fetch(url, { headers: { accept: "text/html" } });
    const text = await response.text();
    times.push(performance.now() - sent);
    if (!response.ok) throw new Error(`${url.pathname}: ${response.status} ${text.slice(0, 300)}`);
  }
  return quantile(times, 0.95);
}

const RUN = { ...newRun({ id: "", eventId: "", automation: "", subject: "", mode: "live" }, 0), dueAt: null };
/** A plan whose user gets the run's number. */
const ACTION = addConnectorOwner({
  app: { id: "app_github", name: "GitHub" },
  connector: { id: "con_github_mcp", name: "GitHub MCP" },
  roleSlug: "owner",
  user: { id: "usr_n", name: "Ada Marsh" },
});
const WAITS = {
  ...RUN,
  plan: { hash: "h", actions: [ACTION] },
  approvalReasons: ["every owner needs an approval"],
  parties: { requesters: ["ada.marsh@example.com"], affected: ["ada.marsh@example.com"] },
};
const numbers = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)";

/**
 * Records runs, spread over the last 24 hours, each with its event and an audit entry.
 * @param waiting The number of runs that wait for an approval. Unless it is 0, ownerships are recorded too
 */
async function fill({ miniflare }: RunningWorker, runs: number, waiting: number): Promise<void> {
  const waits = waiting > 0 ? `n % ${runs / waiting} = 0` : "0";
  const state = `CASE WHEN ${waits} THEN 'awaiting_approval' WHEN n % 300 = 2 THEN 'failed' ELSE 'done' END`;
  const action = JSON.stringify([`${ACTION.action} ${ACTION.target}`]);
  const time = `CAST(round(${Date.now() - SPAN_MS} + n * ${SPAN_MS}.0 / ${runs}) AS INTEGER)`;
  const id = (kind: string) =>
    `printf('${kind}_%08x-%04x-7000-8000-%012d', ${time} >> 16, ${time} & 0xffff, n)`;
  const db = await miniflare.getD1Database("LEDGER", "reeve");
  await db
    .prepare(`INSERT INTO events ${numbers}
      SELECT 2 * n, ${id("evt")}, iif(n % 2, 'jira', 'okta'), 'ticket.transitioned', 'jira:' || n, 'taken', 'signed', ${time},
        NULL, '[]', json_object('type', 'ticket.transitioned', 'subject', 'jira:' || n, 'ticket', json_object(
          'key', 'IAM-' || n, 'title', 'Owner for GitHub MCP',
          'requester', json_object('email', iif(n % 5, 'ada.marsh', 'hugo.pike') || '@example.com'))), '{}'
      FROM numbers`)
    .bind(runs)
    .run();
  await db
    .prepare(`INSERT INTO audit ${numbers}
      SELECT ${toRowId("desk-0", 0)} + n, 'desk-0', n, n, ${time}, ${id("run")}, ${id("evt")}, iif(n % 500, 'reeve', 'nora.field@example.com'),
        ' effect.applied ', hex(zeroblob(32)), json_array(json_object('at', ${time}, 'type', 'effect.applied',
          'hash', hex(zeroblob(32)), 'detail', json_object('effect', 0, 'operation', 'createConnectorOwner'))), NULL
      FROM numbers`)
    .bind(runs)
    .run();
  const named = (text: string) => `replace(${text}, 'usr_n', 'usr_' || n)`;
  await db
    .prepare(`INSERT INTO runs ${numbers}
      SELECT ${id("run")}, ${id("evt")}, 'leaver', 'jira:' || n, ${state}, ${time}, ${time} + 900, 4, 2 * n + 1,
        iif(${waits}, 0, NULL), iif(${waits}, ${named("?4")}, NULL), iif(${waits}, '["ada.marsh@example.com"]', NULL), '[]',
        json_patch(iif(${waits}, ${named("?3")}, ?2), json_object('id', ${id("run")}, 'eventId', ${id("evt")}, 'automation', 'leaver',
          'subject', 'jira:' || n, 'state', ${state}, 'version', 4, 'createdAt', ${time}, 'updatedAt', ${time} + 900)),
        NULL
      FROM numbers`)
    .bind(runs, JSON.stringify(RUN), JSON.stringify(WAITS), action)
    .run();
  if (waiting === 0) return;
  const [owns] = ACTION.leaves ?? [];
  await db
    .prepare(`INSERT INTO inventory (kind, key, data, runs, by_person, changed_at) ${numbers}
      SELECT 'ownership', ${named("?2")}, ${named("?3")}, '[]', 'nora.field@example.com', 0 FROM numbers`)
    .bind(OWNERSHIPS, owns?.key, JSON.stringify(owns?.data))
    .run();
}
