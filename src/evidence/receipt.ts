// Makes the receipt of a run: its requester, possible approvers, decisions, plan and calls, and the positions of its
// audit entries in the trail. A receipt is signed in a Dead Simple Signing Envelope
// (github.com/secure-systems-lab/dsse, protocol.md and envelope.md, version 1), and can name people by pseudonyms.
import * as z from "zod";
import { canonicalJson } from "../base/hash.ts";
import { type ProvableRun, readProvable } from "../ledger/evidence.ts";
import { EMAIL, findPseudonyms, readLink, toHandle } from "../ledger/people/texts.ts";
import { findNames, foldCase, mapTexts, splitName } from "../runs/names.ts";
import { isFinished, isProvable, makePlan, type Run } from "../runs/run.ts";
import { joined, utf8 } from "../systems/schemes/bytes.ts";
import {
  decodeBase64,
  type EvidenceSettings,
  encodeBase64,
  isSigned,
  nameKey,
  type PublicKey,
  type Signer,
} from "./keys.ts";

export const Envelope = z.object({
  payloadType: z.string(),
  payload: z.string().meta({ description: "Base64." }),
  signatures: z
    .array(z.object({ keyid: z.string().optional(), sig: z.string() }))
    .min(1)
    .meta({ description: "`keyid`: SHA-256 of the public key's 32 bytes; `sig`: Ed25519, base64." }),
});
export type Envelope = Readonly<z.infer<typeof Envelope>>;

/** Returns the bytes that are signed: PAE, the "pre-authentication encoding". Lengths are in bytes. */
export function preAuthenticate(payloadType: string, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const type = utf8(payloadType);
  return joined([`DSSEv1 ${type.length} `, type, ` ${payload.length} `, payload]);
}

export async function seal(payloadType: string, text: string, signer: Signer): Promise<Envelope> {
  const payload = utf8(text);
  const sig = await signer.sign(preAuthenticate(payloadType, payload));
  return {
    payloadType,
    payload: encodeBase64(payload),
    signatures: [{ keyid: await nameKey(signer.publicKey), sig: encodeBase64(sig) }],
  };
}

/**
 * Returns the payload of an envelope, or `null` if the payload is malformed or none of the keys signed the envelope.
 * The `keyid` is only a hint.
 */
export async function openEnvelope(
  { payloadType, payload, signatures }: Envelope,
  keys: readonly PublicKey[],
): Promise<string | null> {
  const bytes = decodeBase64(payload);
  if (!bytes) return null;
  const signed = preAuthenticate(payloadType, bytes);
  for (const { sig } of signatures) {
    const signature = decodeBase64(sig);
    if (!signature) continue;
    for (const key of keys)
      if (await isSigned(key, signed, signature)) return new TextDecoder().decode(bytes);
  }
  return null;
}

/** Properties that never name a person and that readers of a receipt need unchanged. */
const OWN = new Set("hash action operation state source authentication code is at".split(" "));

/**
 * Returns data with a pseudonym in place of each email, each name, and each word of a name, except in the properties of
 * {@link OWN}. A person who is not in the trail yet gets a new pseudonym.
 * @param known Full names that the data might contain
 */
export async function withPseudonyms<Data extends object>(
  db: D1Database,
  data: Data,
  known: readonly string[],
): Promise<Data> {
  const text = JSON.stringify(data);
  const names = [...new Set([...known, ...findNames(data)])];
  const people = [...new Set([...(text.match(EMAIL) ?? []), ...names].map(toHandle))];
  if (people.length === 0) return data;
  const keys = await findPseudonyms(db, people);
  const phrases: Phrases = { next: new Map() };
  const add = (phrase: string, of: string) => {
    let at = phrases;
    for (const [n, token] of readTokens(phrase).entries()) {
      const key = n === 0 ? token.word : token.before + token.word;
      const next = at.next.get(key) ?? { next: new Map() };
      at.next.set(key, next);
      at = next;
    }
    at.pseudonym ??= keys.get(toHandle(of))?.id ?? "[somebody]";
  };
  for (const one of people) add(one, one);
  for (const name of names) for (const word of splitName(name)) add(word, name);
  return mapTexts(data, (one, place) =>
    OWN.has(place.split("/").at(-1) ?? "") ? one : replacePhrases(one, phrases),
  ) as Data;
}

/** A prefix tree over the tokens of emails, names and words, which finds all of them in one pass over a text. */
interface Phrases {
  readonly next: Map<string, Phrases>;
  pseudonym?: string;
}

/** Splits text into case-folded words, each with the text between it and the previous word. */
const readTokens = (text: string) =>
  Array.from(
    text.matchAll(/(?<=^|[\p{L}\p{M}\p{N}])([^\p{L}\p{M}\p{N}]*)([\p{L}\p{M}\p{N}]+)/gu),
    ({ 0: whole, 1: before = "", 2: word = "" }) => ({ whole, before, word: foldCase(word) }),
  );

function replacePhrases(text: string, phrases: Phrases): string {
  const tokens = readTokens(text);
  let replaced = "";
  let read = 0;
  for (let n = 0; n < tokens.length; ) {
    let [found, end] = ["", n];
    let at: Phrases | undefined = phrases;
    for (let last = n; at && last < tokens.length; last++) {
      const { before, word } = tokens[last] as (typeof tokens)[number];
      at = at.next.get(last === n ? word : before + word);
      if (at?.pseudonym) [found, end] = [at.pseudonym, last];
    }
    replaced += found ? `${tokens[n]?.before}${found}` : tokens[n]?.whole;
    for (; n <= end; n++) read += tokens[n]?.whole.length ?? 0;
  }
  return replaced + text.slice(read);
}

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
  /** SHA-256 of the deployed version's settings, in hexadecimal. */
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
      ...(headline?.movedBy && { movedBy: headline.movedBy }),
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
      ...(plan && run.approvalReasons.length === 0 && { none: "no policy rule required an approval" }),
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
      task: task ?? plan?.actions[step]?.followUp?.task ?? plan?.actions[step]?.summary ?? null,
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

/**
 * Makes the statements about runs in batches, which follow the order of `ids`. Within a batch, the runs are sorted by
 * id.
 */
export async function* makeReceipts(ids: readonly string[], issuer: Issuer) {
  for (let from = 0; from < ids.length; from += BATCH) {
    const runs = await readProvable(issuer.db, ids.slice(from, from + BATCH));
    yield (await Promise.all(runs.map((run) => makeStatements(run, issuer)))).flat();
  }
}
