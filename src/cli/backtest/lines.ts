// What a backtest prints of each event and in all.
import { counted } from "../../automations/kit/notice.ts";
import { printable } from "../../base/text.ts";
import { titleWords } from "../../systems/headline.ts";
import type { BacktestedEvent } from "./run.ts";
import { type Comparison, type Done, VERDICTS } from "./worker/compare.ts";
import type { Replanned } from "./worker/questions.ts";

/** Digits of a hash that are shown: enough to tell the plans of an event apart. */
const HASH_DIGITS = 12;

/** What is printed of one event. Where nothing differs, a line. */
export function linesOf({ event, ...comparison }: BacktestedEvent): string[] {
  const { verdict, now } = comparison;
  const head = `${minuteOf(event.receivedAt)}  ${titleWords(event.headline, event.subject)}  ${event.id}  `;
  const said = verdict === "same" ? `same: ${nowOf(now)[0]}` : verdict.toUpperCase();
  return [printable(head + said), ...changeLines(comparison)];
}

/** A time to the minute, in UTC. @param at Unix milliseconds */
export const minuteOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");

/** What was and what is now; nothing where nothing differs. */
export function changeLines({ verdict, asksDiffer, done, now }: Comparison): string[] {
  const lines =
    verdict === "same" ? [] : [...indented("was", doneOf(done)), ...indented("now", detailOf(now))];
  if (asksDiffer && now.now === "planned")
    lines.push(
      ...(done.was === "planned" ? indented("asked", asksOf(done.asks)) : []),
      ...indented("asks", asksOf(now.asks)),
    );
  return lines.map(printable);
}

/** The last line: how often each verdict was given. */
export function countLine(events: readonly Pick<BacktestedEvent, "verdict" | "asksDiffer">[]): string {
  const counts = VERDICTS.map(
    (verdict) => `${events.filter((one) => one.verdict === verdict).length} ${verdict}`,
  );
  const asks = events.filter(({ asksDiffer }) => asksDiffer).length;
  return `${counted(events.length, "event")}: ${counts.join(", ")}; ${asks} would need a different approval`;
}

const indented = (label: string, lines: readonly string[]): string[] =>
  lines.map((line, i) => `    ${(i === 0 ? label : "").padEnd(6)}${line}`);

function doneOf(done: Done): string[] {
  switch (done.was) {
    case "planned":
      return plan(`planned, ${done.state}`, done);
    case "ignored":
      return [`ignored: ${done.reason}`];
    case "failed":
      return [`failed: ${done.code}: ${done.message}`];
    case "undecided":
      return [`without a plan, ${done.state}`];
    case "not run":
      return ["not run"];
    default:
      return done satisfies never;
  }
}

const detailOf = (now: Replanned): string[] => (now.now === "planned" ? plan("plans", now) : nowOf(now));

function nowOf(now: Replanned): [string, ...string[]] {
  switch (now.now) {
    case "planned":
      return [`plan ${now.hash.slice(0, HASH_DIGITS)}`];
    case "ignored":
      return [`ignored: ${now.reason}`];
    case "failing":
      return [`fails: ${now.code}: ${now.message}`];
    default:
      return now satisfies never;
  }
}

const plan = (
  label: string,
  { hash, summaries }: { hash: string; summaries: readonly string[] },
): string[] => [`${label} (${hash.slice(0, HASH_DIGITS)})`, ...summaries.map((summary) => `- ${summary}`)];

const asksOf = (asks: readonly string[]): string[] =>
  asks.length > 0 ? asks.map((ask) => `for an approval: ${ask}`) : ["for no approval"];
