// Routes of the pages.
import { Hono } from "hono/tiny";
import * as z from "zod";
import { EntryKey } from "../../actions/inventory.ts";
import { Problem } from "../../base/problem.ts";
import { readEvent } from "../../ledger/events.ts";
import { PreviewCursor } from "../../operate/preview.ts";
import { readableRun } from "../../operate/recorded.ts";
import { BatchId, EventId, PersonQuery, RunId } from "../../operate/requests.ts";
import { RulesQuery } from "../components/approval-rules.tsx";
import { approvalsPage, QueueQuery } from "./approvals.tsx";
import { accessPage, askPage, FormQuery, formPage, offerPeople, PeopleQuery } from "./ask.tsx";
import { auditList } from "./audit.tsx";
import { automationPage, automationsPage } from "./automations.tsx";
import { batchesPage, batchPage } from "./batch.tsx";
import { changeList } from "./changes.tsx";
import { AwaitedEventPage, eventList, eventPage } from "./events.tsx";
import { inventoryList } from "./inventory.tsx";
import { lookUpPage } from "./look-up.tsx";
import { overviewPage } from "./overview.tsx";
import { mayRead, type PageEnv, pageQuery, pathId, pathName, show } from "./page-context.tsx";
import { previewPage } from "./preview.tsx";
import { oneRunPage } from "./run.tsx";
import { personPage, runList } from "./runs.tsx";
import { settingsPage } from "./settings.tsx";
import { sourcePage, sourcesPage } from "./sources.tsx";

/** The lists of the ledger. Each declaration also makes an API route and a CSV file. */
export const lists = [eventList, runList, changeList, inventoryList, auditList];

const PreviewQuery = z.strictObject({ cursor: PreviewCursor });

/**
 * All pages. People who can only request changes have access to the pages without `mayRead`: the request forms, the
 * page to extend or end access, and the runs of which they are a requester, approver or assignee.
 */
export const readPages = new Hono<PageEnv>()
  .get("/", mayRead, (c) => show(c, overviewPage(c)))
  .get("/events/:id", mayRead, pathId(EventId), async (c) => {
    const { id } = c.req.valid("param");
    const event = await readEvent(c.env.LEDGER, id);
    if (event) return show(c, eventPage(c, event));
    if (c.req.query("done") === "due") return show(c, <AwaitedEventPage id={id} />, 202);
    throw new Problem("not_found", "there is no such event (or it is not recorded yet)");
  })
  .get("/runs/:id", pathId(RunId), async (c) => {
    const { person } = c.var;
    return show(c, oneRunPage(c, await readableRun({ env: c.env, person }, c.req.valid("param").id)));
  })
  .get("/batches", mayRead, (c) => show(c, batchesPage(c)))
  .get("/batches/:id", mayRead, pathId(BatchId), (c) => show(c, batchPage(c, c.req.valid("param").id)))
  .get("/approvals", mayRead, pageQuery(QueueQuery), (c) => show(c, approvalsPage(c, c.req.valid("query"))))
  .get("/ask", (c) => show(c, askPage(c)))
  .get("/access", pageQuery(EntryKey), (c) => show(c, accessPage(c, c.req.valid("query"))))
  .get("/ask/people", pageQuery(PeopleQuery), async (c) => c.json(await offerPeople(c, c.req.valid("query"))))
  .get("/ask/:name", pathName, pageQuery(FormQuery), (c) =>
    show(c, formPage(c, c.req.valid("param").name, c.req.valid("query"))),
  )
  .get("/automations", mayRead, (c) => show(c, automationsPage(c)))
  .get("/automations/:name", mayRead, pathName, (c) => show(c, automationPage(c, c.req.valid("param").name)))
  .get("/automations/:name/preview", mayRead, pathName, pageQuery(PreviewQuery), (c) =>
    show(c, previewPage(c, c.req.valid("param").name, c.req.valid("query").cursor)),
  )
  .get("/sources", mayRead, (c) => show(c, sourcesPage(c)))
  .get("/sources/:name", mayRead, pathName, (c) => show(c, sourcePage(c, c.req.valid("param").name)))
  .get("/look-up", mayRead, (c) => c.redirect("/look-up/users"))
  .get("/look-up/:name", mayRead, pathName, pageQuery(z.looseObject({})), (c) =>
    show(c, lookUpPage(c, c.req.valid("param").name, c.req.valid("query"))),
  )
  .get("/person", mayRead, pageQuery(PersonQuery), (c) => show(c, personPage(c, c.req.valid("query").email)))
  .get("/settings", mayRead, pageQuery(RulesQuery), (c) => show(c, settingsPage(c, c.req.valid("query"))));
for (const { pages } of lists) readPages.route("/", pages);
