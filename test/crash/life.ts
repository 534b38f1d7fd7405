import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { recordedEvent, recordedRun, settled } from "../../src/cli/shared/reeve-api.ts";
import { control } from "../../src/cli/start/stack.ts";
import { postJson } from "../support/post-json.ts";
import { DEADLINE_MS, until } from "../support/until.ts";
import { sendAsJira } from "../vendors/jira.ts";
import { toldByReeve } from "../vendors/tickets.ts";
import { type Facts, OVER, violations } from "./invariants.ts";
import { type Lane, NEW_SECRET } from "./lane.ts";
import { readLedger } from "./ledger.ts";
import { type Process, startReeve } from "./reeve.ts";
import type { Scenario } from "./scenarios.ts";

/** The result of one life. */
export interface Life {
  readonly scenario: Scenario;
  /** The points at which to crash, one per process. */
  readonly deaths: readonly string[];
  /** The points that each process passed, in order. */
  readonly points: readonly (readonly string[])[];
  /** The tenant's calls of each operation in total. */
  readonly calls: Readonly<Record<string, number>>;
  /** The violated invariants. */
  readonly broken: readonly string[];
  /** Everything that happened, with milliseconds since the start. */
  readonly story: readonly string[];
}

/** How long the sender waits before it sends again, in milliseconds. */
const RESEND_MS = 300;
/**
 * How long a process must write no line to count as quiet, in milliseconds: longer than the time between two batches for
 * the ledger, after which an alarm ends.
 */
const QUIET_MS = 450;
/** Number of lives so far. */
let lives = 0;
/** Maximum duration of a delivery that changes nothing, in milliseconds. */
const RESENT_MS = 100;
const LIVED = "lived to the end";
const DELIVERY_ID = "crash-sweep-delivery";

/**
 * Runs one life: sends a delivery, crashes Reeve at each given point and restarts it on the same disk, until all is
 * recorded. The sender repeats the delivery until it is acknowledged, as Jira does; after that, Reeve only receives
 * read requests. At the end the delivery is sent once more, which must change nothing.
 */
export async function live(lane: Lane, scenario: Scenario, deaths: readonly string[]): Promise<Life> {
  const started = performance.now();
  const story: string[] = [];
  const tell = (what: string) =>
    story.push(`${(performance.now() - started).toFixed(0).padStart(6)} ${what}`);
  const callCounts = async () =>
    (await control<{ calls: Record<string, number> }>(lane.tenant, "GET", "calls")).calls;

  const bindings = await lane.reset(scenario);
  const askedBefore = lane.jira.asked.length;
  const folder = await lane.newDisk();
  const points: (readonly string[])[] = [];
  const died: Facts["died"][number][] = [];
  const troubles: string[] = [];
  const answers: { status: number; event: string }[] = [];
  let acknowledged: string | undefined;
  let isWithdrawn = false;
  let decided = false;
  /** Differs from life to life, so that the cancels meet the runs at every step. */
  let cancelAfterMs = lives++ % 60;
  const yes = new Set<string>();
  let runs: Facts["runs"] = [];

  async function send(reeve: Process, body = scenario.body, id = DELIVERY_ID): Promise<string | undefined> {
    // The secret is being replaced, so the sender signs with one of two.
    const secret = answers.length % 2 === 0 ? {} : { secret: NEW_SECRET };
    const answer = await sendAsJira(reeve.url, body, { id, ...secret });
    const { event = "" } = (await answer.json()) as { event?: string };
    if (id === DELIVERY_ID) answers.push({ status: answer.status, event });
    tell(`the sender is answered ${answer.status} ${event}`);
    return answer.ok ? event : undefined;
  }

  /** Withdraws the waiting plan, repeatedly until that is acknowledged, and waits for its end. */
  async function withdraw(reeve: Process, event: string, body: string): Promise<Facts["runs"]> {
    const runsNow = async () => (await settled(reeve.url, event)).runs;
    if (!isWithdrawn)
      await until("the ticket to be withdrawn", () => send(reeve, body, `${DELIVERY_ID}-back`));
    isWithdrawn = true;
    return until("what waits to end", async () => {
      const now = await runsNow();
      return now.every(({ state }) => state !== "awaiting_approval") ? now : undefined;
    });
  }

  /**
   * Approves the waiting plan as one person after the other, each repeatedly until it is acknowledged, and waits for
   * its end.
   */
  async function approve(reeve: Process, event: string, people: readonly string[]): Promise<Facts["runs"]> {
    for (const [n, by] of people.entries())
      await until(`${by} to have approved`, async () => {
        const [{ id = "" } = {}] = (await settled(reeve.url, event)).runs;
        const { plan, approvals, state } = await recordedRun(reeve.url, id);
        if (approvals.some((approval) => approval.by === by)) return true;
        if (yes.has(by) || state !== "awaiting_approval" || approvals.length !== n) return undefined;
        const decision = { decision: "approved", hash: plan?.hash, reason: "agreed" };
        const answer = await postJson(reeve.url, `/api/runs/${id}/decisions`, decision, by);
        tell(`${by} approves: ${answer.status}`);
        if (answer.ok) yes.add(by);
        return undefined;
      });
    return until("what is approved to be done", async () => {
      const now = (await settled(reeve.url, event)).runs;
      return now.every(({ state }) => state === "done" || state === "dry_run") ? now : undefined;
    });
  }

  async function post(reeve: Process, path: string, body: object): Promise<boolean> {
    const answer = await postJson(reeve.url, path, { reason: "stop it", ...body });
    tell(`${path} is answered ${answer.status}`);
    return answer.ok;
  }

  /** Lifts the pause and cancels the event's run, again and again until that is acknowledged or the run is over. */
  const cancel = (reeve: Process, event: string): Promise<true> =>
    until("the run to be cancelled or over", async () => {
      const { runs: now } = await recordedEvent(reeve.url, event, DEADLINE_MS);
      if (now.every(({ state }) => OVER.has(state))) return true;
      const lift = () => post(reeve, "/api/pauses/lifted", { automation: scenario.automation });
      const cancels = now.map(({ id }) => async () => {
        await sleep(cancelAfterMs++);
        return post(reeve, `/api/runs/${id}/decisions`, { decision: "cancelled" });
      });
      return (await Promise.all([lift, ...cancels].map((one) => one()))).every(Boolean);
    });

  /** Reports an open follow-up as done, repeatedly until that is acknowledged, and waits for the end of its run. */
  const report = (reeve: Process, event: string, by: string): Promise<Facts["runs"]> =>
    until("the follow-up to end", async () => {
      const now = (await settled(reeve.url, event)).runs;
      const open = now.find(({ state }) => state === "awaiting_follow_up");
      if (!open) return now;
      const decision = { decision: "completed", verdict: "done", reason: "started" };
      const answer = await postJson(reeve.url, `/api/runs/${open.id}/decisions`, decision, by);
      tell(`${by} reports: ${answer.status}`);
      return undefined;
    });

  /** Retries the failed run, repeatedly until that is acknowledged, and waits for its end. */
  async function tryAgain(reeve: Process, event: string): Promise<Facts["runs"]> {
    const decision = { decision: "retried", filter: { state: "failed" }, reason: "it may now" };
    return until("what failed to be tried again", async () => {
      const now = (await settled(reeve.url, event)).runs;
      if (now.every(({ state }) => state === "done")) return now;
      if (decided) return undefined;
      const answer = await postJson(reeve.url, "/api/batches", decision);
      tell(`the decision is answered ${answer.status}`);
      // The decision is rejected while an earlier one, whose response was lost, is carried out.
      decided = answer.status === 202;
      return undefined;
    });
  }

  async function goOn(reeve: Process, resends: boolean): Promise<string> {
    if (acknowledged === undefined && resends) await sleep(RESEND_MS);
    if (scenario.cancelled && acknowledged === undefined)
      await until("the pause", () => post(reeve, "/api/pauses", { automation: scenario.automation }));
    acknowledged ??= await until("the delivery to be acknowledged", () => send(reeve));
    if (scenario.cancelled) await cancel(reeve, acknowledged);
    ({ runs } = await settled(reeve.url, acknowledged));
    if (scenario.dried)
      await until("the switch", () => post(reeve, "/api/dry-runs", { automation: scenario.automation }));
    if (scenario.withdrawn) runs = await withdraw(reeve, acknowledged, scenario.withdrawn);
    if (scenario.approvedBy) runs = await approve(reeve, acknowledged, scenario.approvedBy);
    if (scenario.reportedBy) runs = await report(reeve, acknowledged, scenario.reportedBy);
    if (scenario.triedAgain) runs = await tryAgain(reeve, acknowledged);
    const lastNote = scenario.replied ? '"reply.' : scenario.ticketed ? '"ticket.created' : null;
    if (lastNote)
      await until(`the note ${lastNote}`, async () =>
        (await (await fetch(new URL("/api/audit.ndjson", reeve.url))).text()).includes(lastNote),
      );
    tell("settled, on record");
    await reeve.quiet(QUIET_MS);
    await send(reeve);
    await reeve.quiet(RESENT_MS);
    return LIVED;
  }

  for (const crashAt of [...deaths, undefined]) {
    tell(crashAt ? `Reeve starts, to die at: ${crashAt}` : "Reeve starts");
    const reeve = await startReeve({ folder, bindings, log: tell, ...(crashAt ? { crashAt } : {}) });
    points.push(reeve.points);
    const going = goOn(reeve, points.length > 1).catch((error: unknown) => String(error));
    const end = await Promise.race([going, reeve.dying]);
    await reeve.kill();
    if (end !== undefined) {
      if (end !== LIVED) troubles.push(end);
      break;
    }
    await going;
    died.push({ points: reeve.points, calls: await callCounts() });
    tell("killed");
  }

  const calls = await callCounts();
  const made = await Promise.all(scenario.effects.map((effect) => effect.made(lane.tenant)));
  const ledger = readLedger(folder);
  const asked = lane.jira.asked.slice(askedBefore);
  const told = toldByReeve({ ...lane.jira, asked }, "10427");
  const tickets = asked.filter(({ method, path }) => method === "POST" && path.endsWith("/issue")).length;
  tell(
    `calls ${JSON.stringify(calls, (_, value) => value || undefined)}, made ${made}, ${JSON.stringify(ledger)}`,
  );
  await rm(folder, { recursive: true, force: true });
  const broken = [
    ...troubles,
    ...violations(scenario, { died, points, answers, runs, calls, made, ledger, told, tickets }),
  ];
  return { scenario, deaths, points, calls, broken, story };
}
