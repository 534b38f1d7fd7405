// The decision buttons of a run, and the sentences of its plan.
import type { FC } from "hono/jsx";
import type { PlannedAction } from "../../actions/action.ts";
import { consequences } from "../../actions/index.ts";
import type { Offer } from "../../operate/offers.ts";
import { PLAN_DECISIONS } from "../../policy/acts.ts";
import { listSteps } from "../../runs/journal.ts";
import type { Run } from "../../runs/run.ts";
import { DecideForm, Labelled } from "./decide-form.tsx";
import { Items } from "./lists.tsx";
import { Sentence, TEXT_CHARS, Text } from "./text.tsx";

/** The actions of a plan that a decision concerns: all, or those with unfinished calls. */
type PlanPart = "all" | "left";
const isOnPlan = (decision: string): boolean => PLAN_DECISIONS.some((one) => one === decision);

/** Returns the heading over the sentences that a decision concerns. */
function headPlan({
  ends,
  verdict,
  isOnPlan: isWhole,
}: {
  readonly ends: true | undefined;
  readonly verdict: string | undefined;
  readonly isOnPlan: boolean;
}) {
  if (ends) return isWhole ? "Not done:" : "The rest is not done:";
  return verdict === "done" ? "Done:" : "To be done:";
}

/** Returns the warnings about the requester for the person who decides, without duplicates. */
export const cautionsFor = ({ warnings }: Run, offers: readonly Offer[]): string[] => [
  ...new Set([...warnings, ...offers.flatMap((offer) => offer.warnings)]),
];

/**
 * Shows the buttons for decisions about a run. For a decision that the reader can't make, shows the reason instead of
 * the button.
 */
export const Decisions: FC<{
  readonly run: Run;
  readonly offers: readonly Offer[];
  /** A sentence about whether the requester is notified of the run's end; see {@link describeNotice}. */
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
    <div class="decisions">
      {offers
        .filter((offer) => offer.whyNot === null)
        .map(({ decision, verdict, followUps, ends, ...offer }) => (
          <DecideForm
            action={`/runs/${run.id}/decisions`}
            label={offer.button}
            about={about}
            names={names}
            tone={offer.tone}
            isOptional={decision === "confirmed" || decision === "withdrawn"}
            fields={{
              decision,
              ...(next && { next }),
              ...(verdict && { verdict }),
              ...(followUps && { steps: followUps.map(({ step }) => step).join() }),
              ...(isOnPlan(decision) && { hash: run.plan?.hash ?? "" }),
            }}
          >
            <p class="leads">{offer.leads}</p>
            <p>{headPlan({ ends, verdict, isOnPlan: isOnPlan(decision) })}</p>
            {followUps ? (
              <Sentence of={followUps.map(({ task }) => task).join(" ")} />
            ) : (
              <PlanSentences run={run} which={isOnPlan(decision) ? "all" : "left"} />
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
  );
};

/** Shows a planned action to the person who decides: its sentence, and its consequences below. */
export const PlannedSentence: FC<{
  readonly of: PlannedAction;
  /** The affected users by id, with names and addresses. */
  readonly named?: Readonly<Record<string, string>> | undefined;
}> = ({ of, named }) => {
  const { words, isFinal } = consequences(of, named);
  return (
    <>
      <Sentence of={of.summary} />
      {words !== "" && <Sentence as="span" class={isFinal ? "under final" : "under"} of={words} />}
    </>
  );
};

/** Shows the sentences of actions, numbered if there are several. */
export const PlannedSentences: FC<{
  readonly of: readonly PlannedAction[];
  readonly named?: Readonly<Record<string, string>> | undefined;
}> = ({ of, named }) => (
  <>
    <ol class={of.length > 1 ? "plan" : "plan single"}>
      <Items of={of} as="li">
        {(action) => <PlannedSentence of={action} named={named} />}
      </Items>
    </ol>
    <Unverified of={of} />
  </>
);

/** Lists once the names of a plan that were not looked up at the service. */
const Unverified: FC<{ readonly of: readonly PlannedAction[] }> = ({ of }) => {
  const all = new Set(
    of.flatMap(({ unverified = [] }) => unverified.map(({ name, id }) => `${name} is ${id}`)),
  );
  return all.size === 0 ? null : (
    <details class="under">
      <summary>Names not verified ({all.size})</summary>
      <Text of={Array.from(all).join(", ")} most={TEXT_CHARS} />
    </details>
  );
};

/** Shows the sentences of a run's plan: all of them, or those that are not done yet. */
export const PlanSentences: FC<{ readonly run: Run; readonly which: PlanPart }> = ({ run, which }) => {
  const actions = listSteps(run).flatMap(({ action, entries, isMade }) =>
    which === "left" && entries.length > 0 && isMade ? [] : [action],
  );
  return actions.length === 0 ? (
    <p class="dim">{run.plan ? "nothing" : "Nothing is planned yet."}</p>
  ) : (
    <PlannedSentences of={actions} named={run.parties?.named} />
  );
};
