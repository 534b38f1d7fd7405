import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../src/console/api/index.ts";
import { type Act, ROLE_OF, ROLES, withImplied } from "../../src/policy/roles.ts";
import { eventId, migrateLedger, runId } from "../ledger/ledger.ts";
import { app } from "../support/app.ts";
import { as, local, SITE, submit, tokenOf } from "./signed.ts";

type Fields = Readonly<Record<string, unknown>>;
interface Doors {
  /** Each below `/api`, and the body. */
  readonly api: readonly (readonly [string, Fields])[];
  /** The form's address, and its fields. @default there is none */
  readonly form?: readonly [string, Readonly<Record<string, string>>];
}

const reason = "x";
const automation = "leaver";
const decided = (fields: Readonly<Record<string, string>>): Doors => ({
  api: [[`runs/${runId(999)}/decisions`, { ...fields, reason }]],
  form: [`/runs/${runId(999)}/decisions`, { ...fields, reason }],
});

const undo = { run: runId(999), steps: "0", reason };

/** How each act is asked for at the doors of the console; what pauses comes before what lifts the pause. */
const DOORS = {
  ask: { api: [], form: ["/applied/undo", undo] },
  confirmed: decided({ decision: "confirmed", hash: "0" }),
  resumed: decided({ decision: "resumed" }),
  cancelled: {
    api: [
      [`runs/${runId(999)}/decisions`, { decision: "cancelled", reason }],
      ["batches", { decision: "cancelled", filter: { state: "held" }, reason }],
    ],
    form: ["/runs/batches", { decision: "cancelled", state: "held" }],
  },
  taken_back: decided({ decision: "taken_back" }),
  retried: decided({ decision: "retried" }),
  hastened: decided({ decision: "hastened" }),
  handled: decided({ decision: "handled" }),
  completed: decided({ decision: "completed", verdict: "done" }),
  reviewed: decided({ decision: "reviewed", verdict: "happened" }),
  replay: {
    api: [[`events/${eventId(999)}/replay`, { automation, reason }]],
    form: [`/events/${eventId(999)}/replay`, { automation, reason }],
  },
  due: {
    api: [[`automations/${automation}/due`, { reason }]],
    form: [`/automations/${automation}/due`, { reason }],
  },
  inventory: {
    api: [
      ["inventory", { entries: [{ kind: "campaign", data: { name: "none" } }], reason }],
      ["inventory/removed", { entries: [{ kind: "campaign", key: "none" }], reason }],
    ],
    form: ["/inventory/removed", { kind: "campaign", key: "none", reason }],
  },
  pause: {
    api: [["pauses", { automation, reason }]],
    form: [`/automations/${automation}/pause`, { reason }],
  },
  lift: {
    api: [["pauses/lifted", { automation, reason }]],
    form: [`/automations/${automation}/lift`, { reason }],
  },
  pauseEverything: {
    api: [
      ["pauses", { automation: null, reason }],
      ["agents/off", { reason }],
    ],
    form: ["/automations/pause", { reason }],
  },
  liftEverything: {
    api: [
      ["pauses/lifted", { automation: null, reason }],
      ["agents/on", { reason }],
    ],
    form: ["/automations/lift", { reason }],
  },
  dryRun: {
    api: [
      ["dry-runs", { automation, reason }],
      ["dry-runs/lifted", { automation, reason }],
    ],
    form: [`/automations/${automation}/live`, { reason }],
  },
  checkpoint: { api: [["checkpoints", {}]] },
  personData: { api: [["people/nobody%40example.com/erase", { reason }]] },
  tryNotices: { api: [], form: ["/settings/notices", {}] },
} as const satisfies Record<Exclude<Act, "read" | "approved" | "rejected">, Doors>;

beforeAll(migrateLedger);

const readTitle = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { title?: unknown }).title;

describe("who may what", () => {
  it.for(
    Object.entries(DOORS).flatMap(([act, doors]) => ROLES.map((role) => [act as Act, role, doors] as const)),
  )(
    "is for %s the same for the role %s through the API and the console's forms",
    async ([act, role, doors]: readonly [Act, (typeof ROLES)[number], Doors]) => {
      const may = withImplied([role]).has(ROLE_OF[act]);
      for (const [path, body] of doors.api) {
        const headers = { "content-type": "application/json", ...as(role) };
        const asked = { method: "POST", headers, body: JSON.stringify(body) };
        const answered = await app.request(`${SITE}/api/${path}`, asked, local);
        expect((await readTitle(answered)) === "role_missing", path).toBe(!may);
      }

      if (!doors.form) return;
      const [action, fields] = doors.form;
      const csrf = await tokenOf(as("admin"));
      const own = { ...as("admin"), "reeve-roles": role };
      const shown = await submit(action, { ...fields, csrf }, own);
      expect(shown.status === 403, "form").toBe(!may);
    },
  );

  it("is read by whoever has a role, and by nobody else", async () => {
    for (const { path } of routes.filter(({ method, act }) => method === "GET" && act === "read")) {
      const at = `${SITE}${path.replace("{id}", path.includes("runs") ? runId(999) : eventId(999))}`;
      for (const role of ROLES)
        expect((await app.request(at, { headers: as(role) }, local)).status, path).not.toBe(403);
      const nobody = { headers: { ...as("viewer"), "reeve-roles": "none" } };
      expect((await app.request(at, nobody, local)).status, path).toBe(403);
    }
  });

  it.for(ROLES)("a person's data is for the role admin alone: %s", async (role) => {
    const answer = await app.request(
      `${SITE}/api/people/nobody%40example.com/data`,
      { headers: as(role) },
      local,
    );
    expect(answer.status).toBe(role === "admin" ? 200 : 403);
  });

  it("is declared for each route that decides", () => {
    const acts = new Set<string>(routes.filter(({ method }) => method === "POST").map(({ act }) => act));
    expect(acts.isSubsetOf(new Set(["read", ...Object.keys(DOORS)]))).toBe(true);
  });
});
