// Notifies operators before credentials expire and on expiry, of mass changes, and when the governance API becomes
// unavailable or available again. Records in the audit trail which default approval rules a deployment switches off.
import { formatDuration, HOUR_MS } from "../base/days.ts";
import { log } from "../base/log.ts";
import { type Env, readSite } from "../env.ts";
import {
  credentialEnd,
  daysUntil,
  findWarning,
  formatExpiry,
  hasExpiry,
  lastingCredential,
  REPLACE_CREDENTIAL,
} from "../governance/client/credential.ts";
import { formatMassChange, massList, readMassChanges } from "../ledger/mass-changes.ts";
import { type ApprovalSettings, listApprovalRules } from "../policy/policy.ts";
import type { OperatorsNotice } from "../runs/message.ts";
import { credentialInUse, endsAt, formatEnd } from "../systems/api/api.ts";
import { isSetUp, nameCredential, senderApis } from "../systems/index.ts";
import { titleSource } from "../systems/reply/replies.ts";
import type { NoticeMark } from "./control/control.ts";
import { findControl, noteOfAll } from "./directory.ts";
import type { ApiHealth } from "./engine/api-watch.ts";

/** Sends a notice to operators. Rejects if the notice can't be stored for sending. */
export type NotifyOperators = (notice: OperatorsNotice) => Promise<void>;

/**
 * The environment, the current time in Unix milliseconds, and the function that sends notices, for the watches of the
 * cron.
 */
export interface Watch {
  readonly env: Env;
  readonly now: number;
  readonly notify: NotifyOperators;
}

/**
 * Notifies operators 14, 7 and 1 days before the governance credential expires, 7 and 1 days before a credential for a
 * sender's API expires, and on expiry, once each. If `notify` rejects, the next call retries the notice.
 */
export async function watchCredentials({ env, now, notify }: Watch): Promise<void> {
  const watchEnd = async (
    id: string,
    [title, daysAhead]: readonly [title: string, daysAhead: number],
    endsAt: (firstSeen: number) => number | null,
    summarize: (end: number, firstSeen: number) => string,
  ): Promise<void> => {
    const { firstSeen, notice } = await findControl(env).seeCredential(id, now);
    const end = endsAt(firstSeen);
    const warning = end === null ? null : findWarning(end, now);
    if (end === null || warning === null || warning > daysAhead) return;
    const key = `${new Date(end).toISOString()}/${warning}`;
    if (notice === key) return;
    await notify({ key: `credential:${id}:${key}`, title, summary: summarize(end, firstSeen) });
    log("credential_ends", { level: "alert", clientId: id, days: daysUntil(end, now) });
    await findControl(env).saveWarning(id, key);
  };
  if (hasExpiry(env)) {
    const id = lastingCredential(env);
    const summarize = (end: number) => `${formatExpiry(id, end, now)}: ${REPLACE_CREDENTIAL}.`;
    await watchEnd(id, ["Governance credential", 14], (seen) => credentialEnd(env, seen), summarize);
  }
  for (const { system, ...api } of senderApis) {
    const credential = credentialInUse(api, env);
    const { end } = credential;
    if (typeof end === "string" || !isSetUp(system, env)) continue;
    const summarize = (_: number, seen: number) =>
      `The credential for the API of ${titleSource(system)} ${formatEnd(end, seen)}. Replace it: docs/operate/secrets.md.`;
    const id = await nameCredential(system, credential, env);
    await watchEnd(id, ["Credential of a sender", 7], (seen) => endsAt(end, seen), summarize);
  }
}

/**
 * Notifies operators, unless they received a notice with the same mark within the last `ms` milliseconds.
 * @param page The path of the notice's page at Reeve's address
 * @returns true if they were notified
 */
export async function notifyOnceIn(
  ms: number,
  mark: NoticeMark,
  { title, summary, page }: Readonly<Record<"title" | "summary" | "page", string>>,
  { env, now, notify }: Watch,
): Promise<boolean> {
  const control = findControl(env);
  if (((await control.noticeMark(mark)) ?? 0) > now - ms) return false;
  const site = readSite(env);
  await notify({ key: `${mark}:${now}`, title, summary, link: site && site + page });
  await control.setNoticeMark(mark, now);
  return true;
}

/**
 * Notifies operators of mass changes, including mass changes whose plans only wait, at most once an hour for each
 * automation.
 */
export async function watchMassChanges(watch: Watch, automations: readonly string[]): Promise<void> {
  const { env, now } = watch;
  for (const change of await readMassChanges(env.LEDGER, automations, now)) {
    const notice = { title: "Mass change", summary: formatMassChange(change), page: massList(change, now) };
    const { automation, runs } = change;
    if (await notifyOnceIn(HOUR_MS, `mass_change:${automation}`, notice, watch))
      log("mass_change", { level: "alert", automation, runs });
  }
}

/**
 * Minimum duration of an outage that is reported, in milliseconds: most outages end earlier, without consequences for
 * anyone.
 */
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
    slow: desks.flatMap(({ slow }) => slow ?? []).toSorted((one, other) => other.ms - one.ms)[0],
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

/** Describes an outage, the runs that wait, and the next attempt. */
export const formatOutage = (
  { since, problem, nextTry }: NonNullable<ApiHealth["outage"]>,
  api: ApiHealth,
  now: number,
): string =>
  `The governance API has not responded for ${formatDuration(now - since)} (${problem}). ${formatRetrying(api)} ` +
  `Next attempt in ${formatDuration(Math.max(1_000, nextTry - now))}.`;

const formatRetrying = ({ retrying }: ApiHealth): string =>
  retrying === 1
    ? "One run is waiting and will resume by itself."
    : `${retrying} runs are waiting and will resume by themselves.`;

/**
 * Notifies operators of an outage that continues, and of its end, once each. If `notify` rejects, the notice is retried
 * a minute later.
 */
export async function watchOutage({ env, now, notify }: Watch, api: ApiHealth): Promise<void> {
  const { outage, retrying, answeredAt } = api;
  const control = findControl(env);
  const reportedAt = await control.noticeMark("outage");
  const title = "Governance API";
  if (outage && reportedAt === null && now - outage.since >= TOLD_AFTER_MS) {
    await notify({ key: `outage:${outage.since}`, title, summary: formatOutage(outage, api, now) });
    log("governance_away", { level: "alert", since: new Date(outage.since).toISOString(), runs: retrying });
    await control.setNoticeMark("outage", outage.since);
  }
  // Failed runs are no longer waiting, so they show no outage: only a response proves that the outage is over.
  if (!outage && reportedAt !== null && answeredAt !== null && answeredAt > reportedAt) {
    const summary = `The governance API responds again. It was unavailable for ${formatDuration(answeredAt - reportedAt)}; waiting runs continue.`;
    await notify({ key: `outage:${reportedAt}:over`, title, summary });
    log("governance_back", { since: new Date(reportedAt).toISOString() });
    await control.setNoticeMark("outage", null);
  }
}

/**
 * Records in the audit trail which default approval rules the deployed configuration switches off, once after each
 * change.
 */
export async function recordSwitchedOff(env: Env, policy: ApprovalSettings, now: number): Promise<void> {
  const switchedOff = listApprovalRules(policy).flatMap(({ setting, isOn }) => (isOn ? [] : setting));
  const control = findControl(env);
  if (String(await control.switchedOff()) === String(switchedOff)) return;
  const version = env.VERSION && { version: env.VERSION.id };
  await noteOfAll(env, "policy.changed", "reeve", { switchedOff, ...version }, now);
  await control.setSwitchedOff(switchedOff);
}
