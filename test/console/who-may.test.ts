import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../src/console/api/index.ts";
import { readPages } from "../../src/console/pages/routes.tsx";
import { record } from "../../src/ledger/record.ts";
import { type Act, findRole, hasRoleFor, ROLES, withImplied } from "../../src/policy/acts.ts";
import { eventId, eventRow, LEDGER, migrateLedger, runId, runRow } from "../ledger/ledger.ts";
import { app } from "../support/app.ts";
import { ANY_STAGE } from "../support/stages.ts";
import { plan } from "./pages/fixture.ts";
import { as, local, SITE, submit, tokenOf } from "./signed.ts";

type Fields = Readonly<Record<string, unknown>>;
interface Doors {
  /** The path of the form and, below `/api`, of the route. */
  readonly path: string;
  readonly body: Fields;
  /** The form's fields. @default those of the body; `null` for no form */
  readonly form?: Readonly<Record<string, string>> | null;
}

const reason = "x";
const automation = "leaver";
const switches = (path: string, body: Fields): Doors => ({ path, body: { ...body, reason } });
const decided = (fields: Fields): Doors => switches(`/runs/${runId(999)}/decisions`, fields);

const ENTRY = { kind: "campaign", key: "none" };

/** The requests for each act. Acts that pause come before those that lift the pause. */
const DOORS = {
  ask: [{ path: "/ask/tool.retire", body: { id: crypto.randomUUID() } }],
  undo: [switches("/changes/undo", { run: runId(999), steps: "0" }), switches("/inventory/ended", ENTRY)],
  undoAll: [switches("/changes/undo-all", { since: "1h", until: "0h" })],
  confirmed: [decided({ decision: "confirmed", hash: "0" })],
  resumed: [decided({ decision: "resumed" })],
  cancelled: [
    decided({ decision: "cancelled" }),
    {
      path: "/batches",
      body: { decision: "cancelled", filter: { state: "held" }, reason },
      form: { decision: "cancelled", state: "held" },
    },
  ],
  withdrawn: [decided({ decision: "withdrawn" })],
  retried: [decided({ decision: "retried" })],
  skipped: [decided({ decision: "skipped" })],
  retried_now: [decided({ decision: "retried_now" })],
  dismissed: [decided({ decision: "dismissed" })],
  reviewed: [decided({ decision: "reviewed", verdict: "happened" })],
  replayed: [
    switches(`/events/${eventId(999)}/replay`, { automation }),
    {
      path: "/batches",
      body: { decision: "replayed", filter: { type: "worker.terminated" }, automation, reason },
      form: null,
    },
  ],
  due: [switches(`/automations/${automation}/due`, {})],
  inventory: [
    {
      path: "/inventory",
      body: { entries: [{ kind: "campaign", data: { name: "none" } }], reason },
      form: null,
    },
    { path: "/inventory/removed", body: { entries: [ENTRY], reason }, form: { ...ENTRY, reason } },
  ],
  pause: [switches("/pauses", { automation })],
  lift: [switches("/pauses/lifted", { automation })],
  pauseEverything: [{ path: "/pauses", body: { automation: null, reason }, form: { reason } }],
  agentsOff: [switches("/agents/off", {})],
  liftEverything: [{ path: "/pauses/lifted", body: { automation: null, reason }, form: { reason } }],
  agentsOn: [switches("/agents/on", {})],
  dryRun: [switches("/dry-runs", { automation })],
  live: [switches("/dry-runs/lifted", { automation })],
  checkpoint: [{ path: "/checkpoints", body: {}, form: null }],
  personData: [{ path: "/people/nobody%40example.com/erase", body: { reason }, form: null }],
  take: [{ path: "/alarms/taken", body: { alarm: "cron" } }],
  tryNotices: [{ path: "/settings/notices", body: {} }],
} as const satisfies Record<
  Exclude<
    Act,
    | "read"
    | "own"
    | "start"
    | "stop"
    | "comment"
    | "remind"
    | "actAs"
    | "approved"
    | "reassigned"
    | "rejected"
    | "completed"
  >,
  readonly Doors[]
>;

beforeAll(migrateLedger);

const readTitle = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { title?: unknown }).title;

describe("access", () => {
  it.for(
    Object.entries(DOORS).flatMap(([act, doors]) => ROLES.map((role) => [act as Act, role, doors] as const)),
  )(
    "to the act %s is the same for the role %s through the API and the console's forms",
    async ([act, role, doors]: readonly [Act, (typeof ROLES)[number], readonly Doors[]]) => {
      const may = hasRoleFor(withImplied([role]), findRole(act));
      const csrf = await tokenOf(as("admin"));
      for (const { path, body, form = body } of doors) {
        const headers = { "content-type": "application/json", ...as(role) };
        const asked = { method: "POST", headers, body: JSON.stringify(body) };
        const answered = await app.request(`${SITE}/api${path}`, asked, local);
        expect((await readTitle(answered)) === "role_missing", path).toBe(!may);
        if (form === null) continue;
        const own = { ...as("admin"), "reeve-roles": role };
        const shown = await submit(path, { ...(form as Record<string, string>), csrf }, own);
        expect(shown.status === 403, `form of ${path}`).toBe(!may);
      }
    },
  );

  it("of a requester is limited to their own runs and runs assigned to them by name, on every page", async () => {
    const asked = (email: string) =>
      JSON.stringify({
        type: "request.made",
        request: { action: "tool.retire", input: {}, requester: { email } },
      });
    const me = as("requester");
    const own = me["reeve-operator"] ?? "";
    const named = {
      ...ANY_STAGE,
      role: "no" as const,
      people: [{ id: "usr_me", emails: [own], employeeIds: [] }],
    };
    const waits = { state: "awaiting_approval", plan: plan(), journal: [], stages: [named] } as const;
    await record(
      LEDGER,
      [
        eventRow(991, { event: asked(own) }),
        eventRow(992, { event: asked("ida.holt@example.com") }),
        eventRow(993, { event: asked("ida.holt@example.com") }),
      ],
      [runRow(991), runRow(992), runRow(993, waits)],
    );
    const status = async (path: string, headers = me) =>
      (await app.request(SITE + path, { headers: { accept: "text/html", ...headers } }, local)).status;
    for (const folder of ["/runs", "/api/runs"]) {
      for (const [n, allowed] of [
        [991, 200],
        [992, 403],
        [993, 200],
        // A requester must not learn which runs exist.
        [999, 403],
      ] as const)
        expect(await status(`${folder}/${runId(n)}`), `${folder} ${n}`).toBe(allowed);
      expect(await status(`${folder}/${runId(992)}`, as("viewer"))).toBe(200);
    }
    expect(await status(`/api/runs/${runId(992)}/receipt`)).toBe(403);
    const pages = [...new Set(readPages.routes.map(({ path }) => path))].filter((path) => path !== "/*");
    const open = ["/access", "/ask", "/ask/people", "/ask/:name", "/runs/:id"];
    expect(pages).toEqual(expect.arrayContaining(open));
    for (const path of pages.filter((one) => one !== "/" && !open.includes(one))) {
      const at = path.replace(":id", path.startsWith("/events") ? eventId(992) : `bat_${"0".repeat(36)}`);
      expect(await status(at.replace(":name", "leaver")), path).toBe(403);
    }
    const home = await app.request(`${SITE}/`, { headers: me }, local);
    expect([home.status, home.headers.get("location")]).toEqual([302, "/ask"]);
    expect(await status("/ask")).toBe(200);
    // A rejected form shows its page again, but not a page that the reader can't open.
    const csrf = await tokenOf(me);
    const refused = await submit(`/events/${eventId(992)}/replay`, { automation, reason, csrf }, me);
    expect(refused.status).toBe(403);
    expect(await refused.text()).not.toContain("ida.holt@example.com");
  });

  it("to each route that reads requires a role other than requester", async () => {
    for (const { path } of routes.filter(({ method, act }) => method === "GET" && act === "read")) {
      const id = path.includes("runs")
        ? runId(999)
        : path.includes("batches")
          ? `bat_${"0".repeat(36)}`
          : eventId(999);
      const at = `${SITE}${path.replace("{id}", id).replace("{n}", "latest")}`;
      for (const role of ROLES)
        expect(
          (await app.request(at, { headers: as(role) }, local)).status === 403,
          `${path} as ${role}`,
        ).toBe(role === "requester");
      const nobody = { headers: { ...as("viewer"), "reeve-roles": "none" } };
      expect((await app.request(at, nobody, local)).status, path).toBe(403);
    }
  });

  it.for(ROLES)("to a person's data requires the role admin (tested role: %s)", async (role) => {
    const answer = await app.request(
      `${SITE}/api/people/nobody%40example.com/data`,
      { headers: as(role) },
      local,
    );
    expect(answer.status).toBe(role === "admin" ? 200 : 403);
  });

  it("is tested for every act that a POST route declares", () => {
    const acts = new Set<string>(routes.filter(({ method }) => method === "POST").map(({ act }) => act));
    expect(acts.isSubsetOf(new Set(["read", "own", ...Object.keys(DOORS)]))).toBe(true);
  });
});
