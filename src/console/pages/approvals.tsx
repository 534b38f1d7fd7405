// The page of what waits for a person to decide or to do it: plans for an approval, and tasks.

import type { Child, FC } from "hono/jsx";
import type { Decision } from "../../desk/operate/decisions.ts";
import { askedOf } from "../../desk/run/run.ts";
import type { NeedingState } from "../../ledger/states.ts";
import { titleWords } from "../../systems/headline.ts";
import { DecideForm } from "../components/decide-form.tsx";
import { cautionsFor, Decisions, type Offer, offersFor, PlanSentences } from "../components/decisions.tsx";
import { AskedBy, RunLink } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { Each } from "../components/tables.tsx";
import { TEXT_CHARS, Text, Time } from "../components/text.tsx";
import { type ShownRun, waitingAtDesks, waitingOnRecord } from "../recorded.ts";
import { type Asked, fromLedger } from "./page-context.tsx";
import { Cautions, WhyApproval } from "./run-why.tsx";

/** A run that waits. */
interface WaitingShown extends ShownRun {
  readonly offers: readonly Offer[];
}

/** Most runs of a kind on the page. */
const MOST = 25;

/** The plans that wait for somebody's approval, and the tasks that wait for somebody to do them. */
export async function approvalsPage(c: Asked) {
  const [plans, tasks] = await Promise.all([
    readWaiting(c, "awaiting_approval", ["approved", "rejected"]),
    readWaiting(c, "awaiting_task", ["completed"]),
  ]);
  return (
    <Layout title="Approvals" at="/approvals">
      <div id="approvals" data-live={10}>
        {plans.runs.length === 0 && (
          <p class="empty">
            No plan is waiting for approval. Which plans need one, <code>policy.approvals</code> in
            src/config.ts says. <a href="/runs">See what Reeve did</a>
          </p>
        )}
        {groupsOf(plans.runs).map((group) => (
          <>
            <Each of={group} as="div" id={({ run }) => run.id}>
              {(waiting) => (
                <WaitingRun {...waiting} which="all">
                  <WhyApproval of={waiting.run.asks} />
                  <Cautions of={cautionsFor(waiting.run, waiting.offers)} />
                </WaitingRun>
              )}
            </Each>
            {group.length > 1 && <Together group={group} />}
          </>
        ))}
        <More of={plans} />
        {tasks.runs.length > 0 && <h2>To do by hand</h2>}
        <Each of={tasks.runs} as="div" id={({ run }) => run.id}>
          {(waiting) => (
            <WaitingRun {...waiting} which="tasks">
              <p>
                Asked of <Text of={askedOf(waiting.run).join(", ") || "an operator"} most={TEXT_CHARS} />
              </p>
            </WaitingRun>
          )}
        </Each>
        <More of={tasks} />
      </div>
    </Layout>
  );
}

type Waiting = Awaited<ReturnType<typeof readWaiting>>;

/** Runs that wait: the first to expire come first. */
async function readWaiting(c: Asked, state: NeedingState, decisions: readonly Decision["type"][]) {
  const known = await fromLedger(c, waitingOnRecord(c.env, state, MOST + 1), () =>
    waitingAtDesks(c.env, state, MOST + 1),
  );
  const runs: WaitingShown[] = known
    .slice(0, MOST)
    .map((one) => ({ ...one, offers: offersFor(c.var.person, one.run, decisions) }));
  return { state, runs, more: known.length > MOST };
}

/** Plans of one automation for the same people side by side, in the order of the first of each. */
const groupsOf = (runs: readonly WaitingShown[]): readonly (readonly WaitingShown[])[] =>
  Array.from(
    Map.groupBy(runs, ({ run: { id, automation, plan } }) => {
      const people = (plan?.actions ?? []).flatMap(({ beneficiaries }) => beneficiaries);
      return people.length === 0 ? id : `${automation} ${Array.from(new Set(people)).toSorted().join(" ")}`;
    }).values(),
  );

const TOGETHER = [
  {
    decision: "rejected",
    label: "Deny together",
    tone: "bad",
    leads: "Those that are ticked end, and their requesters are notified.",
  },
  {
    decision: "approved",
    label: "Approve together",
    tone: "good",
    leads: "Reeve makes those plans again that are ticked, and carries out each that has not changed.",
  },
] as const;

/** One decision for plans of one kind and the same people, each listed by name; those that the reader can't decide are not. */
const Together: FC<{ readonly group: readonly WaitingShown[] }> = ({ group }) => (
  <article class="card">
    <h2>
      The {group.length} plans above are of {group[0]?.run.automation}, for the same people
    </h2>
    <div class="decisions">
      {TOGETHER.map(({ decision, label, tone, leads }) => {
        const open = group.filter(({ offers }) =>
          offers.some((offer) => offer.decision === decision && offer.whyNot === null),
        );
        return open.length < 2 ? null : (
          <div class="choice">
            <DecideForm
              action="/approvals/decisions"
              label={label}
              about={`the plans of ${group[0]?.run.automation}`}
              tone={tone}
              fields={{ decision }}
            >
              <fieldset>
                <legend>Plans</legend>
                {open.map(({ run, headline }) => (
                  <div>
                    <label>
                      <input type="checkbox" name="plan" value={`${run.id} ${run.plan?.hash}`} checked />{" "}
                      <Text of={titleWords(headline, run.automation)} most={160} />
                    </label>
                    <PlanSentences run={run} which="all" />
                  </div>
                ))}
              </fieldset>
            </DecideForm>
            <p class="leads">{leads}</p>
          </div>
        );
      })}
    </div>
  </article>
);

const WaitingRun: FC<
  WaitingShown & {
    /** The sentences of its plan that it waits with. */
    readonly which: "all" | "tasks";
    readonly children?: Child;
  }
> = ({ run, headline, offers, which, children }) => (
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
      <Time at={run.createdAt} />, planned by <a href={`/automations/${run.automation}`}>{run.automation}</a>
      {run.dueAt !== null && (
        <>
          , expires <Time at={run.dueAt} />
        </>
      )}
    </p>
    <PlanSentences run={run} which={which} />
    {children}
    <Decisions
      run={run}
      offers={offers}
      about={`the plan for ${titleWords(headline, run.automation).slice(0, 80)}`}
    />
  </article>
);

const More: FC<{ readonly of: Waiting }> = ({ of: { state, more } }) =>
  more ? (
    <p>
      There are more: <a href={`/runs?state=${state}`}>all that wait</a>
    </p>
  ) : null;
