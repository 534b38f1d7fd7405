// What the pages' forms do; each decision is the API's, by the same function.

import { setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { Hono } from "hono/tiny";
import { Problem } from "../../base/problem.ts";
import { readRunHeadlines } from "../../ledger/headlines.ts";
import { EntriesRemoved, haveDue, removeEntries } from "../api/inventory.ts";
import { requireOwnForm, TOKEN_FIELD } from "../csrf.ts";
import {
  type DecidedMany,
  decideDryRun,
  decideMany,
  decidePause,
  decidePlans,
  decideRun,
  replayEvent,
} from "../decide.ts";
import {
  DryRunRequest,
  DueRequest,
  ManyDecision,
  PauseRequest,
  PlansDecision,
  ReplayRequest,
  RunDecision,
} from "../decision-requests.ts";
import { ACT_AS_COOKIE, ACT_AS_PATH } from "../person.ts";
import { EventId, RunId } from "../queries.ts";
import { withHeaders } from "../secured.ts";
import { pathId, readText } from "../validate.ts";
import { type ManyDecided, ManyDecidedPage } from "./many.tsx";
import { frameOf, fromLedger, type PageContext, type PageEnv, show } from "./page-context.ts";
import { readFields } from "./query.ts";
import { recordPages } from "./record.tsx";
import { state } from "./state.tsx";

/** A form's fields, its token taken out. */
interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The plans that are ticked in it, each the id of its run and its hash. */
  readonly plans: readonly string[];
}

type FormEnv = PageEnv & { Variables: Form };

/** Reads a form, and takes it only from a page that was made for this sign-in. */
const ownForm = createMiddleware<FormEnv>(async (c, next) => {
  const form = new URLSearchParams(await readText(c.req.raw));
  const { [TOKEN_FIELD]: token, plan: _, ...fields } = Object.fromEntries(form);
  c.set("fields", fields);
  c.set("plans", form.getAll("plan"));
  await requireOwnForm(c.env, c.var.person, c.req.raw.headers, token);
  await next();
});

const automationPage = (name: string, done: string): string =>
  `/automations/${encodeURIComponent(name)}?done=${done}`;

/** What the pages' forms do: the decisions of the API, by the same functions. Each answers with where to look then. */
export const forms = new Hono<FormEnv>()
  .post("/runs/:id/decisions", pathId(RunId), ownForm, async (c) => {
    const { id } = c.req.valid("param");
    const said = readFields(RunDecision, c.var.fields);
    await decideRun(c.env, c.var.person, id, said);
    return c.redirect(`/runs/${id}?done=${said.decision}`, 303);
  })
  .post("/runs/decisions", ownForm, async (c) => {
    const { automation, ...fields } = c.var.fields;
    const said = readFields(ManyDecision, { ...fields, ...(automation === "" ? {} : { automation }) });
    const decided = await decideMany(c.env, c.var.person, said);
    return show(c, await manyDecided(c, decided, said.decision));
  })
  .post("/approvals/decisions", ownForm, async (c) => {
    const plans = c.var.plans.map((plan) => plan.split(" "));
    const said = readFields(PlansDecision, { ...c.var.fields, plans });
    const decided = await decidePlans(c.env, c.var.person, said);
    return show(c, await manyDecided(c, decided, said.decision));
  })
  .post("/events/:id/replay", pathId(EventId), ownForm, async (c) => {
    const { repeatApplied, ...fields } = c.var.fields;
    const request = readFields(ReplayRequest, { ...fields, repeatApplied: repeatApplied === "yes" });
    const run = await replayEvent(c.env, c.var.person, c.req.valid("param").id, request);
    return c.redirect(`/runs/${run}?done=replayed`, 303);
  })
  .post("/automations/pause", ownForm, async (c) => {
    const request = readFields(PauseRequest, { automation: null, ...c.var.fields });
    await decidePause(c.env, c.var.person, "pause", request);
    return c.redirect("/automations?done=paused", 303);
  })
  .post("/automations/lift", ownForm, async (c) => {
    const request = readFields(PauseRequest, { automation: null, ...c.var.fields });
    await decidePause(c.env, c.var.person, "resume", request);
    return c.redirect("/automations?done=lifted", 303);
  })
  .post("/automations/:name/pause", ownForm, async (c) => {
    const request = readFields(PauseRequest, { ...c.var.fields, automation: c.req.param("name") });
    await decidePause(c.env, c.var.person, "pause", request);
    return c.redirect(automationPage(c.req.param("name"), "paused"), 303);
  })
  .post("/automations/:name/lift", ownForm, async (c) => {
    const request = readFields(PauseRequest, { ...c.var.fields, automation: c.req.param("name") });
    await decidePause(c.env, c.var.person, "resume", request);
    return c.redirect(automationPage(c.req.param("name"), "lifted"), 303);
  })
  .post("/automations/:name/dry-run", ownForm, async (c) => {
    const request = readFields(DryRunRequest, { ...c.var.fields, automation: c.req.param("name") });
    await decideDryRun(c.env, c.var.person, true, request);
    return c.redirect(automationPage(c.req.param("name"), "dried"), 303);
  })
  .post("/automations/:name/live", ownForm, async (c) => {
    const request = readFields(DryRunRequest, { ...c.var.fields, automation: c.req.param("name") });
    await decideDryRun(c.env, c.var.person, false, request);
    return c.redirect(automationPage(c.req.param("name"), "live"), 303);
  })
  .post("/automations/:name/due", ownForm, async (c) => {
    const said = { automation: c.req.param("name"), ...readFields(DueRequest, c.var.fields) };
    const event = await haveDue(c.env, c.var, said);
    return c.redirect(`/events/${event}?done=due`, 303);
  })
  .post("/inventory/removed", ownForm, async (c) => {
    const { reason, ...entry } = c.var.fields;
    await removeEntries(c.env, c.var.person, readFields(EntriesRemoved, { entries: [entry], reason }));
    return c.redirect("/inventory?done=removed", 303);
  })
  .post(ACT_AS_PATH, ownForm, (c) => {
    const { email, back } = c.var.fields;
    const chosen = c.var.person.people?.find((one) => one === email);
    if (chosen === undefined) throw new Problem("not_found", "nobody with this email is available to act as");
    setCookie(c, ACT_AS_COOKIE, chosen, { path: "/", httpOnly: true, sameSite: "Strict" });
    const { origin } = new URL(c.req.url);
    const named = URL.parse(String(back), origin);
    const page = named?.origin === origin ? named : new URL(origin);
    page.searchParams.set("done", "acting");
    return c.redirect(page.href, 303);
  });

/** The result for each run of a decision for several. */
async function manyDecided(
  c: Pick<PageContext, "env" | "var" | "req"> & Parameters<typeof fromLedger>[0],
  decided: DecidedMany,
  decision: ManyDecided,
) {
  const ids = decided.runs.map(({ run }) => run);
  const names = await fromLedger(c, readRunHeadlines(c.env.LEDGER, ids), () => new Map());
  return <ManyDecidedPage frame={await frameOf(c)} decided={decided} of={decision} names={names} />;
}

/** A form that was refused: the page it is of is shown again, with what was written into it. */
forms.onError(async (error, c) => {
  const { fields, person, config } = c.var;
  // What comes from another site is shown on no page of ours.
  if (!(error instanceof Problem) || error.code === "foreign_origin" || !fields) throw error;
  const { origin, pathname: action } = new URL(c.req.url);
  const page = await new Hono<FormEnv>()
    .use(async (shown, next) => {
      shown.set("config", config);
      shown.set("person", person);
      shown.set("refused", { problem: error, action, fields });
      await next();
    })
    .route("/", recordPages)
    .route("/", state)
    .onError(() => new Response(null, { status: error.status }))
    .request(origin + pageOf(action), {}, c.env, c.executionCtx);
  if (!page.ok) throw error;
  const refused = new Response(page.body, { status: error.status, headers: page.headers });
  return withHeaders(refused, error);
});

/** The page that has the form which is sent to this path. */
const pageOf = (action: string): string => action.replace(/\/[^/]+$/, "") || "/";
