import { describe, expect, it } from "vitest";
import { RuledReeve } from "../ruled-reeve.ts";
import { GITA, HUGO, NORA } from "../tickets.ts";

const OWN = "test-own";
/** A batch handles this number of runs in three groups. */
const RUNS = 50;
const FAILED = { state: "failed", automation: OWN };

const reeve = RuledReeve.forFile({ enabled: [OWN], bindings: { DESKS: "3" }, keeps: true });

const refuse = (count: number) => reeve.fault("createConnectorOwner", { status: 403, count });

/** Creates runs that failed because the service rejected their calls. */
async function failed(prefix: string, n: number): Promise<void> {
  await refuse(n);
  await Promise.all(Array.from({ length: n }, (_, nth) => reeve.send({ role: `${prefix}-${nth}` })));
  await expect.poll(() => reeve.count(OWN, "failed")).toBe(n);
}

const start = async (filter: object, by: string) => {
  const { status, body } = await reeve.post(
    "batches",
    { decision: "retried", filter, reason: `${by} says so` },
    by,
  );
  expect(status).toBe(202);
  return body.id ?? "";
};

describe("50 runs that failed while the service rejected calls", () => {
  it("are each retried once, even if two operators start a batch for them concurrently", async () => {
    await failed("bulk", RUNS);
    const asked = { decision: "retried", filter: FAILED, reason: "x", dryRun: true };
    const { body } = await reeve.post("batches", asked, NORA);
    expect(body).toMatchObject({ state: "preview", runs: RUNS, decided: 0 });
    const plans = Array(10).fill(expect.stringMatching(/^Plan: Make Ada Marsh an owner/));
    expect(body.preview).toEqual([expect.stringMatching(/^50: .*403/), ...plans, "Other plans: 40."]);
    expect(await reeve.count(OWN, "failed")).toBe(RUNS);

    const ids = await Promise.all([start(FAILED, NORA), start(FAILED, GITA)]);
    const batches = await Promise.all(ids.map((id) => reeve.batch(id)));
    expect(batches.map(({ state, runs, decided, refused }) => [state, runs, decided + refused])).toEqual([
      ["done", RUNS, RUNS],
      ["done", RUNS, RUNS],
    ]);
    expect(batches[0]?.decided).toBe(RUNS - (batches[1]?.decided ?? 0));
    const left = batches.flatMap((batch) => batch.left.map(({ refused }) => refused));
    expect(left).toEqual(left.map(() => expect.stringMatching(/^the run has changed since|already/)));
    expect(left).toHaveLength(RUNS);

    await expect.poll(() => reeve.count(OWN, "done")).toBe(RUNS);
    await expect.poll(async () => new Set(await reeve.roles()).size).toBe(RUNS);
    const audit = await reeve.audit();
    expect(audit.filter(({ type }) => type === "run.retried")).toHaveLength(RUNS);
    expect(audit.filter(({ type }) => type === "effect.applied")).toHaveLength(RUNS);
  });
});

describe("a batch", () => {
  it("can be stopped by another person, and continues where it stopped if it is started again, even after a crash", async () => {
    const more = 60;
    await failed("later", more);
    const id = await start({ ...FAILED, q: "later" }, NORA);
    const stopped = await reeve.post(`batches/${id}/stop`, { reason: "wait" }, GITA);
    expect(stopped).toMatchObject({ status: 200, body: { state: "stopped" } });
    const started = await reeve.post(`batches/${id}/start`, { reason: "go on" }, HUGO);
    // A fast machine might have retried all runs by then.
    expect(started.body["state"]).toMatch(/^(?:working|done)$/);
    await reeve.restart();
    expect(await reeve.batch(id)).toMatchObject({ state: "done", decided: more, refused: 0, by: HUGO });
    await expect.poll(() => reeve.count(OWN, "done")).toBe(RUNS + more);
    const audit = await reeve.audit();
    expect(audit.filter(({ type }) => type === "run.retried")).toHaveLength(RUNS + more);
    expect(audit.filter(({ type }) => type === "effect.applied")).toHaveLength(RUNS + more);
    const said = audit
      .filter(({ type }) => type.startsWith("batch."))
      .map(({ type, actor }) => [type, actor]);
    expect(said.slice(-3)).toEqual([
      ["batch.start", NORA],
      ["batch.stop", GITA],
      ["batch.start", HUGO],
    ]);
  });

  it("is rejected with the states of the matching runs if its decision applies to none of them", async () => {
    const { status, body } = await reeve.post(
      "batches",
      { decision: "resumed", filter: { automation: OWN }, reason: "x" },
      NORA,
    );
    expect([status, body.detail]).toEqual([409, expect.stringContaining(`${RUNS + 60} done`)]);
  });
});

describe("a batch that replays events for one automation", () => {
  const replayed = async (change: object, by = NORA) =>
    reeve.post(
      "batches",
      {
        ...{ decision: "replayed", automation: OWN, filter: { q: "again" }, reason: "the service is back" },
        ...change,
      },
      by,
    );
  const applied = async () => (await reeve.audit()).filter(({ type }) => type === "effect.applied").length;

  it("changes nothing in a preview or a dry run, and repeats no earlier change when it is carried out live", async () => {
    await failed("again", 3);
    const done = await reeve.send({ role: "again-done" });
    await reeve.runOf(done, OWN, "done");
    const before = await applied();

    const { body: preview } = await replayed({ dryRun: true });
    expect(preview).toMatchObject({ state: "preview", runs: 4, decided: 0 });
    expect(preview.preview).toEqual([
      `4: a run of ${OWN} for ticket.transitioned from jira`,
      "3: has run before: failed",
      "1: has run before: done",
      expect.stringContaining("so that no call is repeated"),
    ]);
    const { body: few } = await replayed({ dryRun: true, limit: 2 });
    expect(few).toMatchObject({ runs: 2 });
    expect(few.preview).toContain("More events match: these are the oldest 2.");

    const dry = await reeve.batch((await replayed({ mode: "dry_run" })).body.id ?? "");
    expect(dry).toMatchObject({ state: "done", decided: 4, refused: 0 });
    await expect.poll(() => reeve.count(OWN, "dry_run")).toBe(4);
    expect(await applied()).toBe(before);

    const live = await reeve.batch((await replayed({})).body.id ?? "");
    expect(live).toMatchObject({
      ...{ state: "done", decided: 3, refused: 1, by: NORA },
      left: [{ run: done, refused: expect.stringContaining("earlier runs of this event have made") }],
    });
    await expect.poll(applied).toBe(before + 3);
    expect(await reeve.page(`/batches/${live.id}`, NORA)).toContain(`href="/events/${done}"`);
    const audit = await reeve.audit();
    const made = audit.filter(({ type, detail }) => type === "run.replayed" && detail["batch"] === live.id);
    expect(made.map(({ actor }) => actor)).toEqual([NORA, NORA, NORA]);
  });

  it("is rejected without a filter, or if its automation does not listen to the events", async () => {
    const { status, body } = await replayed({
      filter: { q: "again" },
      automation: "leaver",
      mode: "dry_run",
    });
    expect([status, body.detail]).toEqual([
      409,
      expect.stringContaining("leaver does not listen to ticket.transitioned"),
    ]);
    expect((await replayed({ automation: "leaver" })).body.detail).toContain("only a dry run is possible");
    expect((await replayed({ automation: "none" })).body.errors).toMatchObject([{ member: "automation" }]);
    expect((await replayed({ filter: {} })).body.errors).toMatchObject([{ member: "filter" }]);
    expect((await replayed({ limit: 201 })).body.errors).toMatchObject([{ member: "limit" }]);
  });
});
