// The page of plans that wait for an approval.
import type { FC } from "hono/jsx";
import type { Run } from "../../desk/run/run.ts";
import { cautionsFor, Decisions, type Offer, PlanSentences } from "../components/decisions.tsx";
import type { Frame } from "../components/frame.ts";
import { Layout } from "../components/layout.tsx";
import { EventLink, RunLink, Text, Time } from "../components/text.tsx";
import { TEXT_CHARS } from "../components/visible.ts";

import { Cautions } from "./run-why.tsx";

interface ApprovalsPageProps {
  readonly frame: Frame;
  /** Those that wait, the longest first. */
  readonly waiting: readonly { readonly run: Run; readonly offers: readonly Offer[] }[];
  /** Whether there are more than these. */
  readonly more: boolean;
}

/** The plans that wait for somebody's approval. */
export const ApprovalsPage: FC<ApprovalsPageProps> = ({ frame, waiting, more }) => (
  <Layout title="Approvals" frame={frame} at="/approvals">
    <div id="approvals" data-live={10}>
      {waiting.length === 0 && <p class="empty">No plan is waiting for approval.</p>}
      {waiting.map(({ run, offers }) => (
        <article class="card">
          <h2>
            {run.automation}, about <Text of={run.subject} most={80} />
          </h2>
          <p class="dim">
            <RunLink id={run.id} /> of event <EventLink id={run.eventId} />, since <Time at={run.createdAt} />
            {run.dueAt !== null && (
              <>
                , expires <Time at={run.dueAt} />
              </>
            )}
          </p>
          <PlanSentences run={run} which="all" />
          <p>
            Needs an approval: <Text of={run.asks.join("; ")} most={TEXT_CHARS} />
          </p>
          <Cautions of={cautionsFor(run, offers)} />
          <Decisions
            frame={frame}
            run={run}
            offers={offers}
            about={`the plan for ${run.subject.slice(0, 80)}`}
          />
        </article>
      ))}
      {more && (
        <p>
          There are more: <a href="/runs?state=awaiting_approval">all that wait</a>
        </p>
      )}
    </div>
  </Layout>
);
