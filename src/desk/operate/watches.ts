// Notifies operators ahead of the end of the governance credential, that the governance API is away, and that it is back.
import { lengthWords, timeWords } from "../../base/days.ts";
import { log } from "../../base/log.ts";
import type { Env } from "../../env.ts";
import {
  credentialEnd,
  daysUntil,
  endSentence,
  hasExpiry,
  lastingCredential,
  warningOf,
} from "../../governance/client/index.ts";
import { credentialInUse } from "../../systems/api/api.ts";
import { endsAt, formatEnd } from "../../systems/api/credential-end.ts";
import { titleSource } from "../../systems/headline.ts";
import { isSetUp, nameCredential, senderApis } from "../../systems/index.ts";
import { findControl } from "../directory.ts";
import type { ApiHealth } from "../engine/api-watch.ts";

export interface OperatorsNotice {
  /** The same for each repeat of the notice. */
  readonly key: string;
  readonly title: string;
  readonly summary: string;
}

/** Notifies operators; the log has it in any case. */
export type NotifyOperators = (notice: OperatorsNotice) => Promise<void>;

/** Days ahead at which the end of a sender's credential is announced. */
const SENDER_WARN_DAYS = 7;

/** Notifies operators 14, 7 and 1 days before the credential ends, and then, each once; again if `tell` rejects. */
export async function watchCredential(env: Env, now: number, tell: NotifyOperators): Promise<void> {
  if (!hasExpiry(env)) return;
  const clientId = lastingCredential(env);
  const { firstSeen, told } = await findControl(env).seeCredential(clientId, now);
  const end = credentialEnd(env, firstSeen);
  const warning = end === null ? null : warningOf(end, now);
  if (end === null || warning === null) return;
  const about = { id: clientId, title: "Governance credential", summary: endSentence(clientId, end, now) };
  await announceEnd(env, about, `${new Date(end).toISOString()}/${warning}`, daysUntil(end, now), told, tell);
}

/** Notifies operators 7 days and a day before a credential for a sender's API ends, and then, each once. */
export async function watchSenderCredentials(env: Env, now: number, tell: NotifyOperators): Promise<void> {
  for (const { system, ...api } of senderApis) {
    const credential = credentialInUse(api, env);
    if (typeof credential.end === "string" || !isSetUp(system, env)) continue;
    const id = await nameCredential(system, credential, env);
    const { firstSeen, told } = await findControl(env).seeCredential(id, now);
    const end = endsAt(credential.end, firstSeen);
    const warning = end === null ? null : warningOf(end, now);
    if (end === null || warning === null || warning > SENDER_WARN_DAYS) continue;
    const summary = `The credential for the API of ${titleSource(system)} ${formatEnd(credential.end, firstSeen)}. Replace it: docs/secrets.md.`;
    const about = { id, title: "Credential of a sender", summary };
    await announceEnd(
      env,
      about,
      `${new Date(end).toISOString()}/${warning}`,
      daysUntil(end, now),
      told,
      tell,
    );
  }
}

/** Notifies operators of a credential's end, unless they were notified with the same key before. */
async function announceEnd(
  env: Env,
  { id, title, summary }: { readonly id: string; readonly title: string; readonly summary: string },
  key: string,
  days: number,
  told: string | null,
  tell: NotifyOperators,
): Promise<void> {
  if (told === key) return;
  await tell({ key: `credential:${id}:${key}`, title, summary });
  log("credential_ends", { level: "alert", clientId: id, days });
  await findControl(env).noteTold(id, key);
}

/** An outage is told after this long: most are over by then, and nobody need have known. */
const TOLD_AFTER_MS = 5 * 60_000;

export function apiOfAll(desks: readonly ApiHealth[]): ApiHealth {
  const outages = desks.flatMap(({ outage }) => outage ?? []);
  const answers = desks.flatMap(({ answeredAt }) => answeredAt ?? []);
  const [first] = outages.toSorted((one, other) => one.nextTry - other.nextTry);
  return {
    answeredAt: answers.length > 0 ? Math.max(...answers) : null,
    pace: {
      callsPerSecond: desks.reduce((sum, { pace }) => sum + pace.callsPerSecond, 0),
      isSlowed: desks.some(({ pace }) => pace.isSlowed),
    },
    retrying: desks.reduce((sum, { retrying }) => sum + retrying, 0),
    outage: first
      ? {
          ...first,
          since: Math.min(...outages.map(({ since }) => since)),
          operations: [...new Set(outages.flatMap(({ operations }) => operations))],
        }
      : null,
  };
}

export const outageSentence = ({ since, problem }: NonNullable<ApiHealth["outage"]>, now: number): string =>
  `The governance API has not answered for ${lengthWords(now - since)} (${problem}).`;

/** The runs that wait for the API, and what becomes of them, in a sentence. */
export function waitingSentence({ retrying, outage }: ApiHealth): string {
  const runs =
    retrying === 1 ? "One run waits and goes on by itself" : `${retrying} runs wait and go on by themselves`;
  return outage
    ? `${runs}; the next try is at ${timeWords(new Date(outage.nextTry).toISOString())}.`
    : `${runs}.`;
}

/** Tells operators of an outage that lasts, and of its end: each once. If `tell` rejects, again a minute later. */
export async function watchOutage(
  env: Env,
  api: ApiHealth,
  now: number,
  tell: NotifyOperators,
): Promise<void> {
  const { outage, retrying, answeredAt } = api;
  const control = findControl(env);
  const told = await control.outageTold();
  const title = "Governance API";
  if (outage && told === null && now - outage.since >= TOLD_AFTER_MS) {
    const summary = `${outageSentence(outage, now)} ${waitingSentence(api)}`;
    await tell({ key: `outage:${outage.since}`, title, summary });
    log("governance_away", { level: "alert", since: new Date(outage.since).toISOString(), runs: retrying });
    await control.noteOutageTold(outage.since);
  }
  // Runs that gave up leave no outage behind; only an answer ends it.
  if (!outage && told !== null && answeredAt !== null && answeredAt > told) {
    const summary = `The governance API answers again. It was away for ${lengthWords(answeredAt - told)}; what waits for it goes on.`;
    await tell({ key: `outage:${told}:over`, title, summary });
    log("governance_back", { since: new Date(told).toISOString() });
    await control.noteOutageTold(null);
  }
}
