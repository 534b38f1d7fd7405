// The page of what waits for a person to decide or to do it: plans for an approval, and tasks.
import type { Child, FC } from "hono/jsx";
import { askedOf, type Run } from "../../desk/run/run.ts";
import type { RunState } from "../../ledger/states.ts";
import type { Headline } from "../../systems/reading/headline.ts";
import { cautionsFor, Decisions, type Offer, PlanSentences } from "../components/decisions.tsx";
import type { Frame } from "../components/frame.ts";
import { AskedBy, RunLink, titleWords } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { Text, Time } from "../components/text.tsx";
import { TEXT_CHARS } from "../components/visible.ts";

import { Cautions } from "./run-why.tsx";

/** A run that waits. */
interface WaitingShown {
  readonly run: Run;
  readonly headline: Headline | null;
  readonly offers: readonly Offer[];
}

/** Runs that wait. */
interface Waiting {
  /** The longest first. */
  readonly runs: readonly WaitingShown[];
  /** Whether there are more than these. */
  readonly more: boolean;
}

interface ApprovalsPageProps {
  readonly frame: Frame;
  /** Those for an approval. */
  readonly plans: Waiting;
  /** Those for somebody to do what the API can't. */
  readonly tasks: Waiting;
}

/** The plans that wait for somebody's approval, and the tasks that wait for somebody to do them. */
export const ApprovalsPage: FC<ApprovalsPageProps> = ({ frame, plans, tasks }) => (
  <Layout title="Approvals" frame={frame} at="/approvals">
    <div id="approvals" data-live={10}>
      {plans.runs.length === 0 && <p class="empty">No plan is waiting for approval.</p>}
      {plans.runs.map(({ run, headline, offers }) => (
        <WaitingRun frame={frame} run={run} headline={headline} offers={offers} which="all">
          <p>
            Needs an approval: <Text of={run.asks.join("; ")} most={TEXT_CHARS} />
          </p>
          <Cautions of={cautionsFor(run, offers)} />
        </WaitingRun>
      ))}
      <More of={plans} state="awaiting_approval" />
      {tasks.runs.length > 0 && <h2>To do by hand</h2>}
      {tasks.runs.map(({ run, headline, offers }) => (
        <WaitingRun frame={frame} run={run} headline={headline} offers={offers} which="tasks">
          <p>
            Asked of <Text of={askedOf(run).join(", ") || "an operator"} most={TEXT_CHARS} />
          </p>
        </WaitingRun>
      ))}
      <More of={tasks} state="awaiting_task" />
    </div>
  </Layout>
);

const WaitingRun: FC<{
  readonly frame: Frame;
  readonly run: Run;
  readonly headline: Headline | null;
  readonly offers: readonly Offer[];
  /** Which of its plan's sentences it waits with. */
  readonly which: "all" | "tasks";
  readonly children?: Child;
}> = ({ frame, run, headline, offers, which, children }) => (
  <article class="card">
    <h2>
      <RunLink id={run.id} automation={run.automation} headline={headline} />
    </h2>
    <p class="dim">
      {headline !== null && (
        <>
          Asked for by <AskedBy of={headline} />,{" "}
        </>
      )}
      <Time at={run.createdAt} />, planned by {run.automation}
      {run.dueAt !== null && (
        <>
          , expires <Time at={run.dueAt} />
        </>
      )}
    </p>
    <PlanSentences run={run} which={which} />
    {children}
    <Decisions
      frame={frame}
      run={run}
      offers={offers}
      about={`the plan for ${titleWords(headline, run.automation).slice(0, 80)}`}
    />
  </article>
);

const More: FC<{ readonly of: Waiting; readonly state: RunState }> = ({ of, state }) =>
  of.more ? (
    <p>
      There are more: <a href={`/runs?state=${state}`}>all that wait</a>
    </p>
  ) : null;
