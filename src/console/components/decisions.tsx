// The decision buttons of a run, and the summaries of its planned actions.
import type { FC } from "hono/jsx";
import type { PlannedAction } from "../../actions/action.ts";
import { consequences } from "../../actions/index.ts";
import type { Offer } from "../../operate/offers.ts";
import { PLAN_DECISIONS } from "../../policy/acts.ts";
import { listSteps } from "../../runs/journal.ts";
import type { Run } from "../../runs/run.ts";
import { canExpire } from "../../runs/states.ts";
import { DecideForm, Labelled } from "./decide-form.tsx";
import { Items } from "./lists.tsx";
import { Sentence, TEXT_CHARS, Text } from "./text.tsx";

/** Returns true if a decision concerns the whole plan, and not only the actions with unfinished calls. */
const isOnPlan = (decision: string): boolean => PLAN_DECISIONS.some((one) => one === decision);

/** Returns the heading of the actions that a decision concerns. */
function headPlan({ decision, ends, verdict }: Offer) {
  if (ends) return isOnPlan(decision) ? "Not done:" : "The rest is not done:";
  return verdict === "done" ? "Done:" : "To be done:";
}

/** Returns the warnings of a waiting plan and of its offers for the person who decides, without duplicates. */
const listWarnings = ({ state, warnings }: Run, offers: readonly Offer[]): Set<string> => {
  const isWaiting = canExpire(state) || state === "awaiting_follow_up";
  return new Set(isWaiting ? [...warnings, ...offers.flatMap((offer) => offer.warnings)] : []);
};

/**
 * Shows warnings for the person who decides, and the buttons for decisions about a run. The buttons of decisions that
 * the reader can't make are disabled, and the reason is shown next to them.
 */
export const Decisions: FC<{
  readonly run: Run;
  readonly offers: readonly Offer[];
  /**
   * A sentence about whether the requester is notified of the run's end (see {@link describeNotice}), or `null` to show
   * none.
   */
  readonly hears: string | null;
  /** `queue` opens the next plan of the queue after the decision. @default the run's page */
  readonly next?: "queue";
  /** Name of the run, for screen readers, if a page shows several runs. */
  readonly about?: string;
}> = ({ run, offers, hears, next, about }) => {
  if (offers.length === 0) return null;
  const barred = Map.groupBy(offers, (offer) => offer.whyNot);
  const [first, ...others] = run.plan?.actions ?? [];
  const names =
    first && first.summary.replace(/\.$/, "") + (others.length > 0 ? `, and ${others.length} more` : "");
  return (
    <>
      {[...listWarnings(run, offers)].map((warning) => (
        <Text as="p" class="note bad" of={warning} most={TEXT_CHARS} />
      ))}
      <div class="decisions">
        {offers
          .filter((offer) => offer.whyNot === null)
          .map((offer) => (
            <DecideForm
              action={`/runs/${run.id}/decisions`}
              label={offer.button}
              about={about}
              names={names}
              tone={offer.tone}
              isOptional={offer.decision === "confirmed" || offer.decision === "withdrawn"}
              fields={{
                decision: offer.decision,
                ...(next && { next }),
                ...(offer.verdict && { verdict: offer.verdict }),
                ...(offer.followUps && { steps: offer.followUps.map(({ step }) => step).join() }),
                ...(isOnPlan(offer.decision) && { hash: run.plan?.hash ?? "" }),
              }}
            >
              <p class="leads">{offer.leads}</p>
              <p>{headPlan(offer)}</p>
              {offer.followUps ? (
                <Sentence of={offer.followUps.map(({ task }) => task).join(" ")} />
              ) : (
                <PlanSentences run={run} isLeft={!isOnPlan(offer.decision)} />
              )}
            </DecideForm>
          ))}
        {Array.from(barred, ([why, barredOffers]) =>
          why === null ? null : (
            <p class="barred">
              {barredOffers.map(({ button }) => (
                <button type="button" disabled>
                  <Labelled label={button} about={about} />
                </button>
              ))}
              <Text as="span" of={why} most={TEXT_CHARS} />
            </p>
          ),
        )}
        {hears !== null && <Text as="p" class="leads" of={hears} most={TEXT_CHARS} />}
      </div>
    </>
  );
};

/** Names and addresses of the affected users, by id. */
interface Named {
  readonly named?: Readonly<Record<string, string>> | undefined;
}

/** Shows a planned action to the person who decides: its sentence, and its consequences below. */
export const PlannedSentence: FC<Named & { readonly of: PlannedAction }> = ({ of, named }) => {
  const { words, isFinal } = consequences(of, named);
  return (
    <>
      <Sentence of={of.summary} />
      {words !== "" && <Sentence as="span" class={isFinal ? "under final" : "under"} of={words} />}
    </>
  );
};

/**
 * Shows the sentences of actions, numbered if there are several, and below them one list of the names that were not
 * verified.
 */
export const PlannedSentences: FC<Named & { readonly of: readonly PlannedAction[] }> = ({ of, named }) => {
  const unverified = new Set(
    of.flatMap((one) => one.unverified ?? []).map(({ name, id }) => `${name} is ${id}`),
  );
  return (
    <>
      <ol class={of.length > 1 ? "plan" : "plan single"}>
        <Items of={of} as="li">
          {(action) => <PlannedSentence of={action} named={named} />}
        </Items>
      </ol>
      {unverified.size > 0 && (
        <details class="under">
          <summary>Names not verified ({unverified.size})</summary>
          <Text of={Array.from(unverified).join(", ")} most={TEXT_CHARS} />
        </details>
      )}
    </>
  );
};

/** Shows the sentences of a run's plan. @param isLeft True to leave out the actions whose calls have all been made */
export const PlanSentences: FC<{ readonly run: Run; readonly isLeft?: boolean }> = ({ run, isLeft }) => {
  const actions = listSteps(run).flatMap(({ action, entries, isMade }) =>
    isLeft && entries.length > 0 && isMade ? [] : action,
  );
  return actions.length === 0 ? (
    <p class="dim">{run.plan ? "nothing" : "Nothing is planned yet."}</p>
  ) : (
    <PlannedSentences of={actions} named={run.parties?.named} />
  );
};
