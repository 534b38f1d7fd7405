// Makes the audit entries of a run's events.
import { auditType, DECISIONS, type DecisionType } from "../policy/acts.ts";
import { formatStage } from "../policy/stages.ts";
import { valueAt } from "../systems/reading/json.ts";
import type { RunEvent } from "./events.ts";
import { currentEffect, effectCalls } from "./journal.ts";
import type { Run } from "./run.ts";

/**
 * The audit entry of a decision, an effect or another change, before it is added to the audit chain. Its `type` names a
 * subject and an event, such as `effect.applied`.
 */
export interface AuditEntry {
  /** The time of the recorded change, in Unix milliseconds. */
  readonly at: number;
  readonly type: string;
  readonly runId: string | null;
  readonly eventId: string | null;
  /** The actor: an email, the name of a service, or `reeve`. */
  readonly actor: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Full names of people that the entry's text might contain. */
  readonly names?: readonly string[];
}

/** Returns the audit entry of a run event, or `null` if the event changes nothing that the trail records. */
export function makeAuditEntry(before: Run, runEvent: RunEvent, after: Run): AuditEntry | null {
  if (after.version === before.version) return null;
  const entry = (type: string, extra: AuditEntry["detail"] = {}, actor = "reeve"): AuditEntry => {
    const detail = { automation: after.automation, ...extra, state: after.state };
    const { id: runId, eventId, names } = after;
    return { at: runEvent.at, type, runId, eventId, actor, detail, ...(names && { names }) };
  };
  const effect = () => {
    const current = currentEffect(before);
    const call = before.plan && current && effectCalls(before.plan)[current.n];
    return { effect: current?.n, operation: call?.operation, path: valueAt(call?.input, "path") };
  };
  const hash = before.plan?.hash;
  const members = new Map<string, unknown>(Object.entries(runEvent));
  const given = (...names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => members.has(name)).map((name) => [name, members.get(name)]));
  if (isDecided(runEvent)) {
    const { type, by } = runEvent;
    const detail = given("hash", "stage", "onCall", "to", "verdict", "reason", "batch", "steps");
    if (type === "completed") {
      const { verdict: _, ...report } = detail;
      return entry(DECISIONS[type].verdicts[runEvent.verdict].audit[0], report, by);
    }
    const about = type === "resumed" ? { hash } : type === "reviewed" && effect();
    return entry(auditType(type, after.state !== "cancelled"), { ...about, ...detail }, by);
  }
  switch (runEvent.type) {
    case "planned": {
      const { plan, approvalReasons, stages = [], warnings = [] } = runEvent;
      const actions = plan.actions.map(({ summary, target }) => ({ summary, target }));
      return entry("plan.made", {
        hash: plan.hash,
        actions,
        ...(runEvent.facts && { facts: runEvent.facts.hash }),
        ...(after.agent !== undefined && { agent: after.agent }),
        ...(runEvent.dry !== undefined && { reason: runEvent.dry }),
        ...(approvalReasons.length > 0 && { approvalReasons }),
        ...(stages.length > 0 && { approvers: stages.map(formatStage) }),
        ...(warnings.length > 0 && { warnings }),
      });
    }
    case "ignored":
      return entry("event.ignored", given("reason", "sameAs"));
    case "scheduled":
      return entry("run.scheduled", { for: runEvent.what });
    case "come_due":
    case "on_call":
    case "progressed":
      return null;
    case "admitted":
      return entry("effect.sending", effect());
    case "applied":
      return entry("effect.applied", effect());
    case "looked": {
      const [was, now] = [before, after].map(({ journal }) => journal[runEvent.n]);
      // The first verification of an effect adds no entry: the entry of the effect's call is enough.
      if (was?.shows?.is !== "not_yet" || !now?.shows || now.shows === was.shows) return null;
      return entry(`effect.${now.shows.is}`, { effect: runEvent.n, operation: now.operation });
    }
    case "failed": {
      const { code } = runEvent.failure;
      if (before.state === "planning" && after.state === "failed") return entry("plan.failed", { code });
      if (before.state === "planning") return entry("plan.delayed", { code, tries: after.failures });
      const settled = after.journal[currentEffect(before)?.n ?? -1];
      const what = settled?.state === "planned" ? "failed" : settled?.state;
      return entry(`effect.${what}`, { ...effect(), code, ...(settled?.wasMissing && { wasMissing: true }) });
    }
    case "restarted":
      return entry(
        after.journal[currentEffect(before)?.n ?? -1]?.state === "unknown"
          ? "effect.unknown"
          : "effect.interrupted",
        effect(),
      );
    case "outdated":
      return entry("plan.outdated", { hash });
    case "approval_aged":
      return entry("approval.aged", { hash });
    case "paused":
      return entry("run.paused", given("reason"));
    case "dried":
      return entry(after.paused === null ? "run.dried" : "run.paused", given("reason"));
    case "over_budget":
      return entry("run.held", { ...runEvent.hold });
    case "reminded":
      if (after.state === "awaiting_follow_up") return entry("follow_up.open", { hash });
      return entry("approval.reminded", { hash });
    case "expired":
      if (before.state === "awaiting_confirmation") return entry("plan.unconfirmed", { hash });
      return entry("approval.expired", { hash });
    case "replaced":
      return entry("run.replaced", { by: runEvent.by });
    default:
      return runEvent satisfies never;
  }
}

type Decided = Extract<RunEvent, { readonly type: DecisionType }>;
const isDecided = (runEvent: RunEvent): runEvent is Decided => Object.hasOwn(DECISIONS, runEvent.type);
