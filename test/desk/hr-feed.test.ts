// A faulty HR feed: it reports that almost everybody leaves today, in the deliveries of each HR system.
import { expect, it } from "vitest";
import { leaversADay } from "../../src/automations/platform/leaver.ts";
import { searchUsers } from "../../src/governance/contract/users.ts";
import { Policy } from "../../src/policy/policy.ts";
import { senders } from "../../src/sandbox/vendors/senders.ts";
import type { WorkerEvent } from "../../src/systems/event.ts";
import { titleSource } from "../../src/systems/reply/replies.ts";
import { NO_DEFAULT_APPROVALS } from "../policy/own-rules.ts";
import { incoming, retiring, retiringRule } from "../simulation/world.ts";
import { sourceNamed } from "../support/source-named.ts";
import { dressed, NOW, recordings } from "../systems/support/dressed.ts";
import { recordedIn } from "../systems/support/vendor.ts";
import { deskWith } from "./at-desk.ts";

const PEOPLE = 412;
const LEAVERS = 143;
/** 5 percent of the people, according to the default policy. */
const MAY_LEAVE = 20;

/** Plans one call for each leaver. It has the name `leaver`, because the budget is for that automation. */
const leaver = retiringRule("leaver", "worker.terminated", ({ worker }) => ({
  actions: [retiring(`tool_of_${worker.id}`)],
}));

/** Returns a service with that many enabled people, on which all calls succeed. */
const service = (calls: { n: number }) => ({
  prepare: async () => false,
  call: async ({ id }: { id: string }, { body }: { body?: { pageToken?: string; pageSize?: number } }) => {
    if (id === "getMcpTool") return { tool: { deletedAt: "2026-01-01T00:00:00Z" } };
    if (id !== searchUsers.id) return ++calls.n;
    const from = Number(body?.pageToken ?? 0);
    const to = Math.min(PEOPLE, from + (body?.pageSize ?? 25));
    const list = Array.from({ length: to - from }, (_, n) => ({ user: { id: `usr_${from + n}` } }));
    return { list, ...(to < PEOPLE && { nextPageToken: String(to) }) };
  },
});

/** Returns the termination event of a system, by the name of its recording. */
async function terminated(system: string, file: string): Promise<WorkerEvent> {
  const recording = recordings(recordedIn(system)).find(({ name }) => name === file);
  const sender = senders.find(({ source }) => source === system);
  if (!recording || !sender) throw new Error(`${system} has no ${file}`);
  const delivery = await dressed(sender, recording.body, {}, recording.headers);
  delivery.url.searchParams.set("event", "worker.terminated");
  const parsed = sourceNamed(system).parse(delivery, NOW);
  const event = parsed.ok ? parsed.value[0]?.event : undefined;
  if (!event || !("worker" in event) || event.type !== "worker.terminated") throw new Error("no termination");
  // Removes its time, since older events need an approval, and its actor, who is not a user of this service.
  const { occurredAt: _, actor: __, ...now } = event;
  return now;
}

it.for([
  ["bamboohr", "employee.deleted"],
  ["hibob", "employee.left"],
  ["personio", "employment.terminated"],
  ["gusto", "employee.terminated_effective"],
  ["merge", "Employee.removed"],
  ["entra", "leaver"],
  ["workday", "terminated"],
  ["rippling", "workflow-studio"],
] as const)("%s can terminate a few people per day, and a mass change is held", async ([system, file]) => {
  const policy = Policy.parse({
    defaultApprovals: NO_DEFAULT_APPROVALS,
    unknownRequestersFrom: [system],
  });
  const calls = { n: 0 };
  const event = await terminated(system, file);
  const messages: string[] = [];
  await deskWith(
    {
      rules: [leaver],
      policy,
      governance: service(calls) as never,
      budgets: [leaversADay],
      hasMessage: (run, about) => about === "state" && run.state === "held",
      sendMessages: async (sent) => void messages.push(...sent.map(({ run }) => run.id)),
    },
    async (at) => {
      for (let n = 0; n < LEAVERS; n++) {
        const worker = { ...event.worker, id: `w${n}`, email: `person-${n}@example.com` };
        await at.deliver(incoming({ ...event, subject: `${system}:w${n}`, worker }, { source: system }));
      }
      at.now = Date.parse("2027-01-01T00:00:00Z");
      await at.work();
      await expect
        .poll(async () => {
          await at.work();
          const states = Array.from(at.runs.values(), ({ state }) => state);
          return [states.filter((one) => one === "done"), states.filter((one) => one === "held")].map(
            ({ length }) => length,
          );
        })
        .toEqual([MAY_LEAVE, LEAVERS - MAY_LEAVE]);
      expect(calls.n).toBe(MAY_LEAVE);
      const held = Array.from(at.runs.values(), ({ hold }) => hold?.crowd ?? []).flat();
      const all = `${titleSource(system)}: ${LEAVERS} of ${PEOPLE} people leave today`;
      expect(held).toContain(all);
      expect(messages).toHaveLength(1);
      const [use] = at.control.budgets(at.now)[0]?.uses ?? [];
      expect(use).toEqual({ of: system, used: LEAVERS, held: LEAVERS - MAY_LEAVE, size: PEOPLE });
    },
  );
});
