import type { FC } from "hono/jsx";
import { effectCalls } from "../../desk/journal.ts";
import { isOver, type Run } from "../../desk/run.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { Sentences } from "../parts/decide-form.tsx";
import { callInQuestion, Decisions } from "../parts/decisions.tsx";
import type { Frame } from "../parts/frame.ts";
import { JsonView } from "../parts/json-view.tsx";
import { Layout } from "../parts/layout.tsx";
import { Badge, EventLink, RunState, span, Text, Time } from "../parts/text.tsx";
import { durations, trailDetail, trailWords } from "../parts/trail.ts";
import { TEXT_CHARS } from "../parts/visible.ts";
import { redact } from "../redact.ts";

interface RunPageProps {
  readonly frame: Frame;
  readonly run: Run;
  /** Its part of the audit trail, oldest first. */
  readonly trail: readonly AuditLink[];
  /** Whether that is all of it. */
  readonly whole: boolean;
  readonly isRequester: boolean;
  readonly redacted: readonly string[];
}

/** A run: where it stands, what may be decided, its plan, its calls, and what happened in order. */
export const RunPage: FC<RunPageProps> = ({ frame, run, trail, whole, isRequester, redacted }) => (
  <Layout title={`Run of ${run.automation}`} frame={frame} at="/runs">
    <div id="run" {...(isOver(run) ? {} : { "data-live": 3 })}>
      <Facts run={run} />
      <WhyItStands run={run} />
      <Decisions frame={frame} run={run} isRequester={isRequester} />

      <h2>Plan</h2>
      <PlanPart run={run} />

      <h2>Calls</h2>
      <Calls run={run} took={durations(trail)} redacted={redacted} />

      <h2>What happened</h2>
      <Trail trail={trail} whole={whole} run={run} />
      {run.reply && <Reply run={run} />}
    </div>
  </Layout>
);

const Facts: FC<{ readonly run: Run }> = ({ run }) => (
  <dl class="facts">
    <div>
      <dt>State</dt>
      <dd>
        <RunState state={run.state} />
      </dd>
    </div>
    <div>
      <dt>Mode</dt>
      <dd>{run.mode === "live" ? "live" : "dry run: it only plans"}</dd>
    </div>
    <div>
      <dt>About</dt>
      <dd>
        <Text of={run.subject} />
      </dd>
    </div>
    <div>
      <dt>Event</dt>
      <dd>
        <EventLink id={run.eventId} />
      </dd>
    </div>
    <div>
      <dt>Began</dt>
      <dd>
        <Time at={run.createdAt} />
      </dd>
    </div>
    <div>
      <dt>Last change</dt>
      <dd>
        <Time at={run.updatedAt} />
      </dd>
    </div>
    {run.dueAt !== null && (
      <div>
        <dt>
          {run.state === "awaiting_approval" || run.state === "awaiting_confirmation" ? "Expires" : "Goes on"}
        </dt>
        <dd>
          <Time at={run.dueAt} />
        </dd>
      </div>
    )}
    <div>
      <dt>Id</dt>
      <dd class="id">{run.id}</dd>
    </div>
  </dl>
);

/** Why it is where it is, in sentences. */
const WhyItStands: FC<{ readonly run: Run }> = ({ run }) => {
  const { ignored, problem, hold, ended, paused, asks, approval, override, replay, scheduledFor, state } =
    run;
  const inQuestion = state === "needs_review" ? callInQuestion(run) : null;
  return (
    <>
      {replay && (
        <p class="note">
          Run again by <Text of={replay.by} />: <Text of={replay.reason} most={TEXT_CHARS} />
        </p>
      )}
      {ignored !== null && (
        <p class="note">
          Nothing to do: <Text of={ignored} most={TEXT_CHARS} />
        </p>
      )}
      {state === "scheduled" && scheduledFor !== null && (
        <p class="note">
          Waits for <Text of={scheduledFor} />
        </p>
      )}
      {paused !== null && (
        <p class="note wait">
          Paused: <Text of={paused} most={TEXT_CHARS} />
        </p>
      )}
      {state === "held" && hold && (
        <p class="note wait">
          Held: {hold.used} of {hold.limit} of “{hold.budget}” are used in {hold.windowMinutes} minutes.
        </p>
      )}
      {state === "awaiting_approval" && asks.length > 0 && (
        <p class="note wait">
          Needs an approval: <Text of={asks.join("; ")} most={TEXT_CHARS} />
        </p>
      )}
      {inQuestion && (
        <p class="note wait">
          Whether <code>{inQuestion}</code> was carried out is not known. Look in the tenant, then say so
          here.
        </p>
      )}
      {problem && (
        <p class="note bad">
          <strong>{problem.code}</strong>: <Text of={problem.message} most={TEXT_CHARS} />
        </p>
      )}
      {approval && (
        <p class="note">
          Approved by <Text of={approval.by} />, <Time at={approval.at} />:{" "}
          <Text of={approval.reason} most={TEXT_CHARS} />
        </p>
      )}
      {override && (
        <p class="note">
          Let over its budget by <Text of={override.by} />: <Text of={override.reason} most={TEXT_CHARS} />
        </p>
      )}
      {ended && (
        <p class="note">
          Ended by <Text of={ended.by} />: <Text of={ended.reason} most={TEXT_CHARS} />
        </p>
      )}
    </>
  );
};

const PlanPart: FC<{ readonly run: Run }> = ({ run: { plan } }) =>
  plan && plan.actions.length > 0 ? (
    <>
      <Sentences
        of={plan.actions.map(({ summary, action, target }) => (
          <>
            <Text of={summary} most={TEXT_CHARS} />
            <span class="under">
              <code>{action}</code> on <Text of={target} />
            </span>
          </>
        ))}
      />
      <p class="dim">
        Plan <span class="id">{plan.hash.slice(0, 16)}</span>
      </p>
    </>
  ) : (
    <p class="dim">{plan ? "The plan is empty." : "There is no plan (yet)."}</p>
  );

const CALL_TONE = {
  planned: "quiet",
  sending: "go",
  applied: "good",
  refused: "bad",
  unknown: "wait",
} as const;

const Calls: FC<{
  readonly run: Run;
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
          {calls.map(({ operation, input }, n) => {
            const entry = journal[n];
            const duration = took.get(n);
            return (
              <tr>
                <th scope="row">
                  <code>{operation}</code>
                </th>
                <td data-label="State">
                  {entry ? (
                    <Badge tone={CALL_TONE[entry.state]}>{entry.state}</Badge>
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
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};

const Trail: FC<{
  readonly trail: readonly AuditLink[];
  readonly whole: boolean;
  readonly run: Run;
}> = ({ trail, whole, run }) => (
  <>
    <ol class="trail">
      <li>
        <Time at={run.createdAt} /> <strong>Event taken in</strong>
      </li>
      {trail.map((entry) => (
        <li>
          <Time at={entry.at} /> <strong>{trailWords(entry)}</strong>
          {entry.actor !== null && entry.actor !== "reeve" && (
            <>
              {" "}
              by <Text of={entry.actor} />
            </>
          )}
          {trailDetail(entry).map((line) => (
            <span class="under">
              <Text of={line} most={TEXT_CHARS} />
            </span>
          ))}
        </li>
      ))}
    </ol>
    <p class="dim">
      {!whole && "These are the last entries. "}
      <a href={`/audit?run=${run.id}`}>In the audit trail</a>
    </p>
  </>
);

const Reply: FC<{ readonly run: Run }> = ({ run: { reply } }) =>
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
