// The page of one run.
import type { FC } from "hono/jsx";
import { approversSentence } from "../../actions/action.ts";
import { isOver, type Run } from "../../desk/run/run.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { canExpire } from "../../ledger/states.ts";
import type { Headline } from "../../systems/reading/headline.ts";
import { Sentences } from "../components/decide-form.tsx";
import { cautionsFor, Decisions, type Offer } from "../components/decisions.tsx";
import type { Frame } from "../components/frame.ts";
import { AskedBy, IdDetails, titleWords } from "../components/headline.tsx";
import { Omitted } from "../components/json-view.tsx";
import { Layout } from "../components/layout.tsx";
import { Moment, RunStateBadge, Text } from "../components/text.tsx";
import { durations } from "../components/trail.ts";
import { count, TEXT_CHARS } from "../components/visible.ts";
import { Calls, NoticePart, Reply, Trail } from "./run-history.tsx";
import { WhyItStands } from "./run-why.tsx";

interface RunPageProps {
  readonly frame: Frame;
  readonly run: Run;
  /** What its event is called; `null` where that is not on record. */
  readonly headline: Headline | null;
  /** Its part of the audit trail, oldest first. */
  readonly trail: readonly AuditLink[];
  /** Whether that is all of it. */
  readonly whole: boolean;
  readonly offers: readonly Offer[];
  readonly redacted: readonly string[];
}
/** A run: where it stands, what may be decided, its plan, its calls, and what happened in order. */
export const RunPage: FC<RunPageProps> = ({ frame, run, headline, trail, whole, offers, redacted }) => (
  <Layout title={titleWords(headline, `A run of ${run.automation}`)} frame={frame} at="/runs">
    <div id="run" {...(isOver(run) ? {} : { "data-live": 3 })}>
      <Facts run={run} headline={headline} />
      <HowFar run={run} />
      <WhyItStands run={run} cautions={cautionsFor(run, offers)} />
      <Decisions frame={frame} run={run} offers={offers} />

      <h2>Plan</h2>
      <PlanPart run={run} />

      <h2>Calls</h2>
      <Calls run={run} took={durations(trail)} redacted={redacted} />

      <h2>What happened</h2>
      <Trail run={run} trail={trail} whole={whole} redacted={redacted} />
      <NoticePart run={run} />
      <Reply run={run} />
      <IdDetails
        of={{ Run: run.id, Event: run.eventId, Subject: run.subject, Plan: run.plan?.hash ?? null }}
      />
    </div>
  </Layout>
);

const Facts: FC<Pick<RunPageProps, "run" | "headline">> = ({ run, headline }) => (
  <dl class="facts">
    <div>
      <dt>State</dt>
      <dd>
        <RunStateBadge state={run.state} />
        {run.mode === "dry_run" && <span class="under">a dry run: it only plans</span>}
      </dd>
    </div>
    {headline !== null && (
      <div>
        <dt>Asked by</dt>
        <dd>
          <AskedBy of={headline} />
        </dd>
      </div>
    )}
    <div>
      <dt>Automation</dt>
      <dd>
        {run.automation}
        <span class="under">
          <a href={`/events/${run.eventId}`}>for this event</a>
        </span>
      </dd>
    </div>
    <div>
      <dt>Began</dt>
      <dd>
        <Moment at={run.createdAt} />
      </dd>
    </div>
    <div>
      <dt>Last change</dt>
      <dd>
        <Moment at={run.updatedAt} />
      </dd>
    </div>
    {run.dueAt !== null && run.paused === null && (
      <div>
        <dt>{canExpire(run.state) ? "Expires" : "Goes on"}</dt>
        <dd>
          <Moment at={run.dueAt} />
        </dd>
      </div>
    )}
  </dl>
);

/** How much of it is looked at, while it is or where that has failed. A decision that was made counts no further. */
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

const PlanPart: FC<{ readonly run: Run }> = ({ run: { plan, omitted } }) =>
  omitted !== undefined ? (
    <Omitted from={{ omitted }} />
  ) : plan && plan.actions.length > 0 ? (
    <Sentences
      of={plan.actions.map((planned) => (
        <>
          <Text of={approversSentence(planned)} most={TEXT_CHARS} />
          <span class="under">
            <code>{planned.action}</code> on <Text of={planned.target} />
          </span>
        </>
      ))}
    />
  ) : (
    <p class="dim">{plan ? "The plan is empty." : "There is no plan (yet)."}</p>
  );
