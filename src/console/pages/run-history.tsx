// The history of a run on its page: its calls, its timeline and its messages.
import { type FC, useContext } from "hono/jsx";
import { callWords, effectCalls } from "../../desk/run/journal.ts";
import type { JournalEntry, Reads, Run } from "../../desk/run/run.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { Each } from "../components/each.tsx";
import { JsonView } from "../components/json-view.tsx";
import { Badge, exactly, PageClock, Sentence, span, Text, Who } from "../components/text.tsx";
import { approvedAgain, trailDetail, trailWords } from "../components/trail.ts";
import { count, TEXT_CHARS } from "../components/visible.ts";
import { redact } from "../redact.ts";

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
  const clock = useContext(PageClock);
  return (
    <>
      <Badge tone={shows?.is === "unseen" ? "wait" : CALL_TONE[state]}>{callWords(entry)}</Badge>
      {shows?.is === "seen" && <span class="under">{exactly(shows.at, clock)}</span>}
    </>
  );
};

/** The calls of a run's plan: each with its request, how often it left, how long it took, and its answer. */
export const Calls: FC<{
  readonly run: Run;
  /** Milliseconds, by the place of the call in the plan. */
  readonly took: ReadonlyMap<number, number>;
  readonly redacted: readonly string[];
}> = ({ run: { plan, journal, state }, took, redacted }) => {
  const calls = plan ? effectCalls(plan) : [];
  if (calls.length === 0) return <p class="dim">none</p>;
  return (
    <section class="wide" tabindex={0} aria-label="Calls">
      <table class="cards">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">State</th>
            <th scope="col" class="n">
              Sent
            </th>
            <th scope="col" class="n">
              Took
            </th>
            <th scope="col">Request and answer</th>
          </tr>
        </thead>
        <tbody>
          <Each of={calls} as="tr">
            {({ operation, input }, n) => {
              const entry = journal[n];
              const duration = took.get(n);
              return (
                <>
                  <th scope="row">
                    <code>{operation}</code>
                  </th>
                  <td data-label="State">
                    {entry ? (
                      <CallState entry={entry} />
                    ) : (
                      <Badge tone="quiet">{state === "dry_run" ? "not sent: dry run" : "not sent"}</Badge>
                    )}
                  </td>
                  <td data-label="Sent" class="n">
                    {entry?.attempts ?? 0}×
                  </td>
                  <td data-label="Took" class="n">
                    {duration === undefined ? "–" : span(duration)}
                  </td>
                  <td data-label="Request and answer">
                    <details>
                      <summary>
                        Request{entry?.answer === undefined ? "" : " and answer"}
                        <span class="unseen"> of call {n + 1}</span>
                      </summary>
                      <JsonView value={redact(input, redacted)} label={`Request of call ${n + 1}`} />
                      {entry?.answer !== undefined && (
                        <JsonView value={redact(entry.answer, redacted)} label={`Answer to call ${n + 1}`} />
                      )}
                    </details>
                  </td>
                </>
              );
            }}
          </Each>
        </tbody>
      </table>
    </section>
  );
};

interface TrailProps {
  readonly run: Run;
  /** The run's part of the audit trail, oldest first. */
  readonly trail: readonly AuditLink[];
  /** True if that is all of it. */
  readonly whole: boolean;
}

/** Timeline of a run: time since its beginning, and the exact time on hover. */
export const Trail: FC<TrailProps> = ({ run, trail, whole }) => {
  const again = approvedAgain(trail);
  return (
    <>
      <ol class="trail">
        <li>
          <After at={run.createdAt} start={run.createdAt} /> <strong>Event taken in</strong>
        </li>
        <Each of={trail} as="li" id={({ desk, seq }) => `${desk} ${seq}`}>
          {(entry) => (
            <>
              <After at={entry.at} start={run.createdAt} />{" "}
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

/** A moment as how long after a run's beginning it was; the beginning itself as it is. */
const After: FC<{ readonly at: number; readonly start: number }> = ({ at, start }) => {
  const exact = exactly(at, useContext(PageClock));
  return at === start ? (
    <time datetime={new Date(at).toISOString()}>{exact}</time>
  ) : (
    <span class="after" title={exact}>
      +{span(at - start)}
    </span>
  );
};

/** Reads of the automation's last proposal. */
export const ReadsPart: FC<{ readonly reads: Reads; readonly redacted: readonly string[] }> = ({
  reads: { made, more },
  redacted,
}) => {
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
          <JsonView value={redact(input, redacted)} label={`Input of read ${n + 1}`} />
        </details>
      ))}
      {more > 0 && <p class="dim">and {count(more)} more, not kept</p>}
    </>
  );
};

/** Lines of a notice on a run's page: a look at a large catalog has thousands. */
const SHOWN_LINES = 200;

/** The run's notice to people, besides the reply to its sender. */
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
      )}
      {lines.length > SHOWN_LINES && <p class="dim">and {count(lines.length - SHOWN_LINES)} more</p>}
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
