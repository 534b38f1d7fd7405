import { Problem } from "../base/problem.ts";
import { textAt } from "../sources/reading/member.ts";

/** Slack did not take it up: again later. */
const LATER: ReadonlySet<string> = new Set([
  "ratelimited",
  "rate_limited",
  "service_unavailable",
  "team_added_to_org",
]);
/** Slack can't say how far it got. */
const UNSURE: ReadonlySet<string> = new Set(["internal_error", "fatal_error"]);

/**
 * What an answer that is not `ok` comes to: `sender_refused`, `sender_unavailable` or `sender_outcome_unknown`. It names
 * Slack's error, and the scope that is missing or the block at fault; nothing else of an answer is told.
 * @param reads Whether a repeat does no harm
 */
export function refusalOf(method: string, answer: unknown, reads: boolean): Problem {
  const error = word(textAt(answer, "error")) ?? "an answer that is not ok";
  const needed = word(textAt(answer, "needed"));
  const at = JSON.stringify(answer ?? null).match(/json-pointer:([\w/-]+)/)?.[1];
  const said = `slack, ${method}: ${error}${needed ? ` (needs ${needed})` : ""}${at ? ` at ${at}` : ""}`;
  if (LATER.has(error)) return new Problem("sender_unavailable", said);
  if (UNSURE.has(error)) return new Problem(reads ? "sender_unavailable" : "sender_outcome_unknown", said);
  return new Problem("sender_refused", said);
}

const word = (text: string | undefined): string | undefined =>
  text !== undefined && /^[a-z][\w:.,-]{0,99}$/.test(text) && !/^xox/.test(text) ? text : undefined;
