import type { Ledger } from "./ledger.ts";
import type { ExpectedEffect, Scenario } from "./scenarios.ts";

type Calls = Readonly<Record<string, number>>;

/** The facts about a life after its end. */
export interface Facts {
  /** For each crash: the points passed, the last of which is the crash itself, and the tenant's calls until then. */
  readonly died: readonly { readonly points: readonly string[]; readonly calls: Calls }[];
  /** The points that each process passed, in order. */
  readonly points: readonly (readonly string[])[];
  /** The responses to the sender. */
  readonly answers: readonly { readonly status: number; readonly event: string }[];
  /** The runs of the event, as the API shows them. */
  readonly runs: readonly { readonly id: string; readonly state: string }[];
  readonly calls: Calls;
  /** For each effect, the number of objects that the effect created. */
  readonly made: readonly number[];
  readonly ledger: Ledger;
  /** The replies on the ticket: its comments, and its moves. */
  readonly told: readonly string[];
  /** The number of tickets that were created. */
  readonly tickets: number;
}

/** The states in which a person can't cancel a run. */
export const OVER: ReadonlySet<string> = new Set(["cancelled", "done", "needs_review"]);

/** Lists the invariants that a life violated; empty if there is no violation. */
export function violations(
  { effects, faults, withdrawn, replied, ticketed, dried, cancelled }: Scenario,
  facts: Facts,
): string[] {
  const { died, points, answers, runs, calls, made, ledger, told, tickets } = facts;
  const broken: string[] = [];
  const must = (holds: boolean, what: string) => void (holds || broken.push(what));

  const events = new Set(answers.map(({ event }) => event));
  must(events.size === 1, `one delivery is one event, not ${[...events]}`);
  must(
    answers.at(-1)?.status === 200,
    `the delivery, sent again at the end, is known: ${answers.at(-1)?.status}`,
  );
  // A delivery without a run is not remembered: after a crash it can be accepted once more, but ends nothing more.
  const others = ledger.events.length - 1;
  must(
    events.has(ledger.events[0] ?? "") &&
      (withdrawn ? others >= 1 && others <= 1 + died.length : others === 0),
    `each event on record, once: ${ledger.events}`,
  );
  must(ledger.runs.length === 1, `one run on record: ${ledger.runs}`);
  const operations = ledger.effects.map(({ operation }) => operation);
  must(
    withdrawn !== undefined ||
      dried ||
      cancelled ||
      String(operations) === String(effects.map(({ operation }) => operation)),
    `each effect on record once: ${operations}`,
  );

  if (withdrawn || dried) {
    const called = effects.filter(({ operation }, n) => calls[operation] || made[n]);
    must(called.length === 0, `nothing is called: ${called.map(({ operation }) => operation)}`);
    must(
      runs.length === 1 && runs[0]?.state === (dried ? "dry_run" : "cancelled"),
      `the run ends without a call: ${JSON.stringify(runs)}`,
    );
    return broken;
  }

  if (cancelled) {
    for (const [n, effect] of effects.entries()) {
      const { state = "none" } = ledger.effects[n] ?? {};
      const isAsSaid =
        made[n] === (state === "applied" ? 1 : 0) || state === "unknown" || state === "sending";
      const what = `${effect.operation} (${state}, ${calls[effect.operation]} calls, ${made[n]} made)`;
      must(isAsSaid && Number(made[n]) <= 1, `${what}: on record as it happened`);
      if (effect.once) must((calls[effect.operation] ?? 0) <= 1, `${what}: called once at most`);
    }
    const state = runs[0]?.state ?? "";
    must(OVER.has(state) || state === "awaiting_follow_up", `the run has ended: ${JSON.stringify(runs)}`);
    return broken;
  }

  const moves = told.filter((one) => one.startsWith("to "));
  const isTold = told.length === 2 && moves.length === 1;
  must(moves.length <= 1 && told.length - moves.length <= 1, `each request of the reply left once: ${told}`);
  must(
    ledger.replies.includes("reply.sent") ? isTold : !replied || ledger.replies.includes("reply.unknown"),
    `the reply was sent, if and only if the trail says so (${ledger.replies}): ${told}`,
  );
  must(died.length > 0 || !replied || isTold, `the reply is sent: ${told}`);
  must(tickets === (ticketed ? 1 : 0), `the ticket is created once: ${tickets}`);
  let inReview = false;
  for (const [n, effect] of effects.entries()) {
    const state = ledger.effects[n]?.state;
    const count = calls[effect.operation] ?? 0;
    const what = `${effect.operation} (${state}, ${count} calls, ${made[n]} made)`;
    for (const declined of points) {
      const first = afterSending(effect, declined)?.find((point) => point.startsWith("call "));
      must(!first || first.startsWith(`call ${effect.call} `), `${what}: after \`sending\` comes ${first}`);
    }
    if (!effect.once) {
      const faulted = faults.reduce(
        (sum, { operation, count: times }) => sum + (operation === effect.operation ? times : 0),
        0,
      );
      must(state === "applied" && made[n] === 1, `${what}: applied, and one made`);
      must(count <= 1 + died.length + faulted, `${what}: called again only after a death or a fault`);
      continue;
    }
    must(count <= 1 && made[n] === count, `${what}: called once at most`);
    if (state === "applied") {
      must(made[n] === 1, `${what}: made, as it is on record`);
    } else {
      inReview = true;
      must(state === "unknown", `${what}: applied or unknown`);
      must(
        died.some((death) => mayHaveLeft(effect, death)),
        `${what}: unknown only where its call may have left`,
      );
    }
  }
  const expected = inReview ? "needs_review" : "done";
  must(runs.length === 1 && runs[0]?.state === expected, `the run is ${expected}: ${JSON.stringify(runs)}`);
  return broken;
}

/**
 * Returns true if a crash happened after the effect was stored as `sending` and before its outcome was. Then
 * its call might have left: the only steps in between that take time are the write to disk and the call itself.
 */
const mayHaveLeft = (effect: ExpectedEffect, { points, calls }: Facts["died"][number]): boolean =>
  (calls[effect.operation] ?? 0) > 0 || (afterSending(effect, points)?.length ?? 0) > 0;

/** Returns the points that a process passed after it stored an effect as `sending`, or `null` if it did not. */
function afterSending({ operation }: ExpectedEffect, points: readonly string[]): readonly string[] | null {
  const at = points.findLastIndex((point) => point.includes(`: ${operation} sending #`));
  return at < 0 ? null : points.slice(at + 1);
}
