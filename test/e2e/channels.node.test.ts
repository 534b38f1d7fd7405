import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningWorker, run } from "../../src/cli/shared/runtime.ts";
import { writeWait } from "../../src/runs/reply.ts";
import { newRun, type Run } from "../../src/runs/run.ts";
import { entra } from "../../src/sandbox/vendors/hr.ts";
import { findReplier } from "../../src/systems/reply/replies.ts";
import type { Message } from "../../src/systems/system.ts";
import { startVendors, type VendorStub } from "../vendors/stub.ts";
import { TICKET_VENDORS } from "../vendors/tickets.ts";

const CALLBACK =
  "/identityGovernance/lifecycleWorkflows/workflows/w1/tasks/t1/taskProcessingResults/r1/resume";
const VENDORS = {
  ...TICKET_VENDORS,
  entra: { vendor: entra.answers(() => null), variables: entra.variables },
};

/** A system that gets replies: a ticket in it, an existing state, and an unknown one. */
interface Answered {
  readonly id?: string;
  readonly key?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly state: string;
  /** Absent if the system accepts any state. */
  readonly noState?: string;
}
const SYSTEMS: Readonly<Record<keyof typeof VENDORS, Answered>> = {
  jira: { state: "Done", noState: "Gone" },
  servicenow: { id: "incident/b4a9d1f2873b01107f2e0f16cebb35aa", state: "6" },
  zendesk: { state: "solved", noState: "done" },
  freshservice: { state: "4", noState: "resolved" },
  linear: { state: "Done", noState: "Gone" },
  github: { key: "acme/access#42", state: "completed", noState: "done" },
  entra: { fields: { callbackUriPath: CALLBACK }, state: "Completed", noState: "Done" },
};

let stubs: Map<string, VendorStub>;
let worker: RunningWorker;
beforeAll(async () => {
  const vendors = await startVendors(VENDORS);
  stubs = vendors.stubs;
  worker = await run({
    name: "reeve",
    config: "wrangler.toml",
    entry: "test/support/reply-worker.ts",
    bindings: { LOCAL_STACK: "yes", ...vendors.bindings },
  });
});
afterAll(async () => {
  await worker.stop();
  for (const stub of stubs.values()) await stub.stop();
});

const DONE = { sentences: ["Done: <b>it</b>"], link: "https://reeve.example.com/api/runs/run_1" };
const AT = Date.UTC(2026, 10, 27, 9, 30);
const WAITS: Run = {
  ...newRun({ id: "run_1", eventId: "evt_1", automation: "rule", subject: "jira:1", mode: "live" }, AT),
  state: "awaiting_approval",
  approvalReasons: ["it <b>deletes</b>"],
  dueAt: AT,
};

/** Returns the result of a request that is part of a reply to a ticket. */
async function sent(system: string, step: Message | string, visible = true) {
  const {
    id = "42",
    key = "IAM-42",
    fields = {},
  }: Partial<Answered> = SYSTEMS[system as keyof typeof SYSTEMS];
  const reply = { target: { system, id, key, fields }, visible };
  const response = await fetch(worker.url, { method: "POST", body: JSON.stringify({ reply, step }) });
  return ((await response.json()) as { outcome: string }).outcome;
}

describe.for(Object.entries(SYSTEMS))(
  "the simulated API of %s, which enforces the vendor's documented rules,",
  ([system, { state, noState }]) => {
    it("accepts a public or internal message", async () => {
      expect(await sent(system, DONE)).toBe("sent");
      expect(await sent(system, DONE, false)).toBe("sent");
    });

    if (findReplier(system).comment)
      it("accepts a note about the approval that a plan waits for", async () => {
        const note = writeWait(WAITS, "Europe/Berlin", "https://reeve.example.com") ?? DONE;
        expect(await sent(system, note)).toBe("sent");
        const said = JSON.stringify(stubs.get(system)?.asked.at(-1)?.body);
        expect(said).toContain("Without a decision by 27 Nov 2026, 10:30 ");
        expect(said).toContain("https://reeve.example.com/runs/run_1");
      });

    it("accepts an existing ticket state", async () => {
      expect(await sent(system, state)).toBe("sent");
    });

    if (noState !== undefined)
      it("rejects an unknown ticket state", async () => {
        expect(await sent(system, noState)).toMatch(/^sender_(refused|bad_request)$/);
      });

    it("is not called twice if the outcome of a call is unknown", async () => {
      const stub = stubs.get(system);
      const before = stub?.asked.length ?? 0;
      // Before the change these systems are read, which can fail without an effect.
      const reads = system === "jira" || system === "linear";
      stub?.fail("lost after");
      expect(await sent(system, state)).toBe(reads ? "sender_unavailable" : "sender_outcome_unknown");
      expect(stub?.asked).toHaveLength(before + 1);
    });

    it("rejects a request without a credential", async () => {
      const { status } = await fetch(new URL("/graphql", stubs.get(system)?.url), {
        method: "POST",
        body: "{}",
      });
      expect(status).toBe(401);
    });
  },
);
