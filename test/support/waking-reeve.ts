import { newRun } from "../../src/runs/run.ts";
import reeve, { Desk as RealDesk } from "../../src/worker.ts";

export { Control, Outbox, TokenKeeper } from "../../src/worker.ts";

/** Far enough ahead that nothing is due during the measurement, in milliseconds. */
const LATER_MS = 24 * 60 * 60_000;

/**
 * Reeve with a desk that can be filled with runs that wait for approval, and evicted from memory: `POST
 * /_crowd?runs=100000`, `POST /_fall`, and `GET /_wake`, which responds when the desk is awake.
 */
export class Desk extends RealDesk {
  crowd(count: number): void {
    const { sql } = this.ctx.storage;
    const identity = { id: "", eventId: "", automation: "", subject: "", mode: "live" } as const;
    const run = { ...newRun(identity, Date.now()), approvalReasons: ["x".repeat(2_000)] };
    sql.exec(
      `INSERT INTO runs
       WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
       SELECT n, json_object('seq', n, 'id', 'run_' || printf('%036d', n),
         'event', json_object('seq', n, 'id', 'evt_' || printf('%036d', n), 'type', 'ticket.created', 'runs', 1),
         'automation', 'tool-retirement-from-ticket', 'subject', 'jira:OPS-' || n, 'state', 'awaiting_approval',
         'turn', 0, 'dueAt', ?2 + n * 7919 % ?1, 'over', json('false'), 'sending', json('false'), 'paused', json('false'),
         'failing', NULL, 'written', n, 'delivered', 0), ?3, NULL FROM n`,
      count,
      Date.now() + LATER_MS,
      JSON.stringify(run),
    );
    sql.exec("UPDATE marks SET recorded = ?1, delivered = ?1", count);
  }

  fall(): void {
    this.ctx.abort("as after a while in which nothing came");
  }
}

interface Crowded {
  crowd(count: number): Promise<void>;
  fall(): Promise<void>;
  health(): Promise<{ waiting: number }>;
}

export default {
  ...reeve,
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url);
    const desk = env.DESK.getByName("0") as unknown as Crowded;
    if (pathname === "/_crowd") await desk.crowd(Number(searchParams.get("runs")));
    else if (pathname === "/_fall") await desk.fall().catch(() => {});
    else if (pathname === "/_wake") return Response.json((await desk.health()).waiting);
    else return reeve.fetch(request, env, ctx);
    return new Response("done");
  },
} satisfies typeof reeve;
