// The timeline of a run: its entries in the audit trail in order, each with the time since the previous one, drawn as a
// waterfall on a common axis.
import type { FC } from "hono/jsx";
import { toIsoDay } from "../../base/days.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { isOver } from "../../runs/journal.ts";
import { describeState, type Run } from "../../runs/run.ts";
import { isUnderWay, RUN_STATE, RUN_STATES } from "../../runs/states.ts";
import { useTimeZone } from "./frame.ts";
import { Items, Section } from "./lists.tsx";
import { Bar } from "./pictures.tsx";
import { PersonLink, Sentence, span, ViewerLink } from "./text.tsx";
import { approvedAgain, nameEntry, trailDetail } from "./trail.ts";

/** The types of the audit entries that are shown as errors. */
const BAD = /\.(failed|refused|unknown|unseen|interrupted|delayed|undelivered)$/;

/** States in which a run waits for a time or a person. */
const WAITING: ReadonlySet<unknown> = new Set(
  RUN_STATES.filter((state) => RUN_STATE[state].waitsFor !== null),
);

/** Returns true if, after this entry, the run waited for a time, a person or a retry, or was paused. */
const waitsAfter = ({ type, detail: { state } }: AuditLink): boolean =>
  /^(run\.paused|plan\.delayed|effect\.(failed|planned))$/.test(type) || WAITING.has(state);

/**
 * Shows the entries, each with a bar from the previous entry to this one, on the axis of the run's whole time. Bars of
 * times in which the run waited are hatched. The bars repeat the times and durations, so screen readers skip them.
 * @param trail The run's entries, oldest first
 * @param isWhole True if no entry is missing
 */
export const RunTimeline: FC<{
  readonly run: Run;
  readonly trail: readonly AuditLink[];
  readonly isWhole: boolean;
}> = ({ run, trail, isWhole }) => {
  const isEnded = isOver(run);
  const end = Math.max(run.createdAt, isEnded ? (trail.at(-1)?.at ?? run.updatedAt) : Date.now());
  const whole = Math.max(1, end - run.createdAt);
  const format = formatTimes(run.createdAt, end, useTimeZone());
  const again = approvedAgain(trail);
  const Took: FC<{ readonly n: number; readonly at: number; readonly tone: string }> = ({ n, at, tone }) => {
    const before = trail[n - 1];
    // The time before the first entry is unknown if entries are missing.
    const from = before?.at ?? (isWhole ? run.createdAt : at);
    const isWait = tone === "wait" || (before !== undefined && waitsAfter(before));
    const share = (time: number) => (100 * (time - run.createdAt)) / whole;
    return (
      <span class="took">
        {isWait && "waited "}
        {span(Math.max(0, at - from))}
        <Bar tone={isWait ? "wait" : tone} from={share(from)} to={share(at)} />
      </span>
    );
  };
  return (
    <Section title={`What happened, ${isEnded ? "in" : "so far in"} ${span(end - run.createdAt)}`} when>
      <ol class="trail">
        <li>
          <span class="took ends" aria-hidden="true">
            <span>0</span> <span>{span(end - run.createdAt)}</span>
          </span>
          <Clock at={run.createdAt} format={format} /> <strong>Event received</strong>
        </li>
        <Items of={trail} as="li" id={({ desk, seq }) => `${desk} ${seq}`}>
          {(entry, n) => {
            const { at, actor, type } = entry;
            const isPerson = actor !== null && actor !== "reeve";
            return (
              <>
                <Took n={n} at={at} tone={BAD.test(type) ? "bad" : isPerson ? "wait" : "go"} />
                <Clock at={at} format={format} />{" "}
                <strong>{again.has(entry) ? "Planned again: same as approved" : nameEntry(entry)}</strong>
                {isPerson && [" by ", <PersonLink email={actor} />]}
                {(again.has(entry) ? [] : trailDetail(entry)).map((line) => (
                  <Sentence as="span" class="under" of={line} />
                ))}
              </>
            );
          }}
        </Items>
        {!isEnded && (
          <li>
            <Took n={trail.length} at={end} tone={isUnderWay(run.state) ? "go" : "wait"} />
            <strong>Now: {describeState(run)}</strong>
          </li>
        )}
      </ol>
      <p class="dim">
        {!isWhole && "Only the last entries are shown. "}
        <ViewerLink to={`/audit?run=${run.id}`}>All entries in the audit trail</ViewerLink>
      </p>
    </Section>
  );
};

const Clock: FC<{ readonly at: number; readonly format: (at: number) => string }> = ({ at, format }) => (
  <time datetime={new Date(at).toISOString()}>{format(at)}</time>
);

/**
 * Returns a formatter for times in a period. It shows the time of day, with the date if the period spans several days.
 * All times are in Unix milliseconds.
 */
function formatTimes(from: number, to: number, timeZone: string): (at: number) => string {
  const isOneDay = toIsoDay(from, timeZone) === toIsoDay(to, timeZone);
  const more = isOneDay
    ? { second: "2-digit" as const }
    : { day: "numeric" as const, month: "short" as const };
  return new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", ...more }).format;
}
