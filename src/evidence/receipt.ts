// The receipt of a run: who asked, who could decide and who did, the plan, its calls and their places in the audit trail.
import { canonicalJson } from "../base/hash.ts";
import { type ProvableRun, readProvable } from "../ledger/evidence/provable.ts";
import { readLink } from "../ledger/people/texts.ts";
import { effectCalls } from "../runs/journal.ts";
import { isFinished, isProvable, makePlan, type Run } from "../runs/run.ts";
import { type Envelope, seal } from "./dsse.ts";
import type { Signer } from "./keys.ts";
import { withPseudonyms } from "./pseudonyms.ts";
import type { EvidenceSettings } from "./settings.ts";

/** Media type of an in-toto Statement in an envelope: github.com/in-toto/attestation, spec/v1/envelope.md */
export const STATEMENT_TYPE = "application/vnd.in-toto+json";
/** The second statement about a run: how its follow-ups ended. */
export const FOLLOW_UP_TYPE = "https://reeve.example/follow-up/v1";
/** Names the members of `predicate`, by version. It is a name alone: nothing is at this address. */
export const RECEIPT_TYPE = "https://reeve.example/receipt/v1";

/** What every receipt is made with. */
export interface Issuer {
  readonly signer: Signer;
  readonly people: EvidenceSettings["people"];
  /** The ledger, which has the pseudonyms of people. */
  readonly db: D1Database;
  /** The deployed version that makes the receipt; `null` where the platform names none. */
  readonly code: { readonly id: string; readonly tag: string; readonly timestamp: string } | null;
  /** SHA-256 (hex) of its settings. */
  readonly settings: string;
}

const time = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

/**
 * The signed statements about a run whose calls are made. The first is the receipt; the second says how its follow-ups
 * ended, once all have. The same record, settings, code and key give the same bytes.
 * @returns none for a run that goes on
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

/** The entries of the trail that end a follow-up. */
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
      // The words of a ticket may name anybody.
      title: named ? (headline?.title ?? null) : null,
    },
    plan: plan && {
      hash: plan.hash,
      actions: plan.actions.map(({ action, target, input, summary }) => ({ action, target, input, summary })),
    },
    approval: {
      reasons: run.asks,
      ...(plan && run.asks.length === 0 && { none: "no rule of the policy asked for one" }),
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
    calls: (plan ? effectCalls(plan) : []).map(({ operation, input }, n) => {
      const { state = "planned", attempts = 0, settledAt, answer, gone, shows } = journal[n] ?? {};
      return {
        operation,
        input,
        state,
        attempts,
        at: time(settledAt),
        answer: answer ?? null,
        ...(gone && { gone }),
        ...(shows && { readBack: { is: shows.is, at: time(shows.at) } }),
      };
    }),
    followUps: (run.followUps ?? []).map(({ step, dueAt, end }) => ({
      step,
      asks: plan?.actions[step]?.followUp?.asks ?? plan?.actions[step]?.summary ?? null,
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
    // The deployed version has code and settings; the hash is in the entry `plan.made` too.
    planned: { code: run.facts?.code ?? null, facts: run.facts?.hash ?? null },
    issuer: { code: issuer.code, settings: issuer.settings, people: issuer.people },
  };
}

/** Runs of which a batch of receipts is made. */
const BATCH = 50;

/** Statements about runs, in batches, in the order of these ids. */
export async function* makeReceipts(ids: readonly string[], issuer: Issuer) {
  for (let from = 0; from < ids.length; from += BATCH) {
    const runs = await readProvable(issuer.db, ids.slice(from, from + BATCH));
    yield (await Promise.all(runs.map((run) => makeStatements(run, issuer)))).flat();
  }
}
