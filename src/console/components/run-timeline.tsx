// The timeline of a run: its entries in the audit trail in order, each with the time since the previous one.
import type { FC } from "hono/jsx";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { isOver } from "../../runs/journal.ts";
import { describeState, type Run } from "../../runs/run.ts";
import { useTimeZone } from "./frame.ts";
import { Items, Section } from "./lists.tsx";
import { PersonLink, Sentence, span, ViewerLink } from "./text.tsx";
import { approvedAgain, nameEntry, trailDetail } from "./trail.ts";

/** Matches the types of entries that report an error. */
const BAD = /\.(failed|refused|unknown|unseen|interrupted|delayed|undelivered)$/;

/**
 * Shows the entries, each with a bar whose length is its share of the run's time. The bars repeat the times, so screen
 * readers skip them.
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
  const format = formatTimes(run.createdAt, end, useTimeZone());
  const again = approvedAgain(trail);
  const Took: FC<{ readonly n: number; readonly at: number; readonly tone: string }> = ({ n, at, tone }) => {
    // The time before the first entry is unknown if entries are missing.
    const from = n > 0 ? (trail[n - 1]?.at ?? at) : isWhole ? run.createdAt : at;
    const ms = Math.max(0, at - from);
    const share = (100 * ms) / Math.max(1, end - run.createdAt);
    return (
      <span class="took">
        {span(ms)}
        <svg class={tone} width={`${Math.max(1, share)}%`} height="4" aria-hidden="true" />
      </span>
    );
  };
  return (
    <Section title={`What happened, ${isEnded ? "in" : "so far in"} ${span(end - run.createdAt)}`} when>
      <ol class="trail">
        <li>
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
                {isPerson && (
                  <>
                    {" "}
                    by <PersonLink email={actor} />
                  </>
                )}
                {(again.has(entry) ? [] : trailDetail(entry)).map((line) => (
                  <Sentence as="span" class="under" of={line} />
                ))}
              </>
            );
          }}
        </Items>
        {!isEnded && (
          <li>
            <Took n={trail.length} at={end} tone="wait" />
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
 * Returns a formatter for times in a period, all in Unix milliseconds: times of day, with the date if the period spans
 * several days.
 */
function formatTimes(from: number, to: number, timeZone: string): (at: number) => string {
  const day = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short" });
  const { format } = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    ...(day.format(from) === day.format(to) ? { second: "2-digit" } : { day: "numeric", month: "short" }),
  });
  return format;
}
