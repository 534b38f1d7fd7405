// Notifies operators ahead of the end of the governance credential.
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
import { findControl } from "../directory.ts";

export interface OperatorsNotice {
  /** The same for each repeat of the notice. */
  readonly key: string;
  readonly title: string;
  readonly summary: string;
}

/** Notifies operators 14, 7 and 1 days before the credential ends, and then, each once; again if `tell` rejects. */
export async function watchCredential(
  env: Env,
  now: number,
  tell: (notice: OperatorsNotice) => Promise<void>,
): Promise<void> {
  if (!hasExpiry(env)) return;
  const clientId = lastingCredential(env);
  const control = findControl(env);
  const { firstSeen, told } = await control.seeCredential(clientId, now);
  const end = credentialEnd(env, firstSeen);
  const warning = end === null ? null : warningOf(end, now);
  if (end === null || warning === null) return;
  const key = `${new Date(end).toISOString()}/${warning}`;
  if (told === key) return;
  await tell({
    key: `credential:${clientId}:${key}`,
    title: "Governance credential",
    summary: endSentence(clientId, end, now),
  });
  log("credential_ends", { level: "alert", clientId, days: daysUntil(end, now) });
  await control.noteTold(clientId, key);
}
