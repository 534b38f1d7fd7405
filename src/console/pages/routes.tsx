// Routes of the pages.
import { Hono } from "hono/tiny";
import * as z from "zod";
import { Problem } from "../../base/problem.ts";
import { readEvent } from "../../ledger/events.ts";
import { RulesQuery } from "../components/approval-rules.tsx";
import { currentRun } from "../recorded.ts";
import {
  AppliedQuery,
  AuditQuery,
  BatchId,
  EventId,
  EventsQuery,
  InventoryQuery,
  PersonQuery,
  ReportQuery,
  RunId,
  RunsQuery,
} from "../requests.ts";
import { appliedFile, appliedPage } from "./applied.tsx";
import { approvalsPage, QueueQuery } from "./approvals.tsx";
import { askPage, formPage, offerPeople, PeopleQuery } from "./ask.tsx";
import { auditPage } from "./audit.tsx";
import { automationPage, automationsPage } from "./automations.tsx";
import { batchPage } from "./batch.tsx";
import { AwaitedEventPage, eventPage, eventsPage } from "./events.tsx";
import { inventoryPage } from "./inventory.tsx";
import { lookUpPage } from "./look-up.tsx";
import { overviewPage } from "./overview.tsx";
import { type PageEnv, pageQuery, pathId, pathName, show } from "./page-context.tsx";
import { personPage } from "./person.tsx";
import { reportFile, reportPage } from "./report.tsx";
import { oneRunPage } from "./run.tsx";
import { runsPage } from "./runs.tsx";
import { settingsPage } from "./settings.tsx";
import { sourcePage, sourcesPage } from "./sources.tsx";

/** The pages. */
export const readPages = new Hono<PageEnv>()
  .get("/", (c) => show(c, overviewPage(c)))
  .get("/events", pageQuery(EventsQuery), (c) => show(c, eventsPage(c, c.req.valid("query"))))
  .get("/events/:id", pathId(EventId), async (c) => {
    const { id } = c.req.valid("param");
    const event = await readEvent(c.env.LEDGER, id);
    if (event) return show(c, eventPage(c, event));
    if (c.req.query("done") === "due") return show(c, <AwaitedEventPage id={id} />, 202);
    throw new Problem("not_found", "there is no such event (or it is not recorded yet)");
  })
  .get("/runs", pageQuery(RunsQuery), (c) => show(c, runsPage(c, c.req.valid("query"))))
  .get("/batches/:id", pathId(BatchId), (c) => show(c, batchPage(c, c.req.valid("param").id)))
  .get("/runs/:id", pathId(RunId), async (c) => {
    const known = await currentRun(c.env, c.req.valid("param").id);
    if (!known) throw new Problem("not_found", "there is no such run (or it is not recorded yet)");
    return show(c, oneRunPage(c, known));
  })
  .get("/approvals", pageQuery(QueueQuery), (c) => show(c, approvalsPage(c, c.req.valid("query"))))
  .get("/applied", pageQuery(AppliedQuery), (c) => show(c, appliedPage(c, c.req.valid("query"))))
  .get("/applied.csv", pageQuery(AppliedQuery), (c) => appliedFile(c, c.req.valid("query")))
  .get("/ask", (c) => show(c, askPage(c)))
  .get("/ask/people", pageQuery(PeopleQuery), async (c) => c.json(await offerPeople(c, c.req.valid("query"))))
  .get("/ask/:name", pathName, (c) => show(c, formPage(c, c.req.valid("param").name)))
  .get("/automations", (c) => show(c, automationsPage(c)))
  .get("/automations/:name", pathName, (c) => show(c, automationPage(c, c.req.valid("param").name)))
  .get("/sources", (c) => show(c, sourcesPage(c)))
  .get("/sources/:name", pathName, (c) => show(c, sourcePage(c, c.req.valid("param").name)))
  .get("/inventory", pageQuery(InventoryQuery), (c) => show(c, inventoryPage(c, c.req.valid("query"))))
  .get("/look-up", (c) => c.redirect("/look-up/users"))
  .get("/look-up/:name", pathName, pageQuery(z.looseObject({})), (c) =>
    show(c, lookUpPage(c, c.req.valid("param").name, c.req.valid("query"))),
  )
  .get("/audit", pageQuery(AuditQuery), (c) => show(c, auditPage(c, c.req.valid("query"))))
  .get("/report", pageQuery(ReportQuery), (c) => show(c, reportPage(c, c.req.valid("query"))))
  .get("/report.csv", pageQuery(ReportQuery), (c) => reportFile(c, c.req.valid("query")))
  .get("/person", pageQuery(PersonQuery), (c) => show(c, personPage(c, c.req.valid("query").email)))
  .get("/settings", pageQuery(RulesQuery), (c) => show(c, settingsPage(c, c.req.valid("query"))));
