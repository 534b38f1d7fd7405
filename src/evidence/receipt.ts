// Makes the receipt of a run: requester, possible approvers, decisions, plan, calls, and their positions in the audit
// trail.
import { canonicalJson } from "../base/hash.ts";
import { type ProvableRun, readProvable } from "../ledger/evidence/provable.ts";
import { readLink } from "../ledger/people/texts.ts";
import { isFinished, isProvable, makePlan, type Run } from "../runs/run.ts";
import { type Envelope, seal } from "./dsse.ts";
import type { Signer } from "./keys.ts";
import { withPseudonyms } from "./pseudonyms.ts";
import type { EvidenceSettings } from "./settings.ts";

/** Media type of an in-toto Statement in an envelope: github.com/in-toto/attestation, spec/v1/envelope.md */
export const STATEMENT_TYPE = "application/vnd.in-toto+json";
/** Predicate type of the second statement about a run: how its follow-ups ended. */
export const FOLLOW_UP_TYPE = "https://reeve.example/follow-up/v1";
/** Predicate type of a receipt, with the version of its properties. It is only a name: nothing is at this address. */
export const RECEIPT_TYPE = "https://reeve.example/receipt/v1";

/** The data that every receipt needs. */
export interface Issuer {
  readonly signer: Signer;
  readonly people: EvidenceSettings["people"];
  /** The ledger, which contains the pseudonyms of people. */
  readonly db: D1Database;
  /** The deployed version that makes the receipt, or `null` if the platform provides none. */
  readonly code: { readonly id: string; readonly tag: string; readonly timestamp: string } | null;
  /** SHA-256 of the version's settings, in hexadecimal. */
  readonly settings: string;
}

const time = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

/**
 * Makes the signed statements about a run whose calls have ended. The first is the receipt. The second states how the
 * run's follow-ups ended, and is made once all of them have ended. The same records, settings, code and key give the
 * same bytes.
 * @returns an empty list for a run whose calls have not ended
 */
export async function makeStatements(provable: ProvableRun, issuer: Issuer): Promise<readonly Envelope[]> {
  const run = provable.run;
  if (!isProvable(run)) return [];
  const hash = run.plan?.hash ?? (await makePlan(run.automation, [])).hash;
  const subject = [{ name: run.id, digest: { sha256: hash } }];
  const state = (predicateType: string, predicate: object) => {
    const statement = { _type: "https://in-toto.io/Statement/v1", subject, predicateType, predicate };
    return seal(STATEMENT_TYPE, canonicalJson(statement), issuer.signer);
  };
  const receipt = await describe(run, provable, issuer);
  const { run: about, plan, followUps, decided, record, issuer: by } = receipt;
  const [ended, entries] = [decided, record].map((list) => list.filter(({ type }) => FOLLOWED.test(type)));
  const second = { run: about, plan, followUps, decided: ended, record: entries, issuer: by };
  return Promise.all([
    state(RECEIPT_TYPE, receipt),
    ...(followUps.length > 0 && isFinished(run) ? [state(FOLLOW_UP_TYPE, second)] : []),
  ]);
}

/** Matches the types of audit entries that end a follow-up. */
const FOLLOWED = /^follow_up\.(done|not_done)$/;

async function describe(run: Run, { source, authentication, headline, links }: ProvableRun, issuer: Issuer) {
  const { plan, stages = [], journal } = run;
  const named = issuer.people === "names";
  const decided = links
    .map((one) => (named ? readLink(one) : one.link))
    .filter(({ actor, type }) => (actor !== null && actor !== "reeve") || FOLLOWED.test(type));
  const open = {
    asked: {
      by: headline?.askedBy ?? null,
      agent: run.agent ?? null,
      way: headline?.way ?? null,
      source,
      authentication,
      ticket: headline?.key ?? null,
      // A ticket's title might name any person, so a receipt with pseudonyms omits it.
      title: named ? (headline?.title ?? null) : null,
    },
    plan: plan && {
      hash: plan.hash,
      actions: plan.actions.map(({ action, target, input, summary }) => ({ action, target, input, summary })),
    },
    approval: {
      reasons: run.approvalReasons,
      ...(plan && run.approvalReasons.length === 0 && { none: "no rule of the policy asked for one" }),
      stages: stages.map(({ name, count, role, people }) => ({
        name,
        count,
        anyApprover: role !== "no",
        people: people.map(({ emails: [email], id, for: absent }) => ({
          email: email ?? null,
          id,
          ...(absent !== undefined && { for: absent }),
        })),
      })),
    },
    calls: listCalls(plan).map(({ step, operation, input }, n) => {
      const { state = "planned", attempts = 0, settledAt, answer, wasMissing, shows } = journal[n] ?? {};
      return {
        step,
        operation,
        input,
        state,
        attempts,
        at: time(settledAt),
        answer: answer ?? null,
        ...(wasMissing && { wasMissing }),
        ...(shows && { readBack: { is: shows.is, at: time(shows.at) } }),
      };
    }),
    followUps: (run.followUps ?? []).map(({ step, dueAt, task, end }) => ({
      step,
      approvalReasons: task ?? plan?.actions[step]?.followUp?.task ?? plan?.actions[step]?.summary ?? null,
      due: time(dueAt),
      state: end?.verdict ?? "open",
      at: time(end?.at),
    })),
    problem: run.problem && { code: run.problem.code, message: run.problem.message },
    ignored: run.ignored,
    ...(run.omitted !== undefined && { omitted: run.omitted }),
  };
  return {
    run: {
      id: run.id,
      event: run.eventId,
      automation: run.automation,
      mode: run.mode,
      state: run.state,
      version: run.version,
      began: time(run.createdAt),
      changed: time(run.updatedAt),
      ...(run.sameAs !== undefined && { sameAs: run.sameAs }),
    },
    ...(named ? open : await withPseudonyms(issuer.db, open, run.names ?? [])),
    decided: decided.map(({ type, actor, at, detail }) => ({
      type,
      by: actor,
      at: time(at),
      plan: detail["hash"] ?? null,
      stage: detail["stage"] ?? null,
      reason: detail["reason"] ?? null,
      ...(detail["steps"] !== undefined && { steps: detail["steps"] }),
    })),
    record: links.map(({ link: { desk, seq, type, at, hash } }) => ({ desk, seq, type, at: time(at), hash })),
    // The deployed version identifies code and settings. The hash of the facts is also in the entry `plan.made`.
    planned: { code: run.facts?.code ?? null, facts: run.facts?.hash ?? null },
    issuer: { code: issuer.code, settings: issuer.settings, people: issuer.people },
  };
}

/** Lists the calls of a plan, each with the index of its action. */
const listCalls = (plan: Run["plan"]) =>
  (plan?.actions ?? []).flatMap(({ effects }, step) => effects.map((call) => ({ ...call, step })));

/** Number of runs whose receipts are made together. */
const BATCH = 50;

/** Makes the statements about runs in batches, in the order of these ids. */
export async function* makeReceipts(ids: readonly string[], issuer: Issuer) {
  for (let from = 0; from < ids.length; from += BATCH) {
    const runs = await readProvable(issuer.db, ids.slice(from, from + BATCH));
    yield (await Promise.all(runs.map((run) => makeStatements(run, issuer)))).flat();
  }
}
