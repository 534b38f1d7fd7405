// The page of work that waits for a person: plans to approve, and follow-ups.
import type { Child, FC } from "hono/jsx";
import * as z from "zod";
import { isDelete } from "../../actions/action.ts";
import { consequences } from "../../actions/index.ts";
import { formatPerson } from "../../base/text.ts";
import { listAudit } from "../../ledger/audit-list.ts";
import type { Known } from "../../ledger/known.ts";
import { listWaiting, readRuns } from "../../ledger/runs.ts";
import { finderFor, nameApprovers, type Offer, offersFor } from "../../operate/offers.ts";
import { isAllowed } from "../../operate/person.ts";
import { currentRun, type ShownRun, titled, waitingAtDesks } from "../../operate/recorded.ts";
import { RunId } from "../../operate/requests.ts";
import { ACTS } from "../../policy/acts.ts";
import type { PartyFinder } from "../../policy/parties.ts";
import type { Decision } from "../../runs/decisions.ts";
import { explainRun } from "../../runs/explain.ts";
import { formatTitle } from "../../runs/headline.ts";
import { describeNotice } from "../../runs/message.ts";
import type { Run } from "../../runs/run.ts";
import { type NeedingState, RUN_STATE } from "../../runs/states.ts";
import { DecideForm } from "../components/decide-form.tsx";
import { Decisions, PlanSentences } from "../components/decisions.tsx";
import { Comments, Discuss } from "../components/discussion.tsx";
import { useFrame } from "../components/frame.ts";
import { AskedBy, RunLink } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { Items } from "../components/lists.tsx";
import { At, Badge, RunStateBadge, Text, Time } from "../components/text.tsx";
import { type Asked, fromLedger, knownIfWaiting, NO_ROWS } from "./page-context.tsx";
import { FollowUps, KnownFacts, Lines, WhyApproval } from "./run-why.tsx";

interface WaitingShown extends ShownRun {
  readonly offers: readonly Offer[];
}

/** States of the runs in the queue, and the decisions that their cards offer. */
const DECISIONS = {
  awaiting_approval: ["approved", "rejected"],
  awaiting_follow_up: ["completed"],
} as const satisfies Partial<Record<NeedingState, readonly Decision["type"][]>>;
const STATES = Object.keys(DECISIONS) as (keyof typeof DECISIONS)[];

/** The HTML id of the element with the decision on the chosen plan. */
const DECIDE = "decide";

/** Number of plans and follow-ups per part of the queue. */
const PART = 25;
/** Maximum number of runs per state, from all desks together, while the ledger is unavailable. */
const MAX_AT_DESK = 100;

/**
 * Shows the queue of work that waits for a person, and one plan or follow-up next to it.
 * @param query.run The chosen run. If it is no longer waiting, the page shows its result. @default the run of a
 * rejected form, or else the first run
 * @param query.after The run that was just decided, which the ledger might still list as waiting
 */
export async function approvalsPage(c: Asked, { run, after }: z.output<typeof QueueQuery>) {
  const wanted = run ?? /run_[^/]+/.exec(c.var.refused?.action ?? "")?.[0];
  const [{ ids, from, part }, asked] = await Promise.all([
    readQueue(c, wanted, after),
    wanted ? fromLedger(c, currentRun(c.env, wanted), () => null) : null,
  ]);
  const first = part.find(({ run }) => run.id === (wanted ?? ids[0]));
  const chosen = asked ? { ...asked, headline: asked.headline ?? first?.headline ?? null } : first;
  const isGone = wanted !== undefined && !(chosen && isQueued(chosen.run.state));
  const open = isGone ? undefined : chosen;
  const at = open ? ids.indexOf(open.run.id) : -1;
  const [before, next] = isGone ? [undefined, ids.find((id) => id !== wanted)] : [ids[at - 1], ids[at + 1]];
  const find = finderFor(c.env);
  const withOffers = async (shown: ShownRun): Promise<WaitingShown> => {
    const { state } = shown.run;
    return { ...shown, offers: isQueued(state) ? await offersFor(c, shown, DECISIONS[state], find) : [] };
  };
  const key = open ? groupKey(open) : null;
  const alike = part.filter((one) => key !== null && groupKey(one) === key);
  const group = await Promise.all(alike.length > 1 ? alike.map(withOffers) : []);
  // Identical plans share the row of the first one, but the open plan always has a row.
  const rows = Map.groupBy(part, sameKey);
  const folded = part.filter((one) => rows.get(sameKey(one))?.[0] === one || one.run.id === open?.run.id);
  const card = open && (await openCard(c, await withOffers(open), find));
  return (
    <Layout
      title="Approvals"
      at="/approvals"
      address={chosen && queueAt(chosen.run.id)}
      skipTo={open && [DECIDE, "the decision"]}
    >
      <div id="approvals" data-live={10}>
        {isGone && <Gone id={wanted} of={chosen} />}
        {ids.length === 0 && !open ? (
          <p class="empty">
            No plan is waiting for approval. <a href="/settings#approvals">Who approves what</a>{" "}
            <a href="/runs">See what Reeve did</a>
          </p>
        ) : (
          <div class="queue">
            <nav aria-label="Waiting">
              <ol start={from + 1}>
                <Items of={folded} as="li" id={({ run }) => run.id}>
                  {(waiting) => (
                    <Queued
                      {...waiting}
                      same={rows.get(sameKey(waiting))?.length ?? 1}
                      isChosen={waiting.run.id === open?.run.id}
                    />
                  )}
                </Items>
              </ol>
              <p class="pager">
                {from > 0 && <a href={queueAt(ids[from - PART])}>Earlier ones</a>}
                {from + PART < ids.length && (
                  <a href={queueAt(ids[from + PART])}>{ids.length - from - PART} more</a>
                )}
              </p>
            </nav>
            <div>
              <p class="steps">
                {at >= 0 ? `${at + 1} of ${ids.length}` : `${ids.length} waiting`}
                <Step rel="prev" to={before} name="Previous" />
                <Step rel="next" to={next} name="Next" />
              </p>
              {card}
              {group.length > 0 && isAllowed(c.var.person, "approved") && <BatchGroup group={group} />}
            </div>
          </div>
        )}
      </div>
    </Layout>
  );
}

/** Shows the chosen plan or follow-up, with its discussion. */
async function openCard(c: Asked, shown: WaitingShown, find: PartyFinder) {
  const { run, headline } = shown;
  const trail = listAudit(c.env.LEDGER, { run: run.id }, { limit: 100 });
  const [known, names, { items: entries }] = await Promise.all([
    knownIfWaiting(c, run),
    nameApprovers(find, run),
    fromLedger(c, trail, () => NO_ROWS),
  ]);
  const hears = headline && describeNotice(run.subject, headline, c.var.config.replies);
  return (
    <Items of={[shown]} as="div" id={() => run.id}>
      {() => (
        <WaitingRun {...{ ...shown, known, names, hears }} next="queue">
          <Comments of={entries.toReversed()} />
          <Discuss {...shown} people={c.var.config.people} />
        </WaitingRun>
      )}
    </Items>
  );
}

const Step: FC<{ readonly rel: string; readonly to: string | undefined; readonly name: string }> = (props) =>
  props.to === undefined ? null : (
    <a rel={props.rel} href={queueAt(props.to)}>
      {props.name}
    </a>
  );

const isQueued = (state: Run["state"]): state is keyof typeof DECISIONS => state in DECISIONS;

/** Describes the outcome of a plan or follow-up that is no longer waiting, or shows that there is no such run. */
const Gone: FC<{ readonly id: string; readonly of: ShownRun | undefined }> = ({ id, of }) => {
  if (of === undefined)
    return (
      <p class="note" role="status">
        There is no run {id}, or it is not recorded yet.
      </p>
    );
  const { head, lines } = explainRun(of.run);
  return (
    <div role="status">
      <p class="note wait">
        This is no longer waiting: {head}
        <At label="," at={of.run.updatedAt} />:{" "}
        <a href={`/runs/${id}`}>
          <Text of={titleOf(of)} most={160} />
        </a>
      </p>
      <Lines of={lines} tone={RUN_STATE[of.run.state].tone} />
    </div>
  );
};

export const QueueQuery = z.strictObject({ run: RunId.optional(), after: RunId.optional() });

const queueAt = (id: string | undefined): string => `/approvals?run=${id ?? ""}`;

/**
 * Returns the danger rank of a waiting run: 2 if an action can't be undone, 1 if one deletes something, otherwise 0.
 * The ledger stores the same rank.
 */
function danger({ run: { plan } }: ShownRun): number {
  const actions = plan?.actions ?? [];
  if (actions.some((action) => consequences(action).isFinal)) return 2;
  return actions.some(({ effects }) => effects.some(({ operation }) => isDelete(operation))) ? 1 : 0;
}

const dueWords = ({ state }: Run): string => (state === "awaiting_follow_up" ? ", due" : ", expires");

/** Returns the title of a run's event, or else the first sentence of the run's plan, or else the automation's name. */
const titleOf = ({ run, headline }: ShownRun): string =>
  formatTitle(headline, run.plan?.actions[0]?.summary ?? `A run of ${run.automation}`);

/** The badges of dangerous plans, by danger rank. */
const DANGERS = [null, ["wait", "deletes"], ["bad", "can't be undone"]] as const;

const Queued: FC<ShownRun & { readonly isChosen: boolean; readonly same: number }> = (props) => {
  const { isChosen, same, run, headline } = props;
  const [first, ...others] = run.state === "awaiting_approval" ? (run.plan?.actions ?? []) : [];
  const { askedBy, way = run.automation } = headline ?? {};
  const who = askedBy ? formatPerson(askedBy.name, askedBy.email ?? "no address") : way;
  const affected = Object.values(run.parties?.named ?? {}).join(", ");
  const badge = DANGERS[danger(props)];
  return (
    <a href={queueAt(run.id)} aria-current={isChosen ? "true" : undefined}>
      <Text as="span" class="what" of={first?.summary ?? titleOf(props)} />
      <Text as="span" class="under who" of={who} />
      {affected !== "" && <Text as="span" class="under" of={`Affects ${affected}`} />}
      <span class="under">
        {badge && <Badge tone={badge[0]}>{badge[1]}</Badge>}{" "}
        {same > 1 && <Badge tone="quiet">{same} identical</Badge>}{" "}
        {others.length > 0 && `${others.length} more, `}
        {run.state === "awaiting_follow_up" ? "follow-up, " : ""}
        <Time at={run.createdAt} />
        <At label={dueWords(run)} at={run.dueAt} />
      </span>
    </a>
  );
};

/**
 * Returns a key that is equal for plans of one automation that wait for approval and have the same actions, targets and
 * inputs. Every other run has a key of its own.
 */
const sameKey = ({ run: { id, state, automation, plan } }: ShownRun): string =>
  state === "awaiting_approval" && plan
    ? JSON.stringify([automation, plan.actions.map(({ action, target, input }) => [action, target, input])])
    : id;

/**
 * Reads the ids of the waiting runs, and the part of the list that contains the chosen run. Plans precede follow-ups,
 * and the most dangerous plans are first. The run `after`, which was just decided, is left out.
 */
async function readQueue(c: Asked, wanted: string | undefined, after: string | undefined) {
  const { LEDGER: db } = c.env;
  const cut = <Item,>(all: readonly Item[], toId: (item: Item) => string) => {
    const queue = all.filter((item) => toId(item) !== after);
    const ids = queue.map(toId);
    const from = Math.floor(Math.max(0, ids.indexOf(wanted ?? "")) / PART) * PART;
    return { ids, from, part: queue.slice(from, from + PART) };
  };
  const onRecord = async () => {
    const listed = (await listWaiting(db, STATES)).filter((id) => id !== after);
    const all = cut(wanted ? listed : await dropDecided(c, listed), (id) => id);
    return { ...all, part: await titled(db, await readRuns(db, all.part)) };
  };
  const atDesks = async () => {
    const states = await Promise.all(STATES.map((state) => waitingAtDesks(c.env, state, MAX_AT_DESK)));
    const queue = states.flatMap((runs) => runs.toSorted((one, other) => danger(other) - danger(one)));
    return cut(queue, ({ run }) => run.id);
  };
  return fromLedger(c, onRecord(), atDesks);
}

/**
 * Returns the queue without the runs at its start that have just been decided: the ledger might still list them as
 * waiting.
 */
async function dropDecided(c: Asked, ids: readonly string[]): Promise<readonly string[]> {
  const first = ids[0] === undefined ? null : await currentRun(c.env, ids[0]);
  return first && !isQueued(first.run.state) ? dropDecided(c, ids.slice(1)) : ids;
}

/**
 * Returns a key that is equal for plans of one automation about the same people, or `null` for a follow-up and for a
 * plan that affects nobody.
 */
function groupKey({ run: { state, automation, plan } }: ShownRun): string | null {
  const people = new Set((plan?.actions ?? []).flatMap(({ beneficiaries }) => beneficiaries));
  const isAlone = state !== "awaiting_approval" || people.size === 0;
  return isAlone ? null : `${automation} ${Array.from(people).toSorted().join(" ")}`;
}

/** The consequences of a decision about several plans. */
const TOGETHER = {
  rejected: "The ticked plans end. Each plan's page shows whether the requester is notified.",
  approved: "Reeve checks each ticked plan again, and carries it out unless it has changed.",
} as const;

/**
 * Offers one decision for several plans of one automation about the same people. Plans that the reader can't decide are
 * omitted.
 */
const BatchGroup: FC<{ readonly group: readonly WaitingShown[] }> = ({ group }) => (
  <article class="card">
    <h2>
      {group.length} plans of {group[0]?.run.automation} for the same people
    </h2>
    <div class="decisions">
      {(["rejected", "approved"] as const).map((decision) => {
        const open = group.filter(({ offers }) =>
          offers.some((offer) => offer.decision === decision && offer.whyNot === null),
        );
        return open.length < 2 ? null : (
          <DecideForm
            action="/batches"
            label={`${ACTS[decision].button} together`}
            about={`the plans of ${group[0]?.run.automation}`}
            tone={ACTS[decision].tone}
            fields={{ decision, plan: "" }}
          >
            <p class="leads">{TOGETHER[decision]}</p>
            <fieldset>
              <legend>Plans</legend>
              {open.map(({ run, headline }) => (
                <div>
                  <label>
                    <input type="checkbox" name="plan" {...useTick(run)} />{" "}
                    <Text of={formatTitle(headline, run.automation)} most={160} />
                  </label>
                  <PlanSentences run={run} />
                </div>
              ))}
            </fieldset>
          </DecideForm>
        );
      })}
    </div>
  </article>
);

/**
 * Returns the value of a plan's checkbox, and whether it is checked. A rejected form keeps its checks, except those of
 * plans that have changed since.
 */
const useTick = ({ id, plan }: Run) => {
  const value = `${id} ${plan?.hash}`;
  const { plan: ticked = value } = useFrame().refused?.fields ?? {};
  return { value, checked: [ticked].flat().includes(value) };
};

/** Shows a waiting run: its plan, the reason why it waits, and the decisions that the reader can make. */
export const WaitingRun: FC<
  WaitingShown & {
    readonly known?: readonly Known[];
    /** Names and addresses of candidates and approvers, by id. */
    readonly names?: Readonly<Record<string, string>>;
    /** The discussion about the plan, above the decision. */
    readonly children?: Child;
    /** A sentence about whether the requester is notified of the run's end, or `null` to show none. */
    readonly hears: string | null;
    readonly next?: "queue";
  }
> = ({ run, headline, offers, known = [], names = {}, children, ...decide }) => (
  <article class="card">
    <h2>
      <RunLink id={run.id} automation={run.automation} headline={headline} />
    </h2>
    <p class="dim">
      <RunStateBadge state={run.state} paused={run.paused} />{" "}
      {headline !== null && (
        <>
          Requested by <AskedBy of={headline} />,{" "}
        </>
      )}
      <Time at={run.createdAt} />, planned by {run.automation}
      <At label={dueWords(run)} at={run.dueAt} />
    </p>
    <PlanSentences run={run} />
    <FollowUps of={run} />
    <KnownFacts known={known} />
    {run.state === "awaiting_approval" && <WhyApproval of={run} names={names} />}
    {children}
    <div class="bar" id={DECIDE} tabindex={-1}>
      <Decisions
        run={run}
        offers={offers}
        about={`the plan for ${formatTitle(headline, run.automation).slice(0, 80)}`}
        {...decide}
      />
    </div>
  </article>
);
