import { type Finding, withFinding } from "./findings.ts";
import type { Rules, Scan } from "./scan.ts";
import { bounded, LEARNED_DAYS, unusualMean, type VaultSeen } from "./seen.ts";

/** Events that come in late, behind newer ones, are still found so long after. */
const LATE_MS = 60 * 60_000;

/**
 * The end of a look at a vault: what is remembered of it, and what stands out in it as a whole.
 * @param isCut Whether there were more events than a look reads.
 */
export function endScan(
  scan: Scan,
  findings: readonly Finding[],
  rules: Rules,
  isCut: boolean,
): { readonly seen: VaultSeen; readonly findings: Finding[] } {
  const { vault, isFirstLook, seen, touched, passed } = scan;
  const { day: today } = rules.clock(rules.now);
  let found = [...findings];
  const say = (rule: Finding["rule"], what: string, events: number, detail: string) => {
    found = withFinding(found, { rule, vault, what, events, detail, at: 0 });
  };
  const unusual = [...seen.unusual];
  if (isFirstLook)
    say(
      "learned",
      "",
      scan.events,
      `${scan.events} events in the ${LEARNED_DAYS} days before; what is new from now on is told`,
    );
  else
    for (const day of touched) {
      const mean = unusual.includes(day) ? null : unusualMean(seen, day, rules.secretsAudit.unusual);
      if (mean === null) continue;
      unusual.push(day);
      const [events] = seen.days[day] ?? [0];
      say(
        "unusual_count",
        day,
        events,
        `${events} events; the mean of the days before is ${mean.toFixed(1)}`,
      );
    }
  const unread = { ...seen.unread };
  for (const [what, n] of Object.entries(scan.unread)) {
    if (unread[what] !== today)
      say("unread", what, n, `${n} of them: rules that need it say nothing of those; see \`audit\` in Slack`);
    unread[what] = today;
  }
  if (isCut)
    say(
      "unfinished",
      "",
      scan.events,
      `${scan.events} new events on ${scan.pages} pages; older ones were not looked at`,
    );
  const newest = Math.min(rules.now, seen.recent[0]?.[0] ?? seen.after);
  const after = Math.max(seen.after, newest - LATE_MS, passed);
  const recent = seen.recent.filter(([at]) => at > after);
  return { seen: bounded({ ...seen, after, recent, unusual, unread }, today), findings: found };
}
