import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { retireTool } from "../../../src/actions/tool.ts";
import { DAY_MS } from "../../../src/base/days.ts";
import { Problem } from "../../../src/base/problem.ts";
import { automation, noHistory } from "../../../src/kit/automation.ts";
import type { Run } from "../../../src/runs/run.ts";
import type { TicketEvent } from "../../../src/systems/event.ts";
import { incoming, retiring } from "../../simulation/world.ts";
import { ADA, DeskAtHand, type DeskGiven, deskWith, OVER_BUDGET, PAUSED } from "../at-desk.ts";
import { DESK } from "../bindings.ts";

const rule = automation({
  name: "rule",
  on: "ticket.transitioned",
  projects: { jira: ["IAM"] },
  proposes: [retireTool],
  when({ ticket: { status, requestType, fields } }) {
    if (fields["incomplete"]) return "It is incomplete.";
    return (requestType !== "Laptop" && status?.to === "Approved") || "It is not approved.";
  },
  propose({ ticket }) {
    const actions = [retiring(`tool_of_${ticket.key}`)] as const;
    if (ticket.fields["waits"]) return { waitUntil: Date.UTC(2026, 11, 1), for: "December" };
    return ticket.fields["approvalReasons"]
      ? { actions, approvalReasons: ["somebody has to look"] }
      : { actions };
  },
});

/** The properties of a ticket that a comment might omit. */
const WITHOUT = { status: undefined, requestType: undefined } as never;

const T0 = Date.UTC(2026, 10, 2, 7);
const at = (minute: number) => new Date(T0 + minute * 60_000).toISOString();

interface News {
  readonly type?: TicketEvent["type"];
  readonly occurredAt?: string;
  readonly fields?: TicketEvent["ticket"]["fields"];
  readonly ticket?: Partial<TicketEvent["ticket"]>;
}

/** Makes an event from Jira about a ticket. */
const news = (
  to: string,
  { type = "ticket.transitioned", occurredAt, fields = { approvalReasons: "yes" }, ticket = {} }: News = {},
) =>
  incoming(
    {
      type,
      subject: "jira:1",
      ...(occurredAt && { occurredAt }),
      actor: { email: ADA },
      ticket: {
        ...{ system: "jira", id: "1", key: "IAM-42", title: "", project: "IAM", requestType: "Owner" },
        ...{ status: { to }, fields, ...ticket },
      },
    },
    { source: "jira" },
  );

const withRule = (work: (at: DeskAtHand) => Promise<void>, given: DeskGiven = {}) =>
  deskWith({ rules: [rule], policy: { approvals: [], unknownRequestersFrom: ["jira"] }, ...given }, work);

const approved = (occurredAt?: string, fields?: News["fields"]) =>
  news("Approved", { ...(occurredAt && { occurredAt }), ...(fields && { fields }) });
const declined = (occurredAt?: string, more: News = {}) =>
  news("Declined", { ...(occurredAt && { occurredAt }), ...more });

describe("the withdrawal of a ticket", () => {
  it.for<[what: string, state: Run["state"], fields: News["fields"], given?: DeskGiven]>([
    ["awaits an approval", "awaiting_approval", { approvalReasons: "yes" }],
    ["waits for a day", "scheduled", { waits: "yes" }],
    ["is held", "held", {}, { admit: async () => OVER_BUDGET }],
    ["is paused before its first call", "acting", {}, { admit: async () => PAUSED }],
  ])("ends a run that %s", ([, state, fields, given]) =>
    withRule(async ({ desk, deliverUntil, runsAre }) => {
      await deliverUntil(approved(at(0), fields), state);
      expect(await desk.accept(declined(at(1)), true)).toMatchObject({ duplicate: false });
      const [run] = await runsAre("cancelled");
      const reason = "IAM-42 no longer fits: It is not approved";
      expect(run?.ended).toEqual({ by: "reeve", reason, withdrawn: "ticket_stays" });
    }, given),
  );

  it.for<[what: string, no: ReturnType<typeof news>]>([
    ["declined", declined(at(1))],
    ["shown in another status by an update", declined(at(1), { type: "ticket.updated" })],
    ["deleted", news("Approved", { type: "ticket.deleted", occurredAt: at(1) })],
    ["declined in the same second", declined(at(0))],
    ["declined at an unknown time", declined()],
    ["declined on the day of the approval, without a time", declined("2026-11-02")],
    ["declined on the day before, without a time", declined("2026-11-01")],
    ["declined with a time years ago, which is wrong", declined("2001-11-28T08:00:00.000Z")],
  ])("ends the run if the ticket was %s", ([, no]) =>
    withRule(async ({ desk, deliverUntil, runsAre }) => {
      await deliverUntil(approved(at(0)), "awaiting_approval");
      expect(await desk.accept(no, true)).not.toBeNull();
      await runsAre("cancelled");
    }),
  );

  it.for<[what: string, reason: string, change: News]>([
    ["shows another form", "no longer fits: It is not approved", { ticket: { requestType: "Laptop" } }],
    [
      "shows a project that is not configured",
      "is now in the project “PLAY”",
      { type: "ticket.updated", ticket: { project: "PLAY" } },
    ],
    ["was deleted", "was deleted", { type: "ticket.deleted" }],
  ])("ends a run of an automation without its own check if the ticket %s", ([, reason, change]) =>
    withRule(async ({ desk, deliverUntil, runsAre }) => {
      await deliverUntil(approved(at(0)), "awaiting_approval");
      expect(await desk.accept(news("Approved", { ...change, occurredAt: at(1) }), true)).not.toBeNull();
      const [run] = await runsAre("cancelled");
      expect(run?.ended?.reason).toBe(`IAM-42 ${reason}`);
    }),
  );

  it.for<[what: string, status: string, change: News]>([
    ["that declines for a field and shows the same status", "Approved", { fields: { incomplete: "yes" } }],
    [
      "that names the same status in another language",
      "Aprobado",
      { ticket: { unsure: ["status"], status: { to: "Aprobado", id: "7" } } },
    ],
    [
      "that names the status only by its id",
      "77",
      { ticket: { unsure: ["status"], status: { to: "77", id: "77" } } },
    ],
    ["that names neither status nor form", "", { type: "ticket.commented", ticket: WITHOUT }],
  ])("is not inferred from an event %s", ([, status, change]) =>
    withRule(async ({ desk, deliverUntil, runsAre }) => {
      const asked = { status: { to: "Approved", ...(status === "77" ? {} : { id: "7" }) } };
      await deliverUntil(news("Approved", { occurredAt: at(0), ticket: asked }), "awaiting_approval");
      expect(await desk.accept(news(status, { ...change, occurredAt: at(1) }), true)).toBeNull();
      await runsAre("awaiting_approval");
    }),
  );

  it("is recorded as one event if it ends a run, and is not recorded otherwise", () =>
    withRule(async ({ desk, deliverUntil, events, runsAre }) => {
      expect(await desk.accept(declined(at(0)), true)).toBeNull();
      await deliverUntil(approved(at(1)), "awaiting_approval");
      const no = declined(at(2));
      expect(await desk.accept(no, true)).toMatchObject({ duplicate: false });
      expect(await desk.accept(no, true)).toBeNull();
      await runsAre("cancelled");
      expect(Array.from(events.values(), ({ state }) => state)).toEqual(["taken", "taken"]);
    }));

  it("ends no run if it is older than the approval, or if the event's status is still “Approved”", () =>
    withRule(async ({ desk, deliverUntil, runsAre }) => {
      await deliverUntil(approved(at(2)), "awaiting_approval");
      expect(await desk.accept(declined(at(1)), true)).toBeNull();
      expect(await desk.accept(declined("2026-10-31"), true)).toBeNull();
      const same = news("Approved", { type: "ticket.updated", occurredAt: at(3) });
      expect(await desk.accept(same, true)).toBeNull();
      await runsAre("awaiting_approval");
    }));

  it.for([
    ["the desk keeps running", () => {}],
    ["the desk crashes right after its response", ({ restart }: DeskAtHand) => restart()],
    [
      "the desk crashes, and six days have passed",
      (given: DeskAtHand) => {
        given.now += 6 * DAY_MS;
        given.restart();
        given.desk.runMaintenance();
      },
    ],
  ] as const)("causes an older approval that arrives later to be ignored if %s", ([, meanwhile]) =>
    withRule(async (given) => {
      given.now = T0;
      given.restart();
      expect(await given.desk.accept(declined(at(2)), true)).toBeNull();
      meanwhile(given);
      const [run] = await given.deliverUntil(approved(at(1)), "ignored");
      expect(run?.ignored).toBe("withdrawn since: IAM-42 no longer fits: It is not approved");
      await given.deliverUntil(approved(at(3)), "ignored", "awaiting_approval");
    }),
  );

  it("is stored for a week, unlike an event that withdraws nothing", () =>
    runInDurableObject(DESK.getByName(crypto.randomUUID()), async (_, { storage }) => {
      const given = new DeskAtHand(storage, { rules: [rule] });
      const kept = () => storage.sql.exec("SELECT subject, at FROM withdrawals").toArray();
      await given.desk.accept(news("Approved", { type: "ticket.updated", occurredAt: at(1) }), true);
      expect(kept()).toEqual([]);
      for (const _ of ["once", "again"]) await given.desk.accept(declined(at(2)), true);
      expect(kept()).toEqual([{ subject: "jira:1", at: T0 + 2 * 60_000 }]);
      given.now += 7 * DAY_MS + 1;
      given.desk.runMaintenance();
      expect(kept()).toEqual([]);
    }));

  it("causes an older approval to be ignored if only the ledger has the withdrawal", () => {
    const event = JSON.parse(String(declined(at(2)).event));
    const asked: unknown[] = [];
    const ticket = async (query: unknown) => {
      asked.push(query);
      return { events: [event], moves: [] };
    };
    return withRule(
      async ({ deliverUntil }) => {
        await deliverUntil(approved(at(1)), "ignored");
        expect(asked).toEqual([{ subject: "jira:1", since: Date.parse(at(1)) }]);
      },
      { history: { ...noHistory, ticket } },
    );
  });

  it("causes an older approval to be ignored after a restart of the desk, even before the ledger has the withdrawal", () =>
    withRule(async (given) => {
      given.ledgerAway = true;
      await given.deliver(declined(at(2)));
      given.now = T0 + 3 * 60_000;
      given.restart();
      await given.deliver(approved(at(1)));
      await given.work();
      expect(given.events.size).toBe(0);
      given.ledgerAway = false;
      const [run] = await given.runsAre("ignored");
      expect(run?.ignored).toBe("withdrawn since: IAM-42 no longer fits: It is not approved");
    }));

  it("is not inferred from an unknown action, which is only noted in the timelines of unfinished runs", () =>
    withRule(async ({ desk, deliverUntil, runsAre, audit }) => {
      const { type: _, event: __, ...delivery } = declined(at(1));
      const unknown = {
        ...delivery,
        type: null,
        event: null,
        unread: "unknown",
        detail: "action pinned",
      } as const;
      await deliverUntil(approved(at(0)), "awaiting_approval");
      for (const subject of ["jira:1", "jira:2"])
        expect(await desk.accept({ ...unknown, subject }, true)).toBeNull();
      const [run] = await runsAre("awaiting_approval");
      const shown = audit.filter((entry) => entry.type === "ticket.unknown_action");
      expect(shown).toMatchObject([{ runId: run?.id, detail: { reason: "action pinned" } }]);
    }));

  it("does not prevent a later approval", () =>
    withRule(async ({ desk, deliverUntil }) => {
      await deliverUntil(approved(at(0)), "awaiting_approval");
      await desk.accept(declined(at(1)), true);
      await deliverUntil(approved(at(2)), "cancelled", "awaiting_approval");
    }));

  it("is recorded as too late once a run has begun", () => {
    let calls = 0;
    return withRule(
      async ({ desk, deliver, work, run, runsAre }) => {
        await deliver(approved(at(0), {}));
        const working = work();
        while (calls === 0) await scheduler.wait(1);
        expect(await desk.accept(declined(at(1)), true)).not.toBeNull();
        expect(run("run_2")).toMatchObject({
          state: "acting",
          lateWithdrawal: "IAM-42 no longer fits: It is not approved",
        });
        await working;
        await runsAre("done");
      },
      {
        call: async () => {
          calls++;
          await scheduler.wait(50);
          return {};
        },
      },
    );
  });
});

describe("Reeve's own move of a ticket", () => {
  const replies = { jira: { visible: true, move: { done: "Done", notDone: "Declined" } } };
  const moved = (at: number | null) => async () => ({ events: [], moves: [{ to: "Declined", at }] });
  const ticket = moved(T0 + 90_000);

  it.for([T0 + 90_000, null])("does not end runs that were requested earlier (moved at: %s)", (movedAt) =>
    withRule(
      async ({ desk, deliverUntil, runsAre }) => {
        await deliverUntil(approved(at(1)), "awaiting_approval");
        expect(await desk.accept(declined(at(2)), true)).toBeNull();
        expect(await desk.accept(news("Reopened", { occurredAt: at(2) }), true)).not.toBeNull();
        await runsAre("cancelled");
      },
      { replies, history: { ...noHistory, ticket: moved(movedAt) } },
    ),
  );

  it.for([
    ["a person's later decline", at(2), declined(at(3))],
    ["the ticket's deletion", at(1), declined(at(2), { type: "ticket.deleted" })],
  ] as const)("does not prevent %s from ending a run", ([, asked, withdrawal]) =>
    withRule(
      async ({ desk, deliverUntil, runsAre }) => {
        await deliverUntil(approved(asked), "awaiting_approval");
        expect(await desk.accept(withdrawal, true)).not.toBeNull();
        await runsAre("cancelled");
      },
      { replies, history: { ...noHistory, ticket } },
    ),
  );

  it("ends waiting runs if it can't be recognized while the ledger is unavailable", () =>
    withRule(
      async (given) => {
        given.now = T0;
        given.restart();
        await given.deliverUntil(approved(at(1)), "awaiting_approval");
        expect(await given.desk.accept(declined(at(2)), true)).not.toBeNull();
        await given.runsAre("cancelled");
      },
      { replies, history: { ...noHistory, ticket: () => Promise.reject(new Error("away")) } },
    ));
});

it("a run for a ticket that was approved before the desk started is not planned while the ledger is unavailable", () => {
  let isAway = true;
  const ticket = async () => {
    if (isAway) throw new Problem("ledger_unavailable", "away");
    return { events: [], moves: [] };
  };
  return withRule(
    async ({ deliver, work, run, runsAre }) => {
      await deliver(approved(at(1)));
      await work();
      expect(run("run_2")).toMatchObject({ state: "planning", problem: { code: "ledger_unavailable" } });
      isAway = false;
      await runsAre("awaiting_approval");
    },
    { history: { ...noHistory, ticket } },
  );
});
