// Routes of the pages' forms; each calls the same function as the API.

import { setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { Hono } from "hono/tiny";
import * as z from "zod";
import { Problem, RequestInvalid } from "../../base/problem.ts";
import { EntriesRemoved, haveDue, removeEntries } from "../api/inventory.ts";
import { decidePlans, makeBatch, moveBatch } from "../batches.ts";
import { requireOwnForm, TOKEN_FIELD } from "../csrf.ts";
import { askFor, askToUndo, decideRun, flip, replayEvent, SWITCHES, tryNotices } from "../decide.ts";
import { ACT_AS_COOKIE, ACT_AS_PATH } from "../person.ts";
import {
  AskRequest,
  BatchMove,
  BatchRequest,
  DueRequest,
  EventId,
  PlansDecision,
  ReplayRequest,
  RunDecision,
  RunId,
  UndoRequest,
} from "../requests.ts";
import { withHeaders } from "../secured.ts";
import { takeText, validate } from "../validate.ts";
import { type PageEnv, PathName, pathId, pathName } from "./page-context.tsx";
import { readPages } from "./routes.tsx";

/** A form's fields, its token taken out. */
type Fields = Readonly<Record<string, unknown>>;

type FormEnv = PageEnv & { Variables: { readonly fields: Fields } };

/** Reads a form, and takes it only from a page that was made for this sign-in. */
const ownForm = createMiddleware<FormEnv>(async (c, next) => {
  const { [TOKEN_FIELD]: token, ...fields } = await c.req.parseBody({ all: true }).catch(() => {
    throw RequestInvalid.unreadable();
  });
  c.set("fields", fields);
  await requireOwnForm(c.env, c.var.person, c.req.raw.headers, token);
  await next();
});

/** Validates a form's fields. @param change Makes of them what the schema takes */
const form = <Schema extends z.ZodType>(schema: Schema, change = (fields: Fields): unknown => fields) =>
  validate(
    "form",
    z.preprocess((given) => {
      const { [TOKEN_FIELD]: _, ...fields } = given as Fields;
      return change(fields);
    }, schema),
  );

const reasonForm = form(DueRequest);
const BatchForm = BatchRequest.pick({ decision: true, filter: true });

/** Validates a path that ends with a switch: of everything, or of an automation. @throws Problem `not_found` */
const pathSwitch = validate("param", z.object({ how: z.enum(["pause", "lift", "agents-off", "agents-on"]) }));
const pathNameSwitch = validate(
  "param",
  z.object({ name: PathName, how: z.enum(["pause", "lift", "dry-run", "live"]) }),
);

/** Routes of the pages' forms. Each answers with a redirect to the page that shows the result. */
export const forms = new Hono<FormEnv>()
  .post(
    "/runs/:id/decisions",
    pathId(RunId),
    takeText,
    ownForm,
    form(RunDecision, withoutNext),
    async (c) => {
      const { id } = c.req.valid("param");
      const decision = c.req.valid("form");
      await decideRun(c.env, c.var.person, id, decision);
      const page = c.get("fields")["next"] === "queue" ? `/approvals?after=${id}&` : `/runs/${id}?`;
      return c.redirect(`${page}done=${decision.decision}`, 303);
    },
  )
  .post("/runs/batches", takeText, ownForm, form(BatchForm, withFilter), async (c) => {
    const { decision, filter } = c.req.valid("form");
    const { id } = await makeBatch(c.env, c.var.person, decision, filter);
    return c.redirect(`/batches/${id}`, 303);
  })
  .post("/batches/:id/:how", validate("param", BatchMove), takeText, ownForm, reasonForm, async (c) => {
    const { id, how } = c.req.valid("param");
    await moveBatch(c.env, c.var.person, id, how, c.req.valid("form").reason);
    return c.redirect(`/batches/${id}`, 303);
  })
  .post("/approvals/decisions", takeText, ownForm, form(PlansDecision, withPlans), async (c) => {
    const { id } = await decidePlans(c.env, c.var.person, c.req.valid("form"));
    return c.redirect(`/batches/${id}`, 303);
  })
  .post(
    "/events/:id/replay",
    pathId(EventId),
    takeText,
    ownForm,
    form(ReplayRequest, withTick),
    async (c) => {
      const run = await replayEvent(c.env, c.var.person, c.req.valid("param").id, c.req.valid("form"));
      return c.redirect(`/runs/${run}?done=replayed`, 303);
    },
  )
  .post("/automations/:name/due", pathName, takeText, ownForm, reasonForm, async (c) => {
    const { name } = c.req.valid("param");
    const event = await haveDue(c.env, c.var, { automation: name, ...c.req.valid("form") });
    return c.redirect(`/events/${event}?done=due`, 303);
  })
  .post("/ask/:name/sent", pathName, takeText, ownForm, form(AskRequest), async (c) => {
    const event = await askFor(c.env, c.var, c.req.valid("param").name, c.req.valid("form"));
    return c.redirect(`/events/${event}?done=due`, 303);
  })
  .post("/applied/undo", takeText, ownForm, form(UndoRequest), async (c) => {
    const event = await askToUndo(c.env, c.var, c.req.valid("form"));
    return c.redirect(`/events/${event}?done=due`, 303);
  })
  .post("/automations/:how", pathSwitch, takeText, ownForm, reasonForm, async (c) => {
    const { how } = c.req.valid("param");
    await flip(c.env, c.var.person, how, { automation: null, ...c.req.valid("form") });
    return c.redirect(`/automations?done=${SWITCHES[how].done}`, 303);
  })
  .post("/automations/:name/:how", pathNameSwitch, takeText, ownForm, reasonForm, async (c) => {
    const { name, how } = c.req.valid("param");
    await flip(c.env, c.var.person, how, { automation: name, ...c.req.valid("form") });
    return c.redirect(`/automations/${encodeURIComponent(name)}?done=${SWITCHES[how].done}`, 303);
  })
  .post("/settings/notices", takeText, ownForm, form(z.object({})), async (c) => {
    await tryNotices(c.env, c.var.person);
    return c.redirect("/settings?done=notices#notices", 303);
  })
  .post("/inventory/removed", takeText, ownForm, form(EntriesRemoved, withOneEntry), async (c) => {
    await removeEntries(c.env, c.var.person, c.req.valid("form"));
    return c.redirect("/inventory?done=removed", 303);
  })
  .post(ACT_AS_PATH, takeText, ownForm, form(z.object({ email: z.string(), back: z.string() })), (c) => {
    const { email, back } = c.req.valid("form");
    const chosen = c.var.person.people?.find((one) => one.email === email);
    if (chosen === undefined) throw new Problem("not_found", "nobody with this email is available to act as");
    setCookie(c, ACT_AS_COOKIE, chosen.email, { path: "/", httpOnly: true, sameSite: "Strict" });
    const { origin } = new URL(c.req.url);
    const named = URL.parse(back, origin);
    const page = named?.origin === origin ? named : new URL(origin);
    page.searchParams.set("done", "acting");
    return c.redirect(page.href, 303);
  });

/** All fields but the decision are the filter of the list. */
function withFilter({ decision, ...filter }: Fields): Fields {
  return { decision, filter };
}

/** The plans that are ticked: each the id of its run and its hash, with a space between. */
function withPlans({ plan, ...fields }: Fields): Fields {
  return { ...fields, plans: [plan ?? []].flat().map((ticked) => String(ticked).split(" ")) };
}

/** `next` says which page follows. */
function withoutNext({ next: _, ...fields }: Fields): Fields {
  return fields;
}

function withTick({ repeatApplied, ...fields }: Fields): Fields {
  return { ...fields, repeatApplied: repeatApplied === "yes" };
}

function withOneEntry({ reason, ...entry }: Fields): Fields {
  return { entries: [entry], reason };
}

/** A form that was refused: the page it is of is shown again, with what was written into it. */
forms.onError(async (error, c) => {
  const { fields, person, config } = c.var;
  // A form from another site is shown on no page of ours.
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
    .request(origin + findPage(action), {}, c.env, c.executionCtx);
  if (!page.ok) throw error;
  const refused = new Response(page.body, { status: error.status, headers: page.headers });
  return withHeaders(refused, error);
});

/** The page that has the form which is sent to this path. */
const findPage = (action: string): string => action.replace(/\/[^/]+$/, "") || "/";
