// The decisions that a run's state allows, and their buttons.
import type { FC } from "hono/jsx";
import type { PlannedAction } from "../../actions/action.ts";
import { consequences } from "../../actions/consequences.ts";
import { type Result, refused } from "../../base/result.ts";
import { type Decision, misfit } from "../../desk/operate/decisions.ts";
import type { Run } from "../../desk/run/run.ts";
import { decisionFor, gate } from "../../policy/gate.ts";
import { actFor } from "../../policy/roles.ts";
import type { StandIn } from "../../policy/separation.ts";
import { mayApprove, mayDeny } from "../../policy/stages.ts";
import type { Headline } from "../../systems/headline.ts";
import { mayDo, type Person, whyMayNot } from "../person.ts";
import { DecideForm, Labelled } from "./decide-form.tsx";
import { Each } from "./lists.tsx";
import { Sentence, TEXT_CHARS, Text } from "./text.tsx";

/** Actions of a plan: all, those with unfinished calls, or tasks. */
type Part = "all" | "left" | "tasks";

interface Choice {
  readonly label: string;
  readonly tone?: "good" | "bad";
  readonly decision: Decision["type"];
  readonly verdict?: "happened" | "send_again" | "abandon" | "done" | "not_done";
  /** Its consequence. */
  readonly leads: string;
  /** The heading above the plan's sentences. @default "To be done:" */
  readonly heads?: string;
  /** The part of the plan that it concerns. @default "left" */
  readonly about?: Part;
}

/** Safe ones first: they end a run and change nothing. */
export const CHOICES: readonly Choice[] = [
  {
    decision: "rejected",
    label: "Deny",
    tone: "bad",
    leads: "The answer is no: the run ends.",
    heads: "None of this is done:",
    about: "all",
  },
  {
    decision: "reviewed",
    verdict: "abandon",
    label: "Abandon",
    leads: "The run ends. What is applied stays.",
    heads: "The rest is not done:",
  },
  {
    decision: "completed",
    verdict: "not_done",
    label: "Not done",
    leads: "The run ends.",
    heads: "This was not done:",
    about: "tasks",
  },
  {
    decision: "cancelled",
    label: "Cancel the run",
    leads: "Nobody has to decide any more: the run ends. What is applied stays.",
    heads: "The rest is not done:",
  },
  {
    decision: "taken_back",
    label: "Take back",
    leads: "You no longer ask for this: the run ends before it acts.",
    heads: "None of this is done:",
    about: "all",
  },
  {
    decision: "confirmed",
    label: "Confirm",
    tone: "good",
    leads: "This is what you asked for. It may still need an approval.",
    about: "all",
  },
  {
    decision: "approved",
    label: "Approve",
    tone: "good",
    leads: "Reeve checks the plan again, and carries it out unless it has changed.",
    about: "all",
  },
  {
    decision: "resumed",
    label: "Resume over budget",
    tone: "good",
    leads:
      "The run exceeds the budget: Reeve checks the plan again, and carries it out unless it has changed.",
  },
  {
    decision: "reviewed",
    verdict: "happened",
    label: "It happened",
    leads: "The call counts as applied.",
    heads: "What follows is done:",
  },
  {
    decision: "reviewed",
    verdict: "send_again",
    label: "Send again",
    tone: "bad",
    leads: "The call is sent again, although it may already have been carried out.",
    heads: "Then what follows is done:",
  },
  {
    decision: "completed",
    verdict: "done",
    label: "Done",
    tone: "good",
    leads: "You say that this was done by hand. Reeve can't check it; the audit trail has it as your word.",
    heads: "Reported as done:",
    about: "tasks",
  },
  {
    decision: "handled",
    label: "Put away",
    leads: "The run needs nobody any more. What is applied stays, and so does the record.",
    heads: "The rest is not done:",
  },
  { decision: "hastened", label: "Try now", leads: "Reeve makes the next try at once." },
  {
    decision: "retried",
    label: "Try again",
    tone: "good",
    leads: "What is applied stays. Reeve tries the rest again.",
  },
];

/** A decision that a run allows now, as a button for a person. */
export interface Offer extends Choice {
  /** The reason why they can't make it: a role, or the gate. */
  readonly whyNot: string | null;
  /** Warnings about the requester. */
  readonly cautions: readonly string[];
}

/**
 * The decisions that a run allows, and the reasons why a person may not make some.
 * @param headline Names the requester of a run that needs no approval, and so has no addresses
 */
export function offersFor(
  person: Person,
  run: Run,
  headline: Headline | null,
  only?: readonly Decision["type"][],
): readonly Offer[] {
  const requesters = [...(run.concerned?.asked ?? []), headline?.askedBy?.email ?? []].flat();
  const hasAsked = requesters.some((one) => one.toLowerCase() === person.email.toLowerCase());
  return CHOICES.flatMap((choice) => {
    const { decision: type, verdict } = choice;
    const said = { type, verdict, hash: run.plan?.hash ?? "", by: person.email, reason: "" } as Decision;
    if ((only && !only.includes(type)) || misfit(run, said, Date.now())) return [];
    // Others have no use for a button that only its requester may press, nor requesters for one of an operator.
    if ((type === "taken_back" || (type === "confirmed" && requesters.length > 0)) && !hasAsked) return [];
    if (!mayDo(person, "read") && !mayDo(person, actFor(type))) return [];
    const told = toldByAddress(person, run, said);
    return {
      ...choice,
      whyNot: whyMayNot(person, actFor(type))?.message ?? (told.ok ? null : told.reason),
      cautions: told.ok ? told.value : [],
    };
  });
}

/**
 * The gate's answer by the addresses on the run. The decision asks it again with the people resolved, and refuses people
 * with other addresses.
 */
function toldByAddress(
  { email: by, roles }: Person,
  run: Run,
  decision: Decision,
): Result<readonly string[], string> {
  const { concerned, plan, stages = [], approvals } = run;
  const known = (email: string) => ({ id: email, emails: [email], employeeIds: [] });
  const absent = (of: StandIn["of"]) =>
    (concerned?.standIns ?? [])
      .filter((one) => one.of === of)
      .map((one) => ({ ...one, standIn: known(one.email) }));
  const whom = decisionFor(decision, by);
  const party = (email: string) => ({ email, user: known(email) });
  const allowed = gate(
    // A run that waits for its requester has no addresses.
    whom === "requester" ? "anyone" : whom,
    {
      decider: party(by),
      requesters: [
        ...(concerned?.asked ?? []).map(party),
        ...absent("asked").map(({ for: name, standIn }) => ({
          email: null,
          name,
          user: { ...NOBODY, standIn },
        })),
      ],
      // Runs do not store the people whom only a task concerns.
      beneficiaries:
        whom === "doer"
          ? []
          : [
              ...(concerned?.about ?? []).map(known),
              ...absent("about").map(({ for: id, standIn }) => ({ ...NOBODY, id, standIn })),
            ],
      askedOf: [...new Set((plan?.actions ?? []).flatMap(({ task }) => task?.askedOf ?? []))],
      source: "",
    },
    { unknownRequestersFrom: [] },
  );
  const asked = { user: known(by), isApprover: roles.has("approver"), stages, approvals };
  const staged =
    decision.type === "approved"
      ? mayApprove(asked)
      : decision.type === "rejected"
        ? mayDeny(asked)
        : allowed;
  return allowed.ok && !staged.ok ? refused(staged.reason) : allowed;
}

const NOBODY = { id: "", emails: [], employeeIds: [] };

/** Warnings about the requester for people who may decide, without repeats. */
export const cautionsFor = ({ cautions }: Run, offers: readonly Offer[]): string[] => [
  ...new Set([...cautions, ...offers.flatMap((offer) => offer.cautions)]),
];

/** Buttons for the decisions about a run; those that the reader can't use have the reason. */
export const Decisions: FC<{
  readonly run: Run;
  readonly offers: readonly Offer[];
  /** Says if the requester hears of the run's end; see {@link requesterHears}. */
  readonly hears: string | null;
  /** `queue` leads on to the next plan of the queue. @default the run's page */
  readonly next?: "queue";
  /** Name of the run, read by screen readers where a page shows several. */
  readonly about?: string;
}> = ({ run, offers, hears, next, about }) => {
  if (offers.length === 0) return null;
  const barred = Map.groupBy(offers, (offer) => offer.whyNot);
  return (
    <div class="decisions">
      {offers
        .filter((offer) => offer.whyNot === null)
        .map(({ decision, verdict, label, tone, leads, heads = "To be done:", about: which = "left" }) => (
          <div class="choice">
            <DecideForm
              action={`/runs/${run.id}/decisions`}
              label={label}
              about={about}
              tone={tone}
              fields={{
                decision,
                ...(next && { next }),
                ...(verdict && { verdict }),
                ...(["confirmed", "approved", "rejected"].includes(decision) && {
                  hash: run.plan?.hash ?? "",
                }),
              }}
            >
              <p>{heads}</p>
              <PlanSentences run={run} which={which} />
            </DecideForm>
            <p class="leads">{leads}</p>
          </div>
        ))}
      {Array.from(barred, ([why, barredOffers]) =>
        why === null ? null : (
          <p class="barred">
            {barredOffers.map(({ label }) => (
              <button type="button" disabled>
                <Labelled label={label} about={about} />
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

/** An action for the person who decides: its sentence, and its consequences below. */
export const PlannedSentence: FC<{ readonly of: PlannedAction }> = ({ of }) => {
  const { words, isFinal } = consequences(of);
  const { unverified = [] } = of;
  return (
    <>
      <Sentence of={of.summary} />
      {unverified.length > 0 && (
        <details class="under">
          <summary>Names not verified ({unverified.length})</summary>
          <Text of={unverified.map(({ name, id }) => `${name} is ${id}`).join(", ")} most={TEXT_CHARS} />
        </details>
      )}
      {words !== "" && <Sentence as="span" class={isFinal ? "under final" : "under"} of={words} />}
    </>
  );
};

/** Sentences of actions, numbered if there are several. */
export const PlannedSentences: FC<{ readonly of: readonly PlannedAction[] }> = ({ of }) => (
  <ol class={of.length > 1 ? "plan" : "plan single"}>
    <Each of={of} as="li">
      {(action) => <PlannedSentence of={action} />}
    </Each>
  </ol>
);

/** The sentences of a run's plan: all of them, or those that are not done. */
export const PlanSentences: FC<{ readonly run: Run; readonly which: Part }> = ({ run, which }) => {
  const actions = listActions(run, which);
  return actions.length === 0 ? (
    <p class="dim">{run.plan ? "nothing" : "Nothing is planned yet."}</p>
  ) : (
    <PlannedSentences of={actions} />
  );
};

function listActions({ plan, journal }: Run, which: Part): PlannedAction[] {
  if (!plan) return [];
  let n = 0;
  return plan.actions.flatMap((action) => {
    const { effects } = action;
    const own = journal.slice(n, n + effects.length);
    n += effects.length;
    const isDone = own.length > 0 && own.every(({ state }) => state === "applied");
    const isOut = which === "tasks" ? action.task === undefined : which === "left" && isDone;
    return isOut ? [] : [action];
  });
}
