// Routes of the pages over what is on record.

import { Hono } from "hono/tiny";
import type * as z from "zod";
import { automations } from "../../automations/index.ts";
import { hears } from "../../automations/kit/automation.ts";
import { enabledNames, type Settings } from "../../automations/settings.ts";
import { addDays, dayOf, startOfDay } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";
import type { Decision } from "../../desk/operate/decisions.ts";
import type { Env } from "../../env.ts";
import { createGovernance, readOnly } from "../../governance/client/index.ts";
import { type GovernancePerson, ownerByEmail } from "../../governance/people.ts";
import { listAudit, readChains } from "../../ledger/audit-list.ts";
import { listEvents, readEvent, readEvents } from "../../ledger/events.ts";
import { readHeadlines, readRunHeadlines } from "../../ledger/headlines.ts";
import { listInventory } from "../../ledger/inventory.ts";
import { listRuns } from "../../ledger/runs.ts";
import type { EventRecord, EventSummary, RunSummary } from "../../ledger/shapes.ts";
import type { NeedingState } from "../../ledger/states.ts";

import { entrances } from "../../systems/index.ts";
import { offersFor } from "../components/decisions.tsx";
import { personId } from "../owners.ts";
import {
  AuditQuery,
  EventId,
  EventsQuery,
  InventoryQuery,
  PersonQuery,
  ReportQuery,
  RunId,
  RunsQuery,
} from "../queries.ts";
import { currentRun, waitingAtDesks, waitingOnRecord } from "../recorded.ts";
import { readReport, reportCsv } from "../report.ts";
import { ApprovalsPage } from "./approvals.tsx";
import { AuditPage } from "./audit.tsx";
import { AwaitedEventPage, EventPage, type OfferedAutomation } from "./event.tsx";
import { EventsPage } from "./events.tsx";
import { InventoryPage } from "./inventory.tsx";
import { fromLedger, NO_ROWS, type PageEnv, pageQuery, pathId, show } from "./page-context.tsx";
import { PersonPage } from "./person.tsx";
import { ReportPage } from "./report.tsx";
import { RunPage } from "./run.tsx";
import { RunsPage } from "./runs.tsx";

/** Entries of the audit trail on a run's page, the newest. */
const TRAIL = 100;
/** Runs of an event on its page. */
const RUNS_OF_EVENT = 50;
/** Rows of each kind on the page of a person. */
const OF_PERSON = 10;
/** Plans on the page of approvals. */
const APPROVALS = 25;

const SOURCES = [...entrances.map(({ name }) => name), "schedule"];

/** The pages over what is on record. */
export const recordPages = new Hono<PageEnv>()
  .get("/events", pageQuery(EventsQuery), async (c) => {
    const { limit, cursor, ...filter } = c.req.valid("query");
    const page = await listEvents(c.env.LEDGER, filter, { limit, cursor });
    return show(c, <EventsPage page={page} sources={SOURCES} />);
  })
  .get("/events/:id", pathId(EventId), async (c) => {
    const { id } = c.req.valid("param");
    const event = await readEvent(c.env.LEDGER, id);
    if (!event && c.req.query("done") === "due") return show(c, <AwaitedEventPage id={id} />, 202);
    if (!event) throw new Problem("not_found", "there is no such event (or it is not recorded yet)");
    const runs = await listRuns(c.env.LEDGER, { event: id }, { limit: RUNS_OF_EVENT });
    return show(
      c,
      <EventPage
        event={event}
        runs={runs.items}
        again={offered(event, runs.items, enabledNames(c.var.config.settings))}
      />,
    );
  })
  .get("/runs", pageQuery(RunsQuery), async (c) => {
    const { limit, cursor, ...filter } = c.req.valid("query");
    const page = await listRuns(c.env.LEDGER, filter, { limit, cursor });
    const names = Array.from(automations.keys());
    return show(c, <RunsPage page={page} automations={names} />);
  })
  .get("/runs/:id", pathId(RunId), async (c) => {
    const { id } = c.req.valid("param");
    const known = await currentRun(c.env, id);
    if (!known) throw new Problem("not_found", "there is no such run (or it is not recorded yet)");
    const { run } = known;
    const { LEDGER: db } = c.env;
    const [headlines, named, trail] = await Promise.all([
      fromLedger(c, readHeadlines(db, [run.eventId]), () => new Map()),
      fromLedger(c, readRunHeadlines(db, run.sameAs ? [run.sameAs] : []), () => new Map()),
      fromLedger(c, listAudit(db, { run: id }, { limit: TRAIL }), () => NO_ROWS),
    ]);
    return show(
      c,
      <RunPage
        run={run}
        headline={headlines.get(run.eventId) ?? known.headline}
        sameAsHeadline={named.get(run.sameAs ?? "")?.headline ?? null}
        trail={trail.items.toReversed()}
        whole={trail.next === null}
        offers={offersFor(c.var.person, run)}
      />,
    );
  })
  .get("/approvals", async (c) => {
    const waitingIn = async (state: NeedingState, decisions: readonly Decision["type"][]) => {
      const known = await fromLedger(c, waitingOnRecord(c.env, state, APPROVALS + 1), () =>
        waitingAtDesks(c.env, state, APPROVALS + 1),
      );
      const runs = known
        .slice(0, APPROVALS)
        .map((one) => ({ ...one, offers: offersFor(c.var.person, one.run, decisions) }));
      return { runs, more: known.length > APPROVALS };
    };
    const [plans, tasks] = await Promise.all([
      waitingIn("awaiting_approval", ["approved", "rejected"]),
      waitingIn("awaiting_task", ["completed"]),
    ]);
    return show(c, <ApprovalsPage plans={plans} tasks={tasks} />);
  })
  .get("/person", pageQuery(PersonQuery), async (c) => {
    const { LEDGER: db } = c.env;
    const { email } = c.req.valid("query");
    const [user, asked, naming, concerning, decided] = await Promise.all([
      userWith(c.env, email),
      listRuns(db, { requester: email }, { limit: OF_PERSON }),
      listEvents(db, { naming: email }, { limit: OF_PERSON }),
      listRuns(db, { worker: email }, { limit: OF_PERSON }),
      listAudit(db, { actor: email }, { limit: OF_PERSON }),
    ]);
    const about = decided.items.flatMap(({ eventId }) => eventId ?? []);
    const [events, inventory, headlines] = await Promise.all([
      withEventsOf(db, concerning.items, naming.items),
      user ? listInventory(db, { person: user.id }, { limit: OF_PERSON }) : { items: [] },
      readHeadlines(db, Array.from(new Set(about))),
    ]);
    return show(
      c,
      <PersonPage
        email={email}
        user={user}
        asked={asked.items}
        events={events}
        inventory={inventory.items}
        decided={decided.items}
        headlines={headlines}
      />,
    );
  })
  .get("/report", pageQuery(ReportQuery), async (c) => {
    const { from, to, ...period } = reportPeriod(c.req.valid("query"), c.var.config.settings);
    const decisions = await readReport(c.env.LEDGER, period);
    return show(c, <ReportPage from={from} to={to} decisions={decisions} />);
  })
  .get("/report.csv", pageQuery(ReportQuery), async (c) => {
    const { from, to, ...period } = reportPeriod(c.req.valid("query"), c.var.config.settings);
    return c.body(reportCsv(await readReport(c.env.LEDGER, period)), 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="decisions-${from}-${to}.csv"`,
    });
  })
  .get("/inventory", pageQuery(InventoryQuery), async (c) => {
    const { limit, cursor, person, ...filter } = c.req.valid("query");
    const of = { ...filter, person: await personId(c.env, person) };
    const page = await listInventory(c.env.LEDGER, of, { limit, cursor });
    return show(c, <InventoryPage page={page} />);
  })
  .get("/audit", pageQuery(AuditQuery), async (c) => {
    const { limit, cursor, ...filter } = c.req.valid("query");
    const [page, chains] = await Promise.all([
      listAudit(c.env.LEDGER, filter, { limit, cursor }),
      readChains(c.env.LEDGER),
    ]);
    const events = page.items.flatMap(({ eventId }) => eventId ?? []);
    const headlines = await readHeadlines(c.env.LEDGER, Array.from(new Set(events)));
    return show(c, <AuditPage page={page} headlines={headlines} chains={chains} />);
  });

/** Events with those of these runs, newest first. */
async function withEventsOf(
  db: D1Database,
  runs: readonly Pick<RunSummary, "eventId">[],
  events: readonly EventSummary[],
): Promise<readonly EventSummary[]> {
  const ids = new Set(runs.map(({ eventId }) => eventId)).difference(new Set(events.map(({ id }) => id)));
  const all = [...events, ...(await readEvents(db, Array.from(ids)))];
  return all.sort((one, other) => other.receivedAt - one.receivedAt).slice(0, OF_PERSON);
}

/** The days of a report, the last thirty unless others are asked for, and when they begin and end. */
function reportPeriod(query: z.output<typeof ReportQuery>, { timeZone }: Pick<Settings, "timeZone">) {
  const to = query.to ?? dayOf(Date.now(), timeZone);
  const from = query.from ?? addDays(to, -30);
  return { from, to, since: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) };
}

/** Longest wait of a person's page for the governance service. */
const USER_WITHIN_MS = 2_000;

/** The governance user with this email; `null` also where the service does not say so in time: the record is shown all the same. */
async function userWith(env: Env, email: string): Promise<GovernancePerson | null> {
  const found = (async () => ownerByEmail(readOnly(createGovernance(env)), email))().catch(() => null);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), USER_WITHIN_MS));
  return Promise.race([found, late]);
}

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
