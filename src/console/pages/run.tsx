// The page of a run: the run's state, plan and decisions, then its calls, messages and timeline.
import type { FC } from "hono/jsx";
import * as z from "zod";
import { formFields } from "../../actions/form.ts";
import { requests, UNDO } from "../../actions/index.ts";
import { automations } from "../../automations/index.ts";
import { redact } from "../../base/redact.ts";
import { listAudit } from "../../ledger/audit-list.ts";
import { type Change, readChanges } from "../../ledger/changes.ts";
import { readEvent } from "../../ledger/events.ts";
import { readHeadlines, readRunHeadlines } from "../../ledger/headlines.ts";
import { mayRemind } from "../../operate/discussion.ts";
import { offersFor } from "../../operate/offers.ts";
import { isAllowed } from "../../operate/person.ts";
import type { ShownRun } from "../../operate/recorded.ts";
import { ACTS } from "../../policy/acts.ts";
import { formatTitle, type Headline } from "../../runs/headline.ts";
import { effectCalls, formatCallState, isOver } from "../../runs/journal.ts";
import { describeNotice } from "../../runs/message.ts";
import {
  isFinished,
  isProvable,
  nextTry,
  nextWakeAt,
  type Reads,
  type Run,
  waitsSince,
} from "../../runs/run.ts";
import { canExpire, RUN_STATE } from "../../runs/states.ts";
import { titleSource } from "../../systems/reply/replies.ts";
import { Decisions, PlannedSentences } from "../components/decisions.tsx";
import { Discuss } from "../components/discussion.tsx";
import { useFrame } from "../components/frame.ts";
import { AskedBy, IdList, RunLink } from "../components/headline.tsx";
import { JsonView, Omitted } from "../components/json-view.tsx";
import { Layout } from "../components/layout.tsx";
import { Facts, Section, Table } from "../components/lists.tsx";
import { RunTimeline } from "../components/run-timeline.tsx";
import {
  Badge,
  count,
  ExactTime,
  Link,
  PostForm,
  RunStateBadge,
  Sentence,
  TEXT_CHARS,
  Text,
  TimeAgo,
  ViewerLink,
} from "../components/text.tsx";
import { FilledBefore } from "./ask.tsx";
import { type Asked, fromLedger, knownIfWaiting, NO_ROWS } from "./page-context.tsx";
import { StateReason } from "./run-why.tsx";

/** Maximum entries of the audit trail on the page. The page shows the newest ones. */
const MAX_ENTRIES = 100;

/**
 * Shows a run in the order that helps a person to decide: the request, the plan, the reasons for the run's state, and
 * the possible decisions.
 */
export async function oneRunPage(c: Asked, { run, headline: atDesk, isRecorded }: ShownRun) {
  const { LEDGER: db } = c.env;
  const { config, person } = c.var;
  const canRead = isAllowed(person, "read");
  const [headlines, named, entries, known, losses] = await Promise.all([
    fromLedger(c, readHeadlines(db, [run.eventId]), () => new Map()),
    fromLedger(c, readRunHeadlines(db, run.sameAs ? [run.sameAs] : []), () => new Map()),
    fromLedger(c, listAudit(db, { run: run.id }, { limit: MAX_ENTRIES }), () => NO_ROWS),
    canRead ? knownIfWaiting(c, run) : [],
    // Only viewers may see other runs.
    canRead ? readLosses(c, run) : undefined,
  ]);
  const headline: Headline | null = atDesk ?? headlines.get(run.eventId) ?? null;
  const sameAsHeadline: Headline | null = named.get(run.sameAs ?? "")?.headline ?? null;
  const trail = entries.items.toReversed();
  const replied = trail.find(
    ({ type, detail }) => type.startsWith("reply.") && detail["version"] === run.reply?.version,
  );
  const offers = await offersFor(c, { run, headline });
  const isOwn = offers.some(({ decision }) => decision === "withdrawn");
  const request = await findRequest(c, run);
  const called = run.journal.some(({ attempts }) => attempts > 0);
  return (
    <Layout title={formatTitle(headline, `A run of ${run.automation}`)} at="/runs">
      <div id="run" data-live={isOver(run) && isRecorded && (!run.reply || replied) ? undefined : 3}>
        <RunFacts run={run} headline={headline} />
        {request && <Requested of={request} config={config} />}
        <RunProgress run={run} />
        <PlanPart run={run} />
        <StateReason {...{ run, sameAsHeadline, known }} />
        {losses && (
          <p class="note">
            This access was removed when the person left, by <RunLink {...losses} />.{" "}
            <a href={`/changes?run=${losses.id}&since=${losses.at}`}>Request it again</a>
          </p>
        )}
        <Decisions
          run={run}
          offers={offers}
          hears={isOwn ? null : headline && describeNotice(run.subject, headline, config.replies)}
        />
        <Discuss run={run} headline={headline} people={config.people} />
        {mayRemind(person, { run, headline }) && (
          <PostForm action={`/runs/${run.id}/reminder`} class="decisions">
            <button type="submit">{ACTS.remind.button}</button>
          </PostForm>
        )}
        {request && requests.has(request.action) && RUN_STATE[run.state].over && isAllowed(person, "ask") && (
          <Link to={`/ask/${request.action}?again=${run.id}`}>Request again with the same values</Link>
        )}
        <Section title="Calls" when={called}>
          <Calls run={run} />
          {canRead && <Link to={`/changes?run=${run.id}&since=${run.createdAt}`}>How to undo it</Link>}
        </Section>
        {isProvable(run) && isRecorded && (
          <p class="screen">
            <a href={`/api/runs/${run.id}/receipt`} download={`receipt-${run.id}.json`}>
              Signed receipt
            </a>{" "}
            {run.followUps && isFinished(run) && (
              <a href={`/api/runs/${run.id}/receipt?of=follow_ups`} download={`follow-ups-${run.id}.json`}>
                Signed statement on the follow-ups
              </a>
            )}
          </p>
        )}
        <NoticePart run={run} />
        <Reply run={run} end={replied?.type.slice("reply.".length) ?? "due"} />
        <RunTimeline run={run} trail={trail} isWhole={entries.next === null} />
        {canRead && (
          <details class="raw">
            <summary>Details for operators</summary>
            {!called && run.plan?.actions[0] && [<h3>Calls of the plan</h3>, <Calls run={run} />]}
            {run.reads && <ReadsPart reads={run.reads} />}
            <h3>Ids</h3>
            <IdList of={listIds(run)} />
          </details>
        )}
      </div>
    </Layout>
  );
}

/**
 * Returns the request that a run carries out, or `null` if the run has another origin, its event can't be read, or the
 * requested action is unknown.
 */
async function findRequest(c: Asked, { automation, eventId }: Run) {
  if (automations.get(automation)?.on !== "request.made") return null;
  const record = await fromLedger(c, readEvent(c.env.LEDGER, eventId), () => null);
  const { request } = FilledBefore.safeParse(record?.event).data ?? {};
  return request && (requests.has(request.action) || request.action === UNDO) ? request : null;
}

/** Shows the values of a request, and the requester's reason. */
const Requested: FC<{
  readonly of: NonNullable<Awaited<ReturnType<typeof findRequest>>>;
  readonly config: Asked["var"]["config"];
}> = ({ of: { action, input, reason }, config: { settings, console } }) => {
  const fields = formFields(requests.get(action)?.input ?? z.object({}), settings);
  const given = Object(redact({ ...input }, console.redact));
  const shown = fields.map(({ name, label }) => [
    label,
    given[name] !== undefined && <Sentence of={[given[name]].flat().join(", ")} />,
  ]);
  return (
    <section aria-labelledby="asked">
      <h2 id="asked">What was requested</h2>
      <Facts
        of={{ ...Object.fromEntries(shown), Why: reason && <Text as="q" of={reason} most={TEXT_CHARS} /> }}
      />
    </section>
  );
};

const listIds = ({ id, eventId, subject, plan, facts }: Run): Readonly<Record<string, string | null>> => ({
  Run: id,
  Event: eventId,
  Subject: subject,
  Plan: plan?.hash ?? null,
  "Planned by version": facts?.code ?? null,
  "Recorded reads": facts?.hash ?? null,
  ...Object.fromEntries(
    (plan?.actions ?? []).map(({ action, target }, n) => [`Action ${n + 1}: ${action}`, target]),
  ),
});

const RunFacts: FC<ShownRun> = ({ run, headline }) => (
  <Facts
    of={{
      State: [
        <RunStateBadge state={run.state} paused={run.paused} />,
        run.mode === "dry_run" && <span class="under">a dry run: it only plans</span>,
      ],
      "Requested by": headline !== null && <AskedBy of={headline} />,
      Automation: [
        <ViewerLink to={`/automations/${run.automation}`}>{run.automation}</ViewerLink>,
        isAllowed(useFrame().person, "read") && (
          <span class="under">
            <a href={`/events/${run.eventId}`}>for this event</a>
          </span>
        ),
      ],
      "Waiting since": waitsSince(run) !== null && <TimeAgo at={waitsSince(run) ?? 0} />,
      [dueWords(run)]: run.dueAt !== null && run.paused === null && (
        <>
          <TimeAgo at={run.dueAt} />
          <Tries of={nextTry(run)} />
          {nextWakeAt(run) !== run.dueAt && (
            <span class="under">
              next reminder <TimeAgo at={nextWakeAt(run) ?? run.dueAt} />
            </span>
          )}
        </>
      ),
    }}
  />
);

const Tries: FC<{ readonly of: ReturnType<typeof nextTry> }> = ({ of: next }) =>
  next && (
    <span class="under">
      attempt {next.n} of {next.of}
      {next.n < next.of && ["; gives up after ", <TimeAgo at={next.lastAt} />]}
    </span>
  );

function dueWords(run: Run): string {
  if (canExpire(run.state)) return "Expires";
  if (run.state === "awaiting_follow_up") return "Due";
  return isFinished(run) ? "Next check" : "Continues";
}

/** Shows the progress of a proposal with many steps, while the proposal is made or after it failed. */
const RunProgress: FC<{ readonly run: Run }> = ({ run: { progress, plan, state } }) => {
  if (!progress || !(state === "planning" || (state === "failed" && !plan))) return null;
  const { done, of, what } = progress;
  return (
    <p class="progress">
      <progress aria-label="Progress" max={Math.max(1, of)} value={Math.min(done, of)} />
      <span>
        {count(done)} of {count(of)} <Text of={what} /> checked
      </span>
    </p>
  );
};

const PlanPart: FC<{ readonly run: Run }> = ({ run: { plan, omitted, state, mode, parties } }) => {
  if (omitted !== undefined) return <Omitted from={{ omitted }} />;
  if (!plan || plan.actions.length === 0) return null;
  const title =
    mode === "dry_run" || state === "dry_run"
      ? "What it would do"
      : state === "done" || state === "awaiting_follow_up"
        ? "What it did"
        : RUN_STATE[state].over || state === "needs_review"
          ? "What it was going to do"
          : "What it will do";
  return (
    <section class="card" aria-labelledby="plan">
      <h2 id="plan">{title}</h2>
      <PlannedSentences of={plan.actions} named={parties?.named} />
    </section>
  );
};

/**
 * Reads the latest earlier change of this run's subject and automation, if it removed access that people might request
 * again. Returns `undefined` for any other change, if this run is not ignored, or if another run makes the same change.
 */
async function readLosses(c: Asked, run: Run): Promise<Change | undefined> {
  const restored = automations.get(run.automation)?.restores.map(({ actionName }) => actionName) ?? [];
  if (restored.length === 0 || run.ignored === null || run.sameAs) return undefined;
  const { automation, subject, id: cursor } = run;
  const before = readChanges(c.env.LEDGER, { automation, subject, cursor, outcome: "applied" }, 1);
  const [last] = await fromLedger(c, before, () => []);
  return last?.applied.some(({ action }) => restored.includes(action.action)) ? last : undefined;
}

const CALL_TONE = {
  planned: "quiet",
  sending: "go",
  applied: "good",
  refused: "bad",
  unknown: "wait",
} as const;

const Calls: FC<{ readonly run: Run }> = ({ run: { plan, journal, state } }) => {
  const calls = plan ? effectCalls(plan) : [];
  if (calls.length === 0) return <p class="dim">none</p>;
  return (
    <section class="wide" tabindex={0} aria-label="Calls">
      <Table
        of={calls.map((call, n) => ({ ...call, n, entry: journal[n] }))}
        columns={{
          Operation: { names: true, cell: ({ operation }) => <code>{operation}</code> },
          State: ({ entry }) =>
            entry ? (
              <>
                <Badge tone={entry.shows?.is === "unseen" ? "wait" : CALL_TONE[entry.state]}>
                  {formatCallState(entry)}
                </Badge>
                {entry.shows?.is === "seen" && (
                  <span class="under">
                    <ExactTime at={entry.shows.at} />
                  </span>
                )}
              </>
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

/** Lists the reads that the automation's last proposal was based on. */
const ReadsPart: FC<{ readonly reads: Reads }> = ({ reads: { made, more = 0 } }) => {
  const all = made.length + more;
  return (
    <>
      <h3>Based on {all === 1 ? "1 read" : `${count(all)} reads`}</h3>
      {made.map(({ operation, input }, n) => (
        <details>
          <summary>
            <Text as="code" of={operation} />
            <span class="unseen"> of read {n + 1}</span>
          </summary>
          <JsonView value={input} label={`Input of read ${n + 1}`} />
        </details>
      ))}
      {more > 0 && <p class="dim">and {count(more)} more, not kept</p>}
    </>
  );
};

/** Maximum lines of a notice on a run's page: a notice about a large catalog can have thousands. */
const SHOWN_LINES = 200;

/** Shows the notice that a run sends to people, in addition to the reply to the event's sender. */
const NoticePart: FC<{ readonly run: Run }> = ({ run: { notice, mode } }) => {
  if (!notice) return null;
  const { title, summary, lines, people = [], ticket } = notice;
  const to = ticket ? `a new ticket in ${titleSource(ticket.system)}` : "the operators' channel";
  return (
    <>
      <h2>
        Notice: <Text of={title} />
      </h2>
      <Text as="p" of={summary} most={TEXT_CHARS} />
      {lines.length > 0 && (
        <details>
          <summary>{lines.length === 1 ? "1 line" : `${count(lines.length)} lines`}</summary>
          <ul class="notice">
            {lines.slice(0, SHOWN_LINES).map(({ name, detail }) => (
              <li>
                <Text of={name} />
                {detail !== undefined && <Text as="span" class="under" of={detail} most={TEXT_CHARS} />}
              </li>
            ))}
          </ul>
          {lines.length > SHOWN_LINES && <p class="dim">and {count(lines.length - SHOWN_LINES)} more</p>}
        </details>
      )}
      <p class="dim">
        {mode === "live" ? `To ${to}` : `A dry run sends no notice. A live run would send one to ${to}`}
        {people.length > 0 && [", and personally to ", <Text of={people.join(", ")} most={TEXT_CHARS} />]}.
      </p>
    </>
  );
};

const Reply: FC<{ readonly run: Run; readonly end: string }> = ({ run: { reply }, end }) =>
  reply && (
    <>
      <h2>Reply to the sender</h2>
      <p>
        To <Text as="strong" of={reply.target.system} />:{" "}
        <Badge tone={end === "sent" ? "good" : "quiet"}>{end}</Badge>
      </p>
      <blockquote>
        {(reply.message?.sentences ?? [reply.move ?? ""]).map((sentence) => (
          <Text as="p" of={sentence} most={TEXT_CHARS} />
        ))}
      </blockquote>
    </>
  );
