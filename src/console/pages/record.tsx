// Routes of the pages over what is on record.

import { Hono } from "hono";
import { automations } from "../../automations/index.ts";
import { hears } from "../../automations/kit/automation.ts";
import { enabledNames } from "../../automations/settings.ts";
import { Problem } from "../../base/problem.ts";
import type { Configured } from "../../define-config.ts";
import type { Decision } from "../../desk/operate/decisions.ts";
import type { Env } from "../../env.ts";
import { listAudit, readChains } from "../../ledger/audit.ts";
import { listEvents, readEvent } from "../../ledger/events.ts";
import { readHeadlines } from "../../ledger/headlines.ts";
import { listInventory } from "../../ledger/inventory.ts";
import { listRuns, readRunsIn } from "../../ledger/runs.ts";
import type { EventRecord, RunSummary } from "../../ledger/shapes.ts";
import type { NeedingState } from "../../ledger/states.ts";

import { entrances } from "../../systems/index.ts";
import { offersFor } from "../components/decisions.tsx";
import type { Signed } from "../person.ts";
import { AuditQuery, EventId, EventsQuery, InventoryQuery, RunId, RunsQuery } from "../queries.ts";
import { asRun, currentRun } from "../recorded.ts";
import { pathId } from "../validate.ts";
import { ApprovalsPage } from "./approvals.tsx";
import { AuditPage } from "./audit.tsx";
import { AwaitedEventPage, EventPage, type OfferedAutomation } from "./event.tsx";
import { EventsPage } from "./events.tsx";
import { InventoryPage } from "./inventory.tsx";
import { frameOf, show } from "./page-context.ts";
import { pageQuery } from "./query.ts";
import { RunPage } from "./run.tsx";
import { RunsPage } from "./runs.tsx";

/** Entries of the audit trail on a run's page, the newest. */
const TRAIL = 100;
/** Runs of an event on its page. */
const RUNS_OF_EVENT = 50;
/** Plans on the page of approvals. */
const APPROVALS = 25;

const SOURCES = [...entrances.map(({ name }) => name), "schedule"];

/** The pages over what is on record. */
export const recordPages = new Hono<{ Bindings: Env; Variables: Signed & Configured }>()
  .get("/events", async (c) => {
    const { query, given } = pageQuery(c, EventsQuery);
    const { limit, cursor, ...filter } = query;
    const page = await listEvents(c.env.LEDGER, filter, { limit, cursor });
    return show(c, <EventsPage frame={await frameOf(c)} page={page} given={given} sources={SOURCES} />);
  })
  .get("/events/:id", pathId(EventId), async (c) => {
    const { id } = c.req.valid("param");
    const event = await readEvent(c.env.LEDGER, id);
    if (!event && c.req.query("done") === "due")
      return show(c, <AwaitedEventPage frame={await frameOf(c)} id={id} />, 202);
    if (!event) throw new Problem("not_found", "there is no such event (or it is not recorded yet)");
    const runs = await listRuns(c.env.LEDGER, { event: id }, { limit: RUNS_OF_EVENT });
    return show(
      c,
      <EventPage
        frame={await frameOf(c)}
        event={event}
        runs={runs.items}
        again={offered(event, runs.items, enabledNames(c.var.config.settings))}
        redacted={c.var.config.console.redact}
      />,
    );
  })
  .get("/runs", async (c) => {
    const { query, given } = pageQuery(c, RunsQuery);
    const { limit, cursor, ...filter } = query;
    const page = await listRuns(c.env.LEDGER, filter, { limit, cursor });
    const names = Array.from(automations.keys());
    return show(c, <RunsPage frame={await frameOf(c)} page={page} given={given} automations={names} />);
  })
  .get("/runs/:id", pathId(RunId), async (c) => {
    const { id } = c.req.valid("param");
    const run = await currentRun(c.env, id);
    if (!run) throw new Problem("not_found", "there is no such run (or it is not recorded yet)");
    const [headlines, trail, offers] = await Promise.all([
      readHeadlines(c.env.LEDGER, [run.eventId]),
      listAudit(c.env.LEDGER, { run: id }, { limit: TRAIL }),
      offersFor(c.env, c.var.person, run),
    ]);
    return show(
      c,
      <RunPage
        frame={await frameOf(c)}
        run={run}
        headline={headlines.get(run.eventId) ?? null}
        trail={trail.items.toReversed()}
        whole={trail.next === null}
        offers={offers}
        redacted={c.var.config.console.redact}
      />,
    );
  })
  .get("/approvals", async (c) => {
    const waitingIn = async (state: NeedingState, decisions: readonly Decision["type"][]) => {
      const runs = await readRunsIn(c.env.LEDGER, state, APPROVALS + 1);
      const headlines = await readHeadlines(
        c.env.LEDGER,
        runs.map(({ eventId }) => eventId),
      );
      const shown = runs
        .slice(0, APPROVALS)
        .map(asRun)
        .map(async (run) => ({
          run,
          headline: headlines.get(run.eventId) ?? null,
          offers: await offersFor(c.env, c.var.person, run, decisions),
        }));
      return { runs: await Promise.all(shown), more: runs.length > APPROVALS };
    };
    const [plans, tasks] = await Promise.all([
      waitingIn("awaiting_approval", ["approved", "rejected"]),
      waitingIn("awaiting_task", ["completed"]),
    ]);
    return show(c, <ApprovalsPage frame={await frameOf(c)} plans={plans} tasks={tasks} />);
  })
  .get("/inventory", async (c) => {
    const { query, given } = pageQuery(c, InventoryQuery);
    const { limit, cursor, kind, person, untilBy } = query;
    const filter = { kind, untilBy, person: person === undefined ? undefined : [person] };
    const page = await listInventory(c.env.LEDGER, filter, { limit, cursor });
    const { redact: redacted } = c.var.config.console;
    return show(c, <InventoryPage frame={await frameOf(c)} page={page} given={given} redacted={redacted} />);
  })
  .get("/audit", async (c) => {
    const { query, given } = pageQuery(c, AuditQuery);
    const { limit, cursor, ...filter } = query;
    const [page, chains] = await Promise.all([
      listAudit(c.env.LEDGER, filter, { limit, cursor }),
      readChains(c.env.LEDGER),
    ]);
    const events = page.items.flatMap(({ eventId }) => eventId ?? []);
    const headlines = await readHeadlines(c.env.LEDGER, Array.from(new Set(events)));
    return show(
      c,
      <AuditPage frame={await frameOf(c)} page={page} headlines={headlines} chains={chains} given={given} />,
    );
  });

/** The automations that an event may be run again for: the one that acted first, then those that saw it, then those that listen. */
function offered(
  { type, subject }: EventRecord,
  runs: readonly RunSummary[],
  enabled: readonly string[],
): OfferedAutomation[] {
  const acted = runs.filter(({ actions }) => actions.length > 0);
  const listening = Array.from(automations.values()).filter(
    (automation) => type !== null && hears(automation, { type, subject }),
  );
  const names = [...acted, ...runs].map(({ automation }) => automation);
  return Array.from(new Set([...names, ...listening.map(({ name }) => name)]))
    .filter((name) => automations.has(name))
    .map((name) => ({ name, enabled: enabled.includes(name) }));
}
