// Routes of the pages and their forms. Each form calls the same function as the API.
import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { Hono } from "hono/tiny";
import * as z from "zod";
import { Problem, RequestInvalid } from "../../base/problem.ts";
import { readEvent } from "../../ledger/events.ts";
import { askByForm, askToUndo, askToUndoAll } from "../../operate/ask.ts";
import { decidePlans, makeBatch, moveBatch } from "../../operate/batches.ts";
import { decideRun } from "../../operate/decide.ts";
import { commentOn, reassign } from "../../operate/discussion.ts";
import { flip, haveDue, removeEntries, SWITCHES, tryNotices } from "../../operate/operators.ts";
import { ACT_AS_COOKIE, ACT_AS_PATH, isAllowed, requireRole } from "../../operate/person.ts";
import { PreviewCursor } from "../../operate/preview.ts";
import { plannedRun, readableRun } from "../../operate/recorded.ts";
import { replayEvent } from "../../operate/replay.ts";
import {
  AskRequest,
  BatchId,
  BatchMove,
  DueRequest,
  EntriesRemoved,
  EventId,
  PersonQuery,
  PlansDecision,
  ReassignRequest,
  ReplayRequest,
  RunDecision,
  RunId,
  RunsBatchRequest,
  UndoAllRequest,
  UndoRequest,
} from "../../operate/requests.ts";
import { RulesQuery } from "../components/approval-rules.tsx";
import { requireOwnForm, TOKEN_FIELD } from "../csrf.ts";
import { withHeaders } from "../secured.ts";
import { readTextBody, validate } from "../validate.ts";
import { approvalsPage, QueueQuery } from "./approvals.tsx";
import { askPage, FormQuery, formPage, offerPeople, PeopleQuery } from "./ask.tsx";
import { auditList } from "./audit.tsx";
import { automationPage, automationsPage } from "./automations.tsx";
import { batchesPage, batchPage } from "./batch.tsx";
import { changeList } from "./changes.tsx";
import { AwaitedEventPage, eventList, eventPage } from "./events.tsx";
import { inventoryList } from "./inventory.tsx";
import { lookUpPage } from "./look-up.tsx";
import { overviewPage } from "./overview.tsx";
import { type PageEnv, PathName, pageQuery, pathId, pathName, show } from "./page-context.tsx";
import { previewPage } from "./preview.tsx";
import { oneRunPage } from "./run.tsx";
import { personPage, runList } from "./runs.tsx";
import { settingsPage } from "./settings.tsx";
import { sourcePage, sourcesPage } from "./sources.tsx";

/** The lists of the record. Each declaration also makes an API route and a CSV file. */
export const lists = [eventList, runList, changeList, inventoryList, auditList];

const recordPages = new Hono<PageEnv>()
  .get("/", (c) => show(c, overviewPage(c)))
  .get("/events/:id", pathId(EventId), async (c) => {
    const { id } = c.req.valid("param");
    const event = await readEvent(c.env.LEDGER, id);
    if (event) return show(c, eventPage(c, event));
    if (c.req.query("done") === "due") return show(c, <AwaitedEventPage id={id} />, 202);
    throw new Problem("not_found", "there is no such event (or it is not recorded yet)");
  })
  .get("/batches", (c) => show(c, batchesPage(c)))
  .get("/batches/:id", pathId(BatchId), (c) => show(c, batchPage(c, c.req.valid("param").id)))
  .get("/approvals", pageQuery(QueueQuery), (c) => show(c, approvalsPage(c, c.req.valid("query"))))
  .get("/automations", (c) => show(c, automationsPage(c)))
  .get("/automations/:name", pathName, (c) => show(c, automationPage(c, c.req.valid("param").name)))
  .get("/automations/:name/preview", pathName, pageQuery(z.strictObject({ cursor: PreviewCursor })), (c) =>
    show(c, previewPage(c, c.req.valid("param").name, c.req.valid("query").cursor)),
  )
  .get("/sources", (c) => show(c, sourcesPage(c)))
  .get("/sources/:name", pathName, (c) => show(c, sourcePage(c, c.req.valid("param").name)))
  .get("/look-up", (c) => c.redirect("/look-up/users"))
  .get("/look-up/:name", pathName, pageQuery(z.looseObject({})), (c) =>
    show(c, lookUpPage(c, c.req.valid("param").name, c.req.valid("query"))),
  )
  .get("/person", pageQuery(PersonQuery), (c) => show(c, personPage(c, c.req.valid("query").email)))
  .get("/settings", pageQuery(RulesQuery), (c) => show(c, settingsPage(c, c.req.valid("query"))));

for (const { pages } of lists) recordPages.route("/", pages);

/** Redirects people who can only request changes to the page with the request forms. */
const mayRead = createMiddleware<PageEnv>(async (c, next) => {
  if (c.req.path === "/" && !isAllowed(c.var.person, "read")) return c.redirect("/ask");
  requireRole(c.var.person, "read");
  return next();
});

/** All pages. People who can only request changes have access to the request forms and their own runs. */
export const readPages = new Hono<PageEnv>();
for (const path of new Set(recordPages.routes.map((page) => page.path))) readPages.get(path, mayRead);
readPages
  .route("/", recordPages)
  .get("/runs/:id", pathId(RunId), async (c) => {
    const { person } = c.var;
    return show(c, oneRunPage(c, await readableRun({ env: c.env, person }, c.req.valid("param").id)));
  })
  .get("/ask", (c) => show(c, askPage(c)))
  .get("/ask/people", pageQuery(PeopleQuery), async (c) => c.json(await offerPeople(c, c.req.valid("query"))))
  .get("/ask/:name", pathName, pageQuery(FormQuery), (c) =>
    show(c, formPage(c, c.req.valid("param").name, c.req.valid("query"))),
  );

/** A form's fields, without its CSRF token. */
type Fields = Readonly<Record<string, unknown>>;

type FormEnv = PageEnv & { Variables: { readonly fields: Fields } };

const toSession = ({ env, var: { person, config } }: Context<FormEnv>) => ({ env, person, config });

/** Reads a form, and accepts it only if it was sent by a page made for this sign-in (CSRF). */
const ownForm = createMiddleware<FormEnv>(async (c, next) => {
  const { [TOKEN_FIELD]: token, ...fields } = await c.req.parseBody({ all: true }).catch(() => {
    throw RequestInvalid.unreadable();
  });
  c.set("fields", fields);
  await requireOwnForm(toSession(c), c.req.raw.headers, token);
  await next();
});

const form = <Schema extends z.ZodType>(schema: Schema) =>
  validate(
    "form",
    z.preprocess(({ [TOKEN_FIELD]: _, ...fields }: Fields) => fields, schema),
  );

const reasonForm = form(DueRequest);
/**
 * The fields of a decision. `next` selects the page to show afterwards. Requesters need no reason to confirm or
 * withdraw their own requests.
 */
const DecisionFields = z.preprocess(({ next: _, steps, ...fields }: Fields) => {
  const isOwn = fields["decision"] === "confirmed" || fields["decision"] === "withdrawn";
  return {
    ...fields,
    ...(isOwn && !fields["reason"] && { reason: "in the console" }),
    ...(steps !== undefined && { steps: String(steps).split(",").map(Number) }),
  };
}, RunDecision);
/** The fields of a batch: every field except the decision is a filter of the list. */
const BatchFields = z.preprocess(
  ({ decision, ...filter }: Fields) => ({ decision, filter }),
  RunsBatchRequest.pick({ decision: true, filter: true }),
);
/** The ticked plans, each as the id of its run and the plan's hash, separated by a space. */
const PlansFields = z.preprocess(
  ({ plan, ...fields }: Fields) => ({
    ...fields,
    plans: [plan ?? []].flat().map((ticked) => String(ticked).split(" ")),
  }),
  PlansDecision,
);
const ReplayFields = z.preprocess(
  ({ repeatApplied, ...fields }: Fields) => ({ ...fields, repeatApplied: repeatApplied === "yes" }),
  ReplayRequest,
);
const RemovalFields = z.preprocess(
  ({ reason, ...entry }: Fields) => ({ entries: [entry], reason }),
  EntriesRemoved,
);

/**
 * Validate a path that ends with a switch, either of everything or of one automation. @throws Problem `not_found` if
 * the switch is unknown
 */
const pathSwitch = validate("param", z.object({ how: z.enum(["pause", "lift", "agents-off", "agents-on"]) }));
const pathNameSwitch = validate(
  "param",
  z.object({ name: PathName, how: z.enum(["pause", "lift", "dry-run", "live"]) }),
);

/** Routes of the pages' forms. Each responds with a redirect to the page that shows the result. */
export const forms = new Hono<FormEnv>()
  .post("/runs/:id/decisions", pathId(RunId), readTextBody, ownForm, form(DecisionFields), async (c) => {
    const { id } = c.req.valid("param");
    const decision = c.req.valid("form");
    await decideRun(toSession(c), id, decision);
    const page = c.get("fields")["next"] === "queue" ? `/approvals?after=${id}&` : `/runs/${id}?`;
    return c.redirect(`${page}done=${decision.decision}`, 303);
  })
  .post("/runs/:id/comments", pathId(RunId), readTextBody, ownForm, reasonForm, async (c) => {
    const { id } = c.req.valid("param");
    await commentOn(toSession(c), id, c.req.valid("form").reason);
    return c.redirect(`/runs/${id}?done=commented`, 303);
  })
  .post("/runs/:id/assignee", pathId(RunId), readTextBody, ownForm, form(ReassignRequest), async (c) => {
    const { id } = c.req.valid("param");
    await reassign(toSession(c), id, c.req.valid("form"));
    return c.redirect(`/runs/${id}?done=reassigned`, 303);
  })
  .post("/runs/batches", readTextBody, ownForm, form(BatchFields), async (c) => {
    const { decision, filter } = c.req.valid("form");
    const { id } = await makeBatch(toSession(c), decision, filter);
    return c.redirect(`/batches/${id}`, 303);
  })
  .post("/batches/:id/:how", validate("param", BatchMove), readTextBody, ownForm, reasonForm, async (c) => {
    const { id, how } = c.req.valid("param");
    await moveBatch(toSession(c), id, how, c.req.valid("form").reason);
    return c.redirect(`/batches/${id}`, 303);
  })
  .post("/approvals/decisions", readTextBody, ownForm, form(PlansFields), async (c) => {
    const { id } = await decidePlans(toSession(c), c.req.valid("form"));
    return c.redirect(`/batches/${id}`, 303);
  })
  .post("/events/:id/replay", pathId(EventId), readTextBody, ownForm, form(ReplayFields), async (c) => {
    const run = await replayEvent(toSession(c), c.req.valid("param").id, c.req.valid("form"));
    return c.redirect(`/runs/${run}?done=replayed`, 303);
  })
  .post("/automations/:name/due", pathName, readTextBody, ownForm, reasonForm, async (c) => {
    const { name } = c.req.valid("param");
    const event = await haveDue(toSession(c), name, c.req.valid("form").reason);
    return c.redirect(`/events/${event}?done=due`, 303);
  })
  .post("/ask/:name/sent", pathName, readTextBody, ownForm, form(AskRequest), async (c) => {
    const { id: own, reason, ...fields } = c.req.valid("form");
    const subject = `console:${own}`;
    const asked = { action: c.req.valid("param").name, reason, fields };
    const { eventId } = await askByForm(toSession(c), "console", subject, asked);
    const planned = await plannedRun(c.env, subject, eventId);
    if (planned === null) return c.redirect("/ask?done=sent", 303);
    const { id, state } = planned.run;
    return c.redirect(`/runs/${id}${state === "awaiting_confirmation" ? "?done=asked" : ""}`, 303);
  })
  .post("/changes/undo", readTextBody, ownForm, form(UndoRequest), async (c) => {
    const event = await askToUndo(toSession(c), c.req.valid("form"));
    return c.redirect(isAllowed(c.var.person, "read") ? `/events/${event}?done=due` : "/ask?done=sent", 303);
  })
  .post("/changes/undo-all", readTextBody, ownForm, form(UndoAllRequest), async (c) => {
    await askToUndoAll(toSession(c), c.req.valid("form"));
    return c.redirect("/runs?automation=requested-action&done=undone", 303);
  })
  .post("/automations/:how", pathSwitch, readTextBody, ownForm, reasonForm, async (c) => {
    const { how } = c.req.valid("param");
    await flip(toSession(c), how, { automation: null, ...c.req.valid("form") });
    return c.redirect(`/automations?done=${SWITCHES[how].done}`, 303);
  })
  .post("/automations/:name/:how", pathNameSwitch, readTextBody, ownForm, reasonForm, async (c) => {
    const { name, how } = c.req.valid("param");
    await flip(toSession(c), how, { automation: name, ...c.req.valid("form") });
    return c.redirect(`/automations/${encodeURIComponent(name)}?done=${SWITCHES[how].done}`, 303);
  })
  .post("/settings/notices", readTextBody, ownForm, form(z.object({})), async (c) => {
    await tryNotices(toSession(c));
    return c.redirect("/settings?done=notices#notices", 303);
  })
  .post("/inventory/removed", readTextBody, ownForm, form(RemovalFields), async (c) => {
    await removeEntries(toSession(c), c.req.valid("form"));
    return c.redirect("/inventory?done=removed", 303);
  })
  .post(ACT_AS_PATH, readTextBody, ownForm, form(z.object({ email: z.string(), back: z.string() })), (c) => {
    const { email, back } = c.req.valid("form");
    const chosen = c.var.person.people?.find((one) => one.email === email);
    if (chosen === undefined) throw new Problem("not_found", "there is nobody with this email to act as");
    setCookie(c, ACT_AS_COOKIE, chosen.email, { path: "/", httpOnly: true, sameSite: "Strict" });
    const { origin } = new URL(c.req.url);
    const named = URL.parse(back, origin);
    const page = named?.origin === origin ? named : new URL(origin);
    page.searchParams.set("done", "acting");
    return c.redirect(page.href, 303);
  });

/** Shows the page of a rejected form again, with the entered values. */
forms.onError(async (error, c) => {
  const { fields, person, config } = c.var;
  // Pages never show a form that another site sent.
  if (!(error instanceof Problem) || error.code === "foreign_origin" || !fields) throw error;
  const { origin, pathname: action } = new URL(c.req.url);
  const page = await new Hono<FormEnv>()
    .use(async (shown, next) => {
      shown.set("config", config);
      shown.set("person", person);
      shown.set("refused", { problem: error, action, fields });
      await next();
    })
    .route("/", readPages)
    .onError(() => new Response(null, { status: error.status }))
    .request(origin + findPage(action, fields), {}, c.env, c.executionCtx);
  if (!page.ok) throw error;
  const refused = new Response(page.body, { status: error.status, headers: page.headers });
  return withHeaders(refused, error);
});

/** Returns the path of the page whose form posts to this path. */
function findPage(action: string, { next }: Fields): string {
  const page = action.replace(/\/[^/]+$/, "") || "/";
  return next === "queue" ? page.replace("/runs/", "/approvals?run=") : page;
}
