import { describe, expect, it } from "vitest";
import { RuledReeve } from "../ruled-reeve.ts";

const OWN = "test-own";
const EVENTS = 1_000;
/** Number of concurrent deliveries. */
const SENDERS = 50;

const reeve = RuledReeve.forFile({ enabled: [OWN] });

describe("a burst of 1,000 deliveries, each sent twice", () => {
  const answers = new Map<string, { status: number; event: string }[]>();

  it("is acknowledged with a 202 and a 200 for each delivery, both for the same event", async () => {
    const tickets = Array.from({ length: EVENTS }, (_, n) => reeve.ticket({ role: `burst-${n}` }));
    // Each delivery follows its copy, so that both are in flight together.
    const queue = tickets.flatMap((ticket) => [ticket, ticket]).values();
    const sender = async () => {
      for (const ticket of queue) {
        const response = await reeve.deliver(ticket);
        const { event } = (await response.json()) as { event: string };
        answers.set(ticket.id, [...(answers.get(ticket.id) ?? []), { status: response.status, event }]);
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, sender));

    expect(answers.size).toBe(EVENTS);
    const pairs = Array.from(answers.values());
    expect(
      new Set(
        pairs.map((pair) =>
          pair
            .map(({ status }) => status)
            .sort()
            .join(),
        ),
      ),
    ).toEqual(new Set(["200,202"]));
    expect(new Set(pairs.map((pair) => new Set(pair.map(({ event }) => event)).size))).toEqual(new Set([1]));
    expect(new Set(pairs.map(([first]) => first?.event)).size).toBe(EVENTS);
  });

  it("leads to 1,000 runs, all of which are done once", async () => {
    const ledger = await reeve.ledger();
    // Prepare this only once: meanwhile Miniflare stops this process, and nothing reads the Worker's log lines.
    const recorded = ledger.prepare(
      `SELECT (SELECT count(*) FROM events) AS events, count(*) AS runs, count(DISTINCT event_id) AS ofEvents,
                  sum(state = 'done') AS done FROM runs`,
    );
    await expect
      .poll(() => recorded.first())
      .toEqual({ events: EVENTS, runs: EVENTS, ofEvents: EVENTS, done: EVENTS });
    await expect.poll(() => reeve.roles()).toHaveLength(EVENTS);
    expect(await reeve.carriedOut("createConnectorOwner")).toBe(EVENTS);
  });

  it("is recorded in a verifiable audit trail with one effect per event", async () => {
    const applied = (await reeve.audit()).filter(({ type }) => type === "effect.applied");
    expect(applied).toHaveLength(EVENTS);
    expect(new Set(applied.map(({ eventId }) => eventId)).size).toBe(EVENTS);
  });
});
