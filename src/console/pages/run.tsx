// The page of one run.

import type { FC } from "hono/jsx";
import { isOver } from "../../desk/run/journal.ts";
import { isFinished, type NextTry, nextTry, type Run, wakesAt } from "../../desk/run/run.ts";
import { listAudit } from "../../ledger/audit-list.ts";
import { readHeadlines, readRunHeadlines } from "../../ledger/headlines.ts";
import { leftForPeople } from "../../ledger/runs.ts";
import { canExpire, RUN_STATE } from "../../ledger/states.ts";
import { type Headline, titleWords } from "../../systems/headline.ts";
import { requesterHears } from "../../systems/reply/replies.ts";
import { Sentences } from "../components/decide-form.tsx";
import { cautionsFor, Decisions, offersFor, PlannedSentence } from "../components/decisions.tsx";
import { AskedBy, IdList } from "../components/headline.tsx";
import { Omitted } from "../components/json-view.tsx";
import { Layout } from "../components/layout.tsx";
import { listAt } from "../components/lists.tsx";
import { RunPicture } from "../components/run-picture.tsx";
import { Facts } from "../components/tables.tsx";
import { count, Moment, RunStateBadge, Text } from "../components/text.tsx";
import type { ShownRun } from "../recorded.ts";
import { type Asked, fromLedger, knownIfWaiting, NO_ROWS } from "./page-context.tsx";
import { Losses, readLosses } from "./returned.tsx";
import { Calls, NoticePart, ReadsPart, Reply, Trail } from "./run-history.tsx";
import { WhyItStands } from "./run-why.tsx";

/** Most entries of the audit trail on the page, newest first. */
const MOST_ENTRIES = 100;

/** The page of a run, in the order of a decision: the request, its effect, the reason for waiting, the choices. */
export async function oneRunPage(c: Asked, { run, headline: atDesk, isRecorded }: ShownRun) {
  const { LEDGER: db } = c.env;
  const [headlines, named, entries, known, left, losses] = await Promise.all([
    fromLedger(c, readHeadlines(db, [run.eventId]), () => new Map()),
    fromLedger(c, readRunHeadlines(db, run.sameAs ? [run.sameAs] : []), () => new Map()),
    fromLedger(c, listAudit(db, { run: run.id }, { limit: MOST_ENTRIES }), () => NO_ROWS),
    knownIfWaiting(c, run),
    fromLedger(c, leftForPeople(db, run.id), () => 0),
    readLosses(c, run),
  ]);
  const headline: Headline | null = headlines.get(run.eventId) ?? atDesk;
  const sameAsHeadline: Headline | null = named.get(run.sameAs ?? "")?.headline ?? null;
  const trail = entries.items.toReversed();
  const offers = offersFor(c.var.person, run);
  const called = run.journal.some(({ attempts }) => attempts > 0);
  return (
    <Layout title={titleWords(headline, `A run of ${run.automation}`)} at="/runs">
      <div id="run" data-live={isOver(run) && isRecorded ? undefined : 3}>
        <RunFacts run={run} headline={headline} left={left} />
        <RunPicture run={run} trail={trail} isWhole={entries.next === null} />
        <HowFar run={run} />
        <PlanPart run={run} />
        <WhyItStands
          run={run}
          cautions={cautionsFor(run, offers)}
          known={known}
          sameAsHeadline={sameAsHeadline}
        />
        <Losses c={c} of={losses} />
        <Decisions
          run={run}
          offers={offers}
          hears={headline && requesterHears(run.subject, headline, c.var.config.replies)}
        />
        {called && (
          <>
            <h2>Calls</h2>
            <Calls run={run} />
            <p>
              <a href={`/applied?run=${run.id}&since=${run.createdAt}`}>How it is undone</a>
            </p>
          </>
        )}
        {isFinished(run) && isRecorded && (
          <p class="screen">
            <a href={`/api/runs/${run.id}/receipt`} download={`receipt-${run.id}.json`}>
              Signed receipt
            </a>
          </p>
        )}
        <NoticePart run={run} />
        <Reply run={run} />
        <details class="raw">
          <summary>What happened, entry by entry</summary>
          <Trail run={run} trail={trail} whole={entries.next === null} />
        </details>
        <details class="raw">
          <summary>Details for operators</summary>
          {!called && run.plan !== null && run.plan.actions.length > 0 && (
            <>
              <h3>Calls that the plan has</h3>
              <Calls run={run} />
            </>
          )}
          {run.reads && <ReadsPart reads={run.reads} />}
          <h3>Ids</h3>
          <IdList of={listIds(run)} />
        </details>
      </div>
    </Layout>
  );
}

/** Ids of a run and of its actions' targets. */
const listIds = ({ id, eventId, subject, plan, facts }: Run): Readonly<Record<string, string | null>> => ({
  Run: id,
  Event: eventId,
  Subject: subject,
  Plan: plan?.hash ?? null,
  "Planned by version": facts?.code ?? null,
  "What it read": facts?.hash ?? null,
  ...Object.fromEntries(
    (plan?.actions ?? []).map(({ action, target }, n) => [`Action ${n + 1}: ${action}`, target]),
  ),
});

/** The ownerships of the people that a plan is about. */
function ownedAt({ plan }: Run): string {
  const [person, other] = new Set((plan?.actions ?? []).flatMap(({ beneficiaries }) => beneficiaries));
  return listAt("/inventory", {
    kind: "ownership",
    ...(person !== undefined && other === undefined && { person }),
  });
}

const RunFacts: FC<ShownRun & { readonly left: number }> = ({ run, headline, left }) => (
  <Facts
    of={{
      State: (
        <>
          <RunStateBadge state={run.state} paused={run.paused} left={left} />
          {left > 0 && (
            <span class="under">
              A task asks for it the day after <a href={ownedAt(run)}>the last day</a>.
            </span>
          )}
          {run.mode === "dry_run" && <span class="under">a dry run: it only plans</span>}
        </>
      ),
      "Asked by": headline !== null && <AskedBy of={headline} />,
      Automation: (
        <>
          <a href={`/automations/${run.automation}`}>{run.automation}</a>
          <span class="under">
            <a href={`/events/${run.eventId}`}>for this event</a>
          </span>
        </>
      ),
      [dueWords(run)]: run.dueAt !== null && run.paused === null && (
        <>
          <Moment at={run.dueAt} />
          <Tries of={nextTry(run)} />
          {wakesAt(run) !== run.dueAt && (
            <span class="under">
              next reminder <Moment at={wakesAt(run) ?? run.dueAt} />
            </span>
          )}
        </>
      ),
    }}
  />
);

const Tries: FC<{ readonly of: NextTry | null }> = ({ of: next }) =>
  next && (
    <span class="under">
      try {next.n} of {next.of}
      {next.n < next.of && (
        <>
          ; gives up after <Moment at={next.lastAt} />
        </>
      )}
    </span>
  );

/** The next step of a run. */
function dueWords(run: Run): string {
  if (canExpire(run.state)) return "Expires";
  return isFinished(run) && run.reply?.state !== "due" ? "Looks again" : "Goes on";
}

/** Progress of a proposal with many steps, during it or after its failure. */
const HowFar: FC<{ readonly run: Run }> = ({ run: { progress, plan, state } }) => {
  if (!progress || !(state === "planning" || (state === "failed" && !plan))) return null;
  const { done, of, what } = progress;
  return (
    <p class="progress">
      <progress aria-label="How far it is" max={Math.max(1, of)} value={Math.min(done, of)} />
      <span>
        {count(done)} of {count(of)} <Text of={what} /> looked at
      </span>
    </p>
  );
};

/** The plan: its actions, the people concerned, and the ways to undo them. */
const PlanPart: FC<{ readonly run: Run }> = ({ run: { plan, omitted, state, mode } }) => {
  if (omitted !== undefined) return <Omitted from={{ omitted }} />;
  if (!plan || plan.actions.length === 0) return null;
  const title =
    mode === "dry_run" || state === "dry_run"
      ? "What it would do"
      : state === "done"
        ? "What it did"
        : RUN_STATE[state].over || state === "needs_review"
          ? "What it was to do"
          : "What it will do";
  return (
    <section class="card" aria-labelledby="plan">
      <h2 id="plan">{title}</h2>
      <Sentences of={plan.actions.map((planned) => <PlannedSentence of={planned} />)} />
    </section>
  );
};
