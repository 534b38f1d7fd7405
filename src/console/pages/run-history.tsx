// The history of a run on its page: its calls, its timeline and its messages.
import type { FC } from "hono/jsx";
import { callWords, effectCalls } from "../../desk/run/journal.ts";
import type { JournalEntry, Reads, Run } from "../../desk/run/run.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { useTimeZone } from "../components/frame.ts";
import { JsonView } from "../components/json-view.tsx";
import { formatAxis } from "../components/run-picture.tsx";
import { Each, Table } from "../components/tables.tsx";
import { Badge, count, exactly, Sentence, TEXT_CHARS, Text, Who } from "../components/text.tsx";
import { approvedAgain, trailDetail, trailWords } from "../components/trail.ts";

const CALL_TONE = {
  planned: "quiet",
  sending: "go",
  applied: "good",
  refused: "bad",
  unknown: "wait",
} as const;

/** State of a call, and when its effect was seen. */
const CallState: FC<{ readonly entry: JournalEntry }> = ({ entry }) => {
  const { state, shows } = entry;
  const timeZone = useTimeZone();
  return (
    <>
      <Badge tone={shows?.is === "unseen" ? "wait" : CALL_TONE[state]}>{callWords(entry)}</Badge>
      {shows?.is === "seen" && <span class="under">{exactly(shows.at, timeZone)}</span>}
    </>
  );
};

/** The calls of a run's plan, each with request, attempts and answer. */
export const Calls: FC<{ readonly run: Run }> = ({ run: { plan, journal, state } }) => {
  const calls = plan ? effectCalls(plan) : [];
  if (calls.length === 0) return <p class="dim">none</p>;
  return (
    <section class="wide" tabindex={0} aria-label="Calls">
      <Table
        of={calls.map((call, n) => ({ ...call, n, entry: journal[n] }))}
        class="cards"
        columns={{
          Operation: { names: true, cell: ({ operation }) => <code>{operation}</code> },
          State: ({ entry }) =>
            entry ? (
              <CallState entry={entry} />
            ) : (
              <Badge tone="quiet">{state === "dry_run" ? "not sent: dry run" : "not sent"}</Badge>
            ),
          Sent: { class: "n", cell: ({ entry }) => `${entry?.attempts ?? 0}×` },
          "Request and answer": ({ input, entry, n }) => (
            <details>
              <summary>
                Request{entry?.answer === undefined ? "" : " and answer"}
                <span class="unseen"> of call {n + 1}</span>
              </summary>
              <JsonView value={input} label={`Request of call ${n + 1}`} />
              {entry?.answer !== undefined && (
                <JsonView value={entry.answer} label={`Answer to call ${n + 1}`} />
              )}
            </details>
          ),
        }}
      />
    </section>
  );
};

interface TrailProps {
  readonly run: Run;
  /** The run's part of the audit trail, oldest first. */
  readonly trail: readonly AuditLink[];
  /** True if nothing is left out. */
  readonly whole: boolean;
}

/** The entries of a run in the audit trail. */
export const Trail: FC<TrailProps> = ({ run, trail, whole }) => {
  const again = approvedAgain(trail);
  const format = formatAxis(run.createdAt, Math.max(run.createdAt, trail.at(-1)?.at ?? 0), useTimeZone());
  return (
    <>
      <ol class="trail">
        <li>
          <Clock at={run.createdAt} format={format} /> <strong>Event taken in</strong>
        </li>
        <Each of={trail} as="li" id={({ desk, seq }) => `${desk} ${seq}`}>
          {(entry) => (
            <>
              <Clock at={entry.at} format={format} />{" "}
              <strong>{again.has(entry) ? "Planned again: as it was approved" : trailWords(entry)}</strong>
              {entry.actor !== null && entry.actor !== "reeve" && (
                <>
                  {" "}
                  by <Who email={entry.actor} />
                </>
              )}
              {(again.has(entry) ? [] : trailDetail(entry)).map((line) => (
                <span class="under">
                  <Sentence of={line} />
                </span>
              ))}
            </>
          )}
        </Each>
      </ol>
      <p class="dim">
        {!whole && "These are the last entries. "}
        <a href={`/audit?run=${run.id}`}>In the audit trail</a>
      </p>
    </>
  );
};

const Clock: FC<{ readonly at: number; readonly format: (at: number) => string }> = ({ at, format }) => (
  <time datetime={new Date(at).toISOString()}>{format(at)}</time>
);

/** Reads of the automation's last proposal. */
export const ReadsPart: FC<{ readonly reads: Reads }> = ({ reads: { made, more } }) => {
  const all = made.length + more;
  return (
    <>
      <h3>Decided by {all === 1 ? "1 read" : `${count(all)} reads`}</h3>
      {made.map(({ operation, input }, n) => (
        <details>
          <summary>
            <code>{operation}</code>
            <span class="unseen"> of read {n + 1}</span>
          </summary>
          <JsonView value={input} label={`Input of read ${n + 1}`} />
        </details>
      ))}
      {more > 0 && <p class="dim">and {count(more)} more, not kept</p>}
    </>
  );
};

/** Most lines of a notice on a run's page: a look at a large catalog has thousands. */
const SHOWN_LINES = 200;

/** The run's notice to people, apart from the reply to its sender. */
export const NoticePart: FC<{ readonly run: Run }> = ({ run: { notice, mode } }) => {
  if (!notice) return null;
  const { title, summary, lines, people = [] } = notice;
  return (
    <>
      <h2>
        Notice: <Text of={title} />
      </h2>
      <p>
        <Text of={summary} most={TEXT_CHARS} />
      </p>
      {lines.length > 0 && (
        <details>
          <summary>{lines.length === 1 ? "1 line" : `${count(lines.length)} lines`}</summary>
          <ul class="notice">
            {lines.slice(0, SHOWN_LINES).map(({ name, detail }) => (
              <li>
                <Text of={name} />
                {detail !== undefined && (
                  <span class="under">
                    <Text of={detail} most={TEXT_CHARS} />
                  </span>
                )}
              </li>
            ))}
          </ul>
          {lines.length > SHOWN_LINES && <p class="dim">and {count(lines.length - SHOWN_LINES)} more</p>}
        </details>
      )}
      <p class="dim">
        {mode === "live"
          ? "For the operators' channel"
          : "In a dry run nobody is notified. Otherwise it would be for the operators' channel"}
        {people.length > 0 && (
          <>
            , and in person for <Text of={people.join(", ")} most={TEXT_CHARS} />
          </>
        )}
        .
      </p>
    </>
  );
};

/** The reply to the sender of its event. */
export const Reply: FC<{ readonly run: Run }> = ({ run: { reply } }) =>
  reply && (
    <>
      <h2>Answer to the sender</h2>
      <p>
        To <strong>{reply.to}</strong>:{" "}
        <Badge tone={reply.state === "sent" ? "good" : "quiet"}>{reply.state}</Badge>
      </p>
      <blockquote>
        {reply.message.sentences.map((sentence) => (
          <p>
            <Text of={sentence} most={TEXT_CHARS} />
          </p>
        ))}
      </blockquote>
    </>
  );
