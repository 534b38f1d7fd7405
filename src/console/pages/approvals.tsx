import type { FC } from "hono/jsx";
import type { Run } from "../../desk/run.ts";
import { Decisions, PlanSentences } from "../parts/decisions.tsx";
import type { Frame } from "../parts/frame.ts";
import { Layout } from "../parts/layout.tsx";
import { EventLink, RunLink, Text, Time } from "../parts/text.tsx";
import { TEXT_CHARS } from "../parts/visible.ts";
import { mayDo } from "../person.ts";

interface ApprovalsPageProps {
  readonly frame: Frame;
  /** Those that wait, the longest first. */
  readonly waiting: readonly Run[];
  /** Whether there are more than these. */
  readonly more: boolean;
}

/** The plans that wait for somebody's approval. */
export const ApprovalsPage: FC<ApprovalsPageProps> = ({ frame, waiting, more }) => (
  <Layout title="Approvals" frame={frame} at="/approvals">
    <div id="approvals" data-live={10}>
      {waiting.length === 0 && <p class="empty">No plan waits for an approval.</p>}
      {waiting.map((run) => (
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
          {mayDo(frame.person, "approved") ? (
            <Decisions
              frame={frame}
              run={run}
              about={`the plan for ${run.subject.slice(0, 80)}`}
              only={["approved", "rejected"]}
            />
          ) : (
            <p class="dim">Approving takes the role approver.</p>
          )}
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
