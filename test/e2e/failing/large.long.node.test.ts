// Tests that events of any size are recorded or fail with a reason, and that they block no later events.
import { beforeAll, describe, expect, it } from "vitest";
import { RuledReeve } from "../ruled-reeve.ts";
import { NORA } from "../tickets.ts";

const OWN = "test-own";
const MANY = "test-many";

const reeve = RuledReeve.forFile({ enabled: [OWN, MANY] });
let statements: Awaited<ReturnType<typeof prepared>>;
beforeAll(async () => {
  statements = await prepared();
});

/**
 * Prepares statements that run while the Worker is busy, by running each once. At the first run of a statement,
 * Miniflare stops this process until the Worker responds, but a busy Worker waits until its log lines are read.
 */
async function prepared() {
  const ledger = await reeve.ledger();
  const counted = ledger.prepare("SELECT count(*) AS n FROM events");
  const away = ledger.prepare(
    "CREATE TRIGGER away BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'Network connection lost.'); END",
  );
  const back = ledger.prepare("DROP TRIGGER away");
  for (const statement of [away, back, counted]) await statement.run();
  await counted.first();
  return { counted, away, back };
}

const onRecord = async () => (await statements.counted.first<{ n: number }>())?.n ?? 0;

/** Waits until this number of events is recorded. */
const until = (count: number) => expect.poll(onRecord).toBe(count);

/** Sends an ordinary ticket, and waits until it is done. */
async function ordinary(role: string): Promise<void> {
  const event = await reeve.send({ role });
  await reeve.runOf(event, OWN, "done");
  await expect.poll(() => reeve.roles()).toContain(role);
}

describe("the ledger", () => {
  it("records 24 concurrent deliveries of 400 KB, and then an ordinary event", async () => {
    const before = await onRecord();
    const description = "d".repeat(400_000);
    const events = await Promise.all(Array.from({ length: 24 }, () => reeve.send({ description })));
    await until(before + 24);
    expect(JSON.stringify(await reeve.get(`events/${events[0]}`))).toContain(description);
    await ordinary("after-24");
  });

  it("records 300 ordinary events once it is available again", async () => {
    const before = await onRecord();
    await statements.away.run();
    const description = "a description of some length. ".repeat(200);
    await Promise.all(Array.from({ length: 300 }, () => reeve.send({ description })));
    expect(await onRecord()).toBe(before);
    await statements.back.run();
    await until(before + 300);
    await ordinary("after-300");
  });

  it("records that an event was rejected because its subject was too long", async () => {
    const ticket = reeve.ticket({ role: "r" }, "i".repeat(2_000));
    const answer = await reeve.deliver(ticket);
    expect(answer.status).toBe(413);
    const detail = "the event's subject is longer than 1000 bytes";
    expect(await answer.json()).toMatchObject({ title: "delivery_too_large", detail });
    const ledger = await reeve.ledger();
    await expect
      .poll(() => ledger.prepare("SELECT count(*) AS n FROM events WHERE detail = ?").bind(detail).first())
      .toEqual({ n: 1 });
    await ordinary("after-subject");
  });

  it("records a run that failed because its plan has 18,000 actions", async () => {
    const event = await reeve.send({ many: "18000" });
    const run = await reeve.runOf(event, MANY, "failed");
    expect(run.problem).toMatchObject({
      code: "plan_too_large",
      message: "the proposal exceeds the limit of 750000 bytes",
    });
    await ordinary("after-plan");
    expect((await reeve.decide(run, { decision: "retried" }, NORA)).status).toBe(200);
  });
});
