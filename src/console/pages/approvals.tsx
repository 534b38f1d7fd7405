// The page of what waits for a person to decide or to do it: plans for an approval, and tasks.
import type { FC } from "hono/jsx";
import * as z from "zod";
import { isDelete } from "../../actions/action.ts";
import { consequences } from "../../actions/consequences.ts";
import type { Config } from "../../define-config.ts";
import type { Decision } from "../../desk/operate/decisions.ts";
import { listAsked } from "../../desk/run/run.ts";
import type { Known } from "../../ledger/known.ts";
import { listRuns } from "../../ledger/runs.ts";
import type { NeedingState } from "../../ledger/states.ts";
import { titleWords } from "../../systems/headline.ts";
import { requesterHears } from "../../systems/reply/replies.ts";
import { DecideForm } from "../components/decide-form.tsx";
import { cautionsFor, Decisions, type Offer, offersFor, PlanSentences } from "../components/decisions.tsx";
import { AskedBy, RunLink } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { Each } from "../components/lists.tsx";
import { At, TEXT_CHARS, Text, Time } from "../components/text.tsx";
import { type ShownRun, waitingAtDesks, waitingOnRecord } from "../recorded.ts";
import { RunId } from "../requests.ts";
import { type Asked, fromLedger, knownIfWaiting, NO_ROWS } from "./page-context.tsx";
import { ToKnow, WhyApproval } from "./run-why.tsx";

interface WaitingShown extends ShownRun {
  readonly offers: readonly Offer[];
}

const MOST = 25;

/**
 * The queue of what waits for a person, with one plan or task beside it.
 * @param query.run The chosen one. @default the first
 * @param query.after The one just decided, which the record may still show as waiting
 */
export async function approvalsPage(c: Asked, { run: wanted, after }: z.output<typeof QueueQuery>) {
  const { config, person } = c.var;
  const mine = { state: "awaiting_confirmation", requester: person.email };
  const [plans, tasks, toConfirm] = await Promise.all([
    readWaiting(c, "awaiting_approval", ["approved", "rejected"]),
    readWaiting(c, "awaiting_task", ["completed"]),
    fromLedger(c, listRuns(c.env.LEDGER, mine, { limit: MOST }), () => NO_ROWS),
  ]);
  const queue = [...plans.runs.toSorted((one, other) => danger(other) - danger(one)), ...tasks.runs].filter(
    ({ run }) => run.id !== after,
  );
  const found = queue.findIndex(({ run }) => run.id === wanted);
  const at = Math.max(0, found);
  const chosen = queue[at];
  const known = chosen ? await knownIfWaiting(c, chosen.run) : [];
  const group = groupRuns(plans.runs).find((plansOfGroup) => chosen && plansOfGroup.includes(chosen)) ?? [];
  return (
    <Layout title="Approvals" at="/approvals">
      <div id="approvals" data-live={10}>
        {toConfirm.items.length > 0 && (
          <section aria-labelledby="confirm">
            <h2 id="confirm">For you to confirm</h2>
            <ul>
              <Each of={toConfirm.items} as="li">
                {(run) => <RunLink {...run} />}
              </Each>
            </ul>
          </section>
        )}
        {chosen === undefined ? (
          <p class="empty">
            No plan is waiting for approval. <a href="/settings#approvals">Who approves what</a>{" "}
            <a href="/runs">See what Reeve did</a>
          </p>
        ) : (
          <div class="queue">
            <nav aria-label="Waiting">
              <ol>
                <Each of={queue} as="li" id={({ run }) => run.id}>
                  {(waiting) => <Queued {...waiting} isChosen={waiting === chosen} />}
                </Each>
              </ol>
              {[plans, tasks].map(
                ({ state, more }) =>
                  more && (
                    <p>
                      There are more: <a href={`/runs?state=${state}`}>all that wait</a>
                    </p>
                  ),
              )}
            </nav>
            <div>
              <p class="steps">
                {at + 1} of {queue.length}
                {at > 0 && (
                  <a rel="prev" href={queueAt(queue[at - 1])}>
                    Previous
                  </a>
                )}
                {at + 1 < queue.length && (
                  <a rel="next" href={queueAt(queue[at + 1])}>
                    Next
                  </a>
                )}
              </p>
              <Each of={[chosen]} as="div" id={({ run }) => run.id}>
                {(waiting) => <WaitingRun {...waiting} replies={config.replies} known={known} />}
              </Each>
              {group.length > 1 && <Together group={group} />}
            </div>
          </div>
        )}
      </div>
    </Layout>
  );
}

export const QueueQuery = z.strictObject({ run: RunId.optional(), after: RunId.optional() });

const queueAt = (waiting: WaitingShown | undefined): string => `/approvals?run=${waiting?.run.id ?? ""}`;

/** Plans come by danger: those with something that nothing undoes, then deletes, then the rest. */
function danger({ run: { plan } }: WaitingShown): number {
  const actions = plan?.actions ?? [];
  if (actions.some((action) => consequences(action).isFinal)) return 2;
  return actions.some(({ effects }) => effects.some(({ operation }) => isDelete(operation))) ? 1 : 0;
}

const Queued: FC<WaitingShown & { readonly isChosen: boolean }> = ({ isChosen, ...waiting }) => {
  const { run, headline } = waiting;
  return (
    <a href={queueAt(waiting)} aria-current={isChosen ? "true" : undefined}>
      <Text of={titleWords(headline, `A run of ${run.automation}`)} most={120} />
      <span class="under">
        {run.state === "awaiting_task" ? "task, " : ""}
        <Time at={run.createdAt} />
        <At says=", expires" at={run.dueAt} />
      </span>
      {danger(waiting) === 2 && <span class="badge bad">can't be undone</span>}
    </a>
  );
};

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
const groupRuns = (runs: readonly WaitingShown[]): readonly (readonly WaitingShown[])[] =>
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
      {group.length} plans of {group[0]?.run.automation} for the same people
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
  WaitingShown & { readonly replies: Config["replies"]; readonly known: readonly Known[] }
> = ({ run, headline, offers, replies, known }) => (
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
      <At says=", expires" at={run.dueAt} />
    </p>
    <PlanSentences run={run} which={run.state === "awaiting_task" ? "tasks" : "all"} />
    {run.state === "awaiting_task" ? (
      <p>
        Asked of <Text of={listAsked(run).join(", ") || "an operator"} most={TEXT_CHARS} />
      </p>
    ) : (
      <>
        <WhyApproval of={run} />
        <ToKnow cautions={cautionsFor(run, offers)} known={known} />
      </>
    )}
    <Decisions
      run={run}
      offers={offers}
      hears={headline && requesterHears(run.subject, headline, replies)}
      next="queue"
      about={`the plan for ${titleWords(headline, run.automation).slice(0, 80)}`}
    />
  </article>
);
