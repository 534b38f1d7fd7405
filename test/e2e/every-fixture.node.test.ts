import { describe, expect, it } from "vitest";
import { deliver, fixture, fixtures } from "../../src/cli/send/deliver.ts";
import { settled } from "../../src/cli/shared/reeve-api.ts";
import { senders } from "../../src/sandbox/vendors/senders.ts";
import { startVendor, startVendors, type VendorStub } from "../vendors/stub.ts";
import { TICKET_VENDORS } from "../vendors/tickets.ts";
import { RuledReeve } from "./ruled-reeve.ts";

/** The state that each system accepts for a completed ticket, and the number of requests that set it. */
const STATES: Readonly<Record<keyof typeof TICKET_VENDORS, readonly [state: string, requests: number]>> = {
  jira: ["Done", 1],
  servicenow: ["6", 1],
  zendesk: ["solved", 1],
  freshservice: ["4", 1],
  // Linear is asked for the states of the team by the same method.
  linear: ["Done", 2],
  github: ["completed", 1],
};

let stubs: Map<string, VendorStub>;
const lines: string[] = [];
const reeve = RuledReeve.forFile(async (stopped) => {
  const vendors = await startVendors(TICKET_VENDORS);
  stubs = vendors.stubs;
  stubs.forEach(stopped);
  const replies = Object.fromEntries(
    Object.entries(STATES).map(([system, [done]]) => [system, { move: { done } }]),
  );
  const log = (line: string) => void lines.push(line);
  return { enabled: ["test-tell", "requested-action"], replies, bindings: vendors.bindings, log };
});

const seen = new Set<string>();
/** The number of requests that each system must have received. */
const requests = new Map<string, number>();
/** The systems in which a ticket was moved. */
const moved = new Set<string>();

describe.each(senders.map((sender) => [sender.source, sender] as const))("%s", (source, sender) => {
  it.concurrent.for(fixtures(source))(
    "%s is accepted, and any run that it starts ends in an expected state and replies to its ticket",
    async (file) => {
      const response = await deliver(reeve.url, sender, fixture(source, file));
      const answer = await response.text();
      // A rejected sender gets no reason, but the log has the failed check.
      const refusals = lines.filter((line) => line.includes("delivery_refused"));
      expect(response.status, `${answer} ${refusals}`).toBeOneOf([200, 202]);
      const { event, events = event === undefined ? [] : [event] } = JSON.parse(answer) as {
        event?: string;
        events?: string[];
      };
      expect(events.length).toBeGreaterThan(0);
      // Two recordings can be about the same change, which is recognized the second time.
      for (const id of events.filter((one) => !seen.has(one))) {
        seen.add(id);
        const recorded = await settled(reeve.url, id);
        // A delivery that no automation uses is recorded as ignored, with the reason.
        if (recorded.state === "ignored") continue;
        expect(recorded.runs).toHaveLength(1);
        for (const one of recorded.runs) {
          const run = await reeve.until(one.id, () => true);
          const ended = run.problem?.code ?? run.state;
          // Workers named only by an id can't be read here, because this Reeve has no access to an HR system.
          // Recordings about one person contradict each other, so that later ones replace earlier ones. The recorded
          // deletion of a ticket withdraws the runs of its other recordings.
          expect(["done", "scheduled", "ignored", "cancelled", "sender_not_configured"]).toContain(ended);
          if (run.reply) {
            const system = run.reply.target.system as keyof typeof STATES;
            const [state, moves] = STATES[system];
            const reply = await reeve.replied(run);
            expect(reply).toMatchObject({ type: "reply.sent", detail: { to: system } });
            // A ticket that a person has moved, in another recording, stays where it is.
            const isMoved = reply.detail["moved"] === state;
            if (isMoved) moved.add(system);
            requests.set(system, (requests.get(system) ?? 0) + 1 + (isMoved ? moves : 0));
          }
          const isTicket = /^(jira|servicenow|zendesk|freshservice|linear|github):/.test(run.subject);
          if (isTicket && run.state === "done") expect(run.reply).not.toBeNull();
        }
      }
    },
  );
});

it("each ticket system gets the expected replies and moves, and no other writes", () => {
  const told = Array.from(stubs, ([system, { asked }]) => {
    const writes = asked.filter(({ method, path }) => method !== "GET" && path !== "/oauth/tokens");
    return [system, writes.length] as const;
  });
  expect(new Map(told.filter(([, count]) => count > 0))).toEqual(requests);
  expect(moved).toEqual(new Set(Object.keys(STATES)));
});

it("no request is sent to the URLs in deliveries, and no sender's secret is logged", async () => {
  const somewhere = await startVendor(() => ({ status: 200 }));
  lines.length = 0;
  for (const sender of senders)
    for (const file of fixtures(sender.source)) {
      const { body, headers } = fixture(sender.source, file);
      const named = body.replaceAll(/https:\/\/[\w.-]+/g, somewhere.url);
      await deliver(reeve.url, sender, { body: named, headers });
    }
  await expect.poll(() => lines.filter((line) => line.includes('"message":"run"')).length).toBeGreaterThan(0);
  expect(somewhere.asked).toEqual([]);
  for (const { localSecret } of senders) expect(lines.join()).not.toContain(localSecret);
  await somewhere.stop();
});
