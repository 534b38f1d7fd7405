/** One person has one plan of an automation, whichever systems report them, in whatever order, and over a restart. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { automation } from "../../src/automations/kit/automation.ts";
import { ControlClaims } from "../../src/desk/control/claims.ts";
import type { DeskCore } from "../../src/desk/engine/core.ts";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import type { Incoming } from "../../src/desk/engine/intake.ts";
import { endOf } from "../../src/desk/run/reply.ts";
import type { Run } from "../../src/desk/run/run.ts";
import type { WorkerEvent } from "../../src/systems/event.ts";
import { policy, settings } from "../simulation/world.ts";
import { atDesk, type DeskWorld } from "./at-desk.ts";

const DAY_MS = 24 * 60 * 60_000;
const ADA = "ada.marsh@example.com";
const INES = "ines.holm@example.com";

/** Its plans wait for an approval; it fails for the department "unknown". */
const leaving = automation({
  name: "leaving",
  on: ["worker.terminated", "worker.returned"],
  proposes: [retireTool],
  person: ({ worker }) => worker.email,
  propose({ type, worker }) {
    if (type === "worker.returned") return { ignore: "they work here", withdraws: true };
    if (worker.department === "unknown") throw new Error("no such department");
    const tool = { id: "tool_1", name: "Tool" };
    return {
      actions: [
        retireTool({ app: { id: "app_1", name: "App" }, connector: { id: "con_1", name: "C" }, tool }),
      ],
      asks: ["somebody has to look"],
    };
  },
});

let deliveries = 0;
type Report = {
  type?: WorkerEvent["type"];
  on?: string;
  email?: string;
  department?: string;
  authentication?: "signed" | "shared-secret";
};
/** What a system reports of Ada. */
function report(
  system: string,
  {
    type = "worker.terminated",
    on,
    email = ADA,
    department = "Sales",
    authentication = "signed",
  }: Report = {},
): Incoming {
  const id = String(++deliveries);
  const subject = `${system}:17`;
  const worker = { system, id: "17", email, department, fields: {} };
  const event: WorkerEvent = { type, subject, ...(on && { effectiveOn: on }), worker };
  return {
    keys: [`${system}:sha256:${id}`, `${system}:id:${id}`],
    source: system,
    authentication,
    type,
    subject,
    detail: null,
    event: JSON.stringify(event),
    payload: "{}",
  };
}

beforeEach(() => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
});

/** What it takes to look at the runs of a desk, and to decide about them. */
interface Office {
  readonly hear: (...reports: readonly Incoming[]) => Promise<void>;
  /** Waits until the runs are in these states, whichever has which. @returns them, oldest first */
  readonly runs: (...states: readonly Run["state"][]) => Promise<Run[]>;
  readonly decide: (run: Run | undefined, type: "approved" | "rejected") => Promise<void>;
  readonly wait: (milliseconds: number) => void;
  readonly restart: () => void;
}

/** A desk whose calls all succeed, and which is not the only one: what it has forgotten it finds on record. */
async function inOffice(work: (office: Office) => Promise<void>): Promise<void> {
  const recorded = new Map<string, Run>();
  let clock: DeskWorld | undefined;
  const change = (storage: DurableObjectStorage): Partial<DeskDeps> => {
    const claims = new ControlClaims(storage.sql);
    return {
      automations: new Map([["leaving", leaving]]),
      settings: { ...settings, automations: { leaving: {} }, timeZone: "UTC" },
      policy: { ...policy, dryRun: [], approvals: [], unknownRequestersFrom: ["hr", "idp", "payroll"] },
      governance: {
        prepare: async () => false,
        call: async ({ id }: { id: string }) =>
          id === "searchUsers"
            ? { list: [{ user: { id: "usr_ines", email: INES } }] }
            : { tool: { id: "tool_1", deletedAt: "2026-11-02T08:00:00Z" } },
      } as unknown as DeskDeps["governance"],
      admit: async () => ({ admitted: true }),
      claim: async (claim, insteadOf) => {
        // Others get as far as this meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 5));
        return claims.claim(claim, insteadOf, clock?.now ?? 0);
      },
      runOf: async ({ id }) => recorded.get(id) ?? null,
      record: async (_, runs) => {
        for (const { id, run } of runs) recorded.set(id, JSON.parse(run));
      },
    };
  };
  await atDesk(async (first, world, restarted) => {
    let desk: DeskCore = first;
    clock = world;
    await work({
      hear: async (...reports) => void (await Promise.all(reports.map((one) => desk.accept(one)))),
      runs: async (...states) => {
        const all = () => [...recorded.values()].sort((one, other) => number(one) - number(other));
        await expect
          .poll(() => {
            void desk.loop.work(world.now + 1_000);
            world.now += 250;
            return all()
              .map(({ state }) => state)
              .sort();
          })
          .toEqual([...states].sort());
        return all();
      },
      decide: async (run, type) => {
        const decision = { type, hash: run?.plan?.hash ?? "", by: INES, reason: "looked" };
        expect(await desk.decider.decide(run?.id ?? "", decision)).toMatchObject({ ok: true });
      },
      wait: (milliseconds) => {
        world.now += milliseconds;
      },
      restart: () => {
        desk = restarted();
      },
    });
  }, change);
}

const number = ({ id }: Run): number => Number(id.split("_")[1]);

describe("the same termination from another system", () => {
  it("makes no second plan while the first waits, and says which run it is", () =>
    inOffice(async ({ hear, runs }) => {
      await hear(report("hr"));
      await runs("awaiting_approval");
      await hear(report("idp", { email: " Ada.Marsh@Example.com" }));
      const [first, second] = await runs("awaiting_approval", "ignored");
      expect(second).toMatchObject({
        plan: null,
        ignored: "already under way, as hr reported it",
        sameAs: first?.id,
      });
      // Who reported it is led to that run.
      expect(second && endOf(second, "https://reeve.example.com")).toMatchObject({
        link: `https://reeve.example.com/runs/${first?.id}`,
      });
    }));

  it("makes one plan where both come at once", () =>
    inOffice(async ({ hear, runs }) => {
      await hear(report("hr"), report("idp"), report("payroll"));
      await runs("awaiting_approval", "ignored", "ignored");
    }));

  it("and is found after a restart", () =>
    inOffice(async ({ hear, runs, restart, decide }) => {
      await hear(report("hr"));
      const [first] = await runs("awaiting_approval");
      restart();
      await hear(report("idp"));
      await runs("awaiting_approval", "ignored");
      restart();
      await decide(first, "approved");
      await runs("done", "ignored");
    }));

  it("says that it is done for a month, and not longer", () =>
    inOffice(async ({ hear, runs, decide, wait }) => {
      await hear(report("hr"));
      const [first] = await runs("awaiting_approval");
      await decide(first, "approved");
      await runs("done");
      wait(29 * DAY_MS);
      await hear(report("idp"));
      const [, second] = await runs("done", "ignored");
      expect(second).toMatchObject({ ignored: "already done, as hr reported it", sameAs: first?.id });
      wait(2 * DAY_MS);
      await hear(report("idp"));
      await runs("done", "ignored", "awaiting_approval");
    }));

  it("is planned where the first was rejected, failed or expired", () =>
    inOffice(async ({ hear, runs, decide, wait }) => {
      await hear(report("hr"));
      const [first] = await runs("awaiting_approval");
      await decide(first, "rejected");
      await hear(report("idp"));
      await runs("rejected", "awaiting_approval");
      wait(2 * DAY_MS);
      await runs("rejected", "expired");
      await hear(report("hr", { department: "unknown" }));
      await runs("rejected", "expired", "failed");
      await hear(report("payroll"));
      await runs("rejected", "expired", "failed", "awaiting_approval");
    }));

  it("is planned where the first can't be approved by anybody, also at once", () =>
    inOffice(async ({ hear, runs }) => {
      await hear(report("stranger"), report("hr"));
      const [first] = await runs("failed", "awaiting_approval");
      expect(first?.problem?.code).toBe("nobody_can_approve");
    }));

  it("is planned once they have come back in between", () =>
    inOffice(async ({ hear, runs, decide }) => {
      await hear(report("hr"));
      const [first] = await runs("awaiting_approval");
      await decide(first, "approved");
      await runs("done");
      await hear(report("idp", { type: "worker.returned" }));
      await runs("done", "ignored");
      await hear(report("payroll"));
      await runs("done", "ignored", "awaiting_approval");
    }));

  it("is another's where the email is another", () =>
    inOffice(async ({ hear, runs }) => {
      await hear(report("hr"));
      await hear(report("idp", { email: "farid.stone@example.com" }));
      await runs("awaiting_approval", "awaiting_approval");
    }));
});

describe("a day that is reported by several systems", () => {
  it("has one plan, by whichever run is first", () =>
    inOffice(async ({ hear, runs, wait }) => {
      await hear(report("hr", { on: "2026-11-20" }), report("idp", { on: "2026-11-20" }));
      await runs("scheduled", "scheduled");
      wait(30 * DAY_MS);
      const [first, second] = await runs("awaiting_approval", "ignored");
      expect((first?.plan ? second : first)?.sameAs).toBe((first?.plan ? first : second)?.id);
    }));

  it("moves for all of them when one of them corrects it", () =>
    inOffice(async ({ hear, runs, wait }) => {
      await hear(report("idp", { on: "2026-11-20" }));
      await runs("scheduled");
      await hear(report("hr", { on: "2026-11-20" }));
      await runs("scheduled", "scheduled");
      await hear(report("hr", { on: "2026-12-20" }));
      await runs("scheduled", "cancelled", "scheduled");
      wait(20 * DAY_MS);
      // The day that the other system has never corrected: nobody has lost anything.
      await expect
        .poll(async () => (await runs("scheduled", "cancelled", "scheduled"))[0]?.scheduledFor)
        .toBe("2026-12-20");
      wait(40 * DAY_MS);
      await runs("awaiting_approval", "cancelled", "ignored");
    }));

  it("is not put off by a report that is not signed where it was", () =>
    inOffice(async ({ hear, runs, wait }) => {
      await hear(report("hr", { on: "2026-11-20" }));
      // Only what is reported later can correct a day.
      await runs("scheduled");
      await hear(report("idp", { on: "2027-12-20", authentication: "shared-secret" }));
      await runs("scheduled", "scheduled");
      wait(20 * DAY_MS);
      await runs("awaiting_approval", "scheduled");
    }));

  it("is moved to today by a termination that has taken effect", () =>
    inOffice(async ({ hear, runs, wait, decide }) => {
      await hear(report("hr", { on: "2026-11-20" }));
      await runs("scheduled");
      await hear(report("idp"));
      const [, now] = await runs("scheduled", "awaiting_approval");
      await decide(now, "approved");
      await runs("scheduled", "done");
      wait(20 * DAY_MS);
      const [late] = await runs("ignored", "done");
      expect(late).toMatchObject({ ignored: "already done, as idp reported it", sameAs: now?.id });
    }));

  it("stands where the system that named another withdraws it", () =>
    inOffice(async ({ hear, runs, wait }) => {
      await hear(report("hr", { on: "2026-11-20" }));
      await hear(report("idp", { on: "2026-12-20" }));
      await runs("scheduled", "scheduled");
      await hear(report("idp", { type: "worker.returned" }));
      await runs("scheduled", "cancelled", "ignored");
      wait(20 * DAY_MS);
      await runs("awaiting_approval", "cancelled", "ignored");
    }));
});
