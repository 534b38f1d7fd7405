/** An approval holds for as long as a request waits for one: whatever is taken up again after that waits for another. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { automation } from "../../src/automations/kit/automation.ts";
import type { Admission } from "../../src/desk/control/store.ts";
import type { DeskCore } from "../../src/desk/engine/core.ts";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import type { Decision } from "../../src/desk/operate/decisions.ts";
import type { Run } from "../../src/desk/run/run.ts";
import { GovernanceProblem } from "../../src/governance/client/index.ts";
import type { EventRow } from "../../src/ledger/record.ts";
import { delivery, policy, settings } from "../simulation/world.ts";
import { atDesk } from "./at-desk.ts";

const HOUR_MS = 60 * 60_000;
const HOLDS_MS = policy.approvalExpiresAfterHours * HOUR_MS;
const SIXTY_DAYS_MS = 60 * 24 * HOUR_MS;
const [ADA, NORA, HUGO] = [
  "ada.marsh@example.com",
  "nora.field@example.com",
  "hugo.pike@example.com",
] as const;
const people: Readonly<Record<string, string>> = { [ADA]: "usr_ada", [NORA]: "usr_nora", [HUGO]: "usr_hugo" };

beforeEach(() => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
});

const retired = (id: string) =>
  retireTool({
    app: { id: "app_1", name: "App" },
    connector: { id: "con_1", name: "Connector" },
    tool: { id, name: id },
  });
/** Two calls for Ada's ticket, which somebody else has to approve. */
const rule = automation({
  name: "rule",
  on: "ticket.created",
  proposes: [retireTool],
  propose: () => ({ actions: [retired("tool_1"), retired("tool_2")] }),
});

interface Office {
  /** What Control says to whoever wants to act. */
  control: Admission;
  /** What the service answers to the calls that come, the next first. @default it carries them out */
  readonly refusals: (GovernanceProblem | null)[];
  /** Calls that change something and were sent. */
  readonly calls: string[];
  /** Waits until the run is in this state. */
  readonly runIs: (state: Run["state"]) => Promise<Run>;
  readonly say: (type: Decision["type"], by: string, verdict?: string) => Promise<string>;
  readonly wait: (milliseconds: number) => void;
}

/** A run of the rule, which waits for its approval. */
async function inOffice(work: (office: Office) => Promise<void>): Promise<void> {
  const [runs, events] = [new Map<string, Run>(), new Map<string, EventRow>()];
  const around: Pick<Office, "control" | "refusals" | "calls"> = {
    control: { admitted: true },
    refusals: [],
    calls: [],
  };
  const change: Partial<DeskDeps> = {
    automations: new Map([["rule", rule]]),
    settings: { ...settings, automations: { rule: {} } },
    policy: { ...policy, dryRun: [], approvals: [{ when: "always" }] },
    governance: {
      prepare: async () => false,
      async call(
        { id }: { id: string },
        { path, body }: { path: { id: string }; body: { email?: string; refs?: { id: string }[] } },
      ) {
        if (id === "getMcpTool") return { tool: { id: path.id, deletedAt: "2026-11-02T08:00:00Z" } };
        if (id === "searchUsers") {
          const user = { id: people[body.email ?? ""], email: body.email };
          return { list: user.id ? [{ user }] : [] };
        }
        around.calls.push(path.id);
        const refusal = around.refusals.shift();
        if (refusal) throw refusal;
        return {};
      },
    } as unknown as DeskDeps["governance"],
    admit: async () => around.control,
    record: async (newEvents, newRuns) => {
      for (const event of newEvents) events.set(event.id, event);
      for (const { id, run } of newRuns) runs.set(id, JSON.parse(run));
    },
  };
  await atDesk(async (desk: DeskCore, world) => {
    await desk.accept(delivery("T-1", { type: "ticket.created", subject: "jira:1", tools: 2 }));
    const now = (): Run => {
      const [run] = runs.values();
      if (!run) throw new Error("nothing is on record yet");
      return desk.run(run.id) ?? run;
    };
    const runIs = async (state: Run["state"]) => {
      await expect
        .poll(() => {
          void desk.loop.work(world.now + 1_000);
          world.now += 250;
          const [run] = runs.values();
          return run && [now().state, runs.get(run.id)?.version === now().version];
        })
        .toEqual([state, true]);
      return now();
    };
    await runIs("awaiting_approval");
    const office: Office = Object.assign(around, {
      runIs,
      async say(type: Decision["type"], by: string, verdict?: string) {
        const run = now();
        const event = events.get(run.eventId);
        const decision = { type, by, reason: "a reason", hash: run.plan?.hash, verdict } as Decision;
        const decided = await desk.decider.decide(run.id, decision, event && { event, run });
        return decided.ok ? "ok" : decided.refusal.message;
      },
      wait(milliseconds: number) {
        world.now += milliseconds;
      },
    });
    await work(office);
  }, change);
}

const refused = () =>
  new GovernanceProblem("governance_refused", "deleteMcpTool", "permission denied", { httpStatus: 403 });
const paused: Admission = { admitted: false, because: "paused", reason: "a test" };
const overBudget: Admission = {
  admitted: false,
  because: "budget",
  budget: "deletes",
  limit: 0,
  used: 0,
  windowMinutes: 60,
};

/** Whoever asked lets nothing act; another approves it, and what is left is called. */
async function approveAgain(office: Office, before: readonly string[], left: readonly string[]) {
  const { calls, say, runIs } = office;
  const waiting = await runIs("awaiting_approval");
  expect(waiting).toMatchObject({ approval: null, paused: null });
  expect(waiting.dueAt).toBeGreaterThan(waiting.updatedAt + HOLDS_MS - HOUR_MS);
  expect(waiting.remindAt).toHaveLength(policy.remindHoursBeforeExpiry.length);
  expect(calls).toEqual(before);
  expect(await say("approved", ADA)).toContain("You asked for this yourself");
  expect(await say("approved", HUGO)).toBe("ok");
  expect(await runIs("done")).toMatchObject({ approval: { by: HUGO } });
  expect(calls).toEqual([...before, ...left]);
}

describe("an approved plan that was refused, and is tried again by whoever asked for it", () => {
  it("waits for another approval 60 days later, and calls nothing", () =>
    inOffice(async (office) => {
      const { refusals, say, runIs, wait } = office;
      refusals.push(refused());
      expect(await say("approved", NORA)).toBe("ok");
      await runIs("failed");
      wait(SIXTY_DAYS_MS);
      expect(await say("retried", ADA)).toBe("ok");
      await approveAgain(office, ["tool_1"], ["tool_1", "tool_2"]);
    }));

  it("waits for another as soon as no request would wait any longer, and not before", () =>
    inOffice(async (office) => {
      const { refusals, calls, say, runIs, wait } = office;
      refusals.push(refused(), refused());
      await say("approved", NORA);
      const { approval } = await runIs("failed");
      wait(HOLDS_MS - HOUR_MS);
      expect(await say("retried", ADA)).toBe("ok");
      const { updatedAt } = await runIs("failed");
      expect(calls).toEqual(["tool_1", "tool_1"]);
      wait((approval?.at ?? 0) + HOLDS_MS - updatedAt);
      expect(await say("retried", ADA)).toBe("ok");
      await approveAgain(office, ["tool_1", "tool_1"], ["tool_1", "tool_2"]);
    }));

  it("goes on with what is left of it once that is approved, and repeats nothing", () =>
    inOffice(async (office) => {
      const { refusals, say, runIs, wait } = office;
      refusals.push(null, refused());
      await say("approved", NORA);
      await runIs("failed");
      wait(SIXTY_DAYS_MS);
      await say("retried", ADA);
      const { journal } = await runIs("awaiting_approval");
      expect(journal.map(({ state }) => state)).toEqual(["applied", "planned"]);
      await approveAgain(office, ["tool_1", "tool_2"], ["tool_2"]);
    }));

  it("ends where that is denied, or nobody decides", async () => {
    for (const [end, how] of [
      ["rejected", ({ say }: Office) => say("rejected", NORA)],
      ["expired", async ({ wait }: Office) => wait(HOLDS_MS)],
    ] as const)
      await inOffice(async (office) => {
        const { refusals, calls, say, runIs, wait } = office;
        refusals.push(null, refused());
        await say("approved", NORA);
        await runIs("failed");
        wait(SIXTY_DAYS_MS);
        await say("retried", ADA);
        await runIs("awaiting_approval");
        await how(office);
        expect((await runIs(end)).journal[0]).toMatchObject({ state: "applied" });
        expect(calls).toEqual(["tool_1", "tool_2"]);
      });
  });
});

it.for([
  ["a pause", paused],
  ["a hold", overBudget],
] as const)("an approved plan that was kept back by %s waits for another approval", ([, kept]) =>
  inOffice(async (office) => {
    const { say, runIs, wait } = office;
    office.control = kept;
    await say("approved", NORA);
    if (kept === overBudget) await runIs("held");
    else await expect.poll(async () => (await runIs("acting")).paused).toBe("a test");
    wait(SIXTY_DAYS_MS);
    if (kept === overBudget) expect(await say("resumed", HUGO)).toBe("ok");
    office.control = { admitted: true };
    await approveAgain(office, [], ["tool_1", "tool_2"]);
  }),
);

it("a plan that had begun waits for another approval after a pause", () =>
  inOffice(async (office) => {
    const { refusals, say, runIs, wait } = office;
    refusals.push(
      null,
      new GovernanceProblem("governance_unavailable", "deleteMcpTool", "busy", { httpStatus: 503 }),
    );
    await say("approved", NORA);
    await expect.poll(async () => (await runIs("acting")).failures).toBe(1);
    office.control = paused;
    wait(HOUR_MS);
    await expect.poll(async () => (await runIs("acting")).paused).toBe("a test");
    wait(SIXTY_DAYS_MS);
    office.control = { admitted: true };
    await approveAgain(office, ["tool_1", "tool_2"], ["tool_2"]);
  }));
