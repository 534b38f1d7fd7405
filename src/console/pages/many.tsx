// One decision for many runs: the forms on the list of runs, and the page with the result for each.
import type { FC } from "hono/jsx";
import type { NamedRun } from "../../ledger/headlines.ts";
import { RUN_STATE, type RunState } from "../../ledger/states.ts";
import { DecideForm } from "../components/decide-form.tsx";
import { useFrame } from "../components/frame.ts";
import { RunLink } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { Table } from "../components/tables.tsx";
import { count, RunStateBadge, TEXT_CHARS, Text } from "../components/text.tsx";
import type { DecidedMany } from "../decide.ts";
import { mayDo } from "../person.ts";
import type { ManyDecision, PlansDecision } from "../requests.ts";

/** One decision for every held run: of one automation, or of all. */
export const DecideHeld: FC<{ readonly automation?: string | undefined }> = ({ automation = "" }) => {
  if (!mayDo(useFrame().person, "resumed")) return null;
  const which = automation === "" ? "Every run that is held" : `Every held run of ${automation}`;
  const forms = [
    {
      decision: "resumed",
      label: "Resume all",
      tone: "good",
      says: `${which} may go over its budget, also those on further pages. Reeve makes each plan again and, if it is still the same, carries it out. Who asked for a plan or gains by it can't let it go over its budget: those stay held.`,
    },
    {
      decision: "cancelled",
      label: "Cancel all",
      tone: "bad",
      says: `${which} ends, also those on further pages, and nothing of its plan is done.`,
    },
  ] as const;
  return (
    <div class="decisions">
      {forms.map(({ decision, says, ...button }) => (
        <DecideForm
          action="/runs/decisions"
          about={`held runs of ${automation || "every automation"}`}
          fields={{ decision, automation }}
          {...button}
        >
          <p>{says}</p>
          {automation === "" && (
            <p class="dim">To decide about one automation alone, filter the list by it first.</p>
          )}
        </DecideForm>
      ))}
    </div>
  );
};

/** One decision for all runs that failed for the same reason, for each reason that the page's runs have. */
export const RetryFailed: FC<{
  readonly codes: readonly string[];
  readonly automation?: string | undefined;
}> = ({ codes, automation = "" }) => {
  if (!mayDo(useFrame().person, "retried")) return null;
  return (
    <div class="decisions">
      {codes.map((code) => (
        <DecideForm
          action="/runs/decisions"
          label={`Try again: ${code}`}
          fields={{ decision: "retried", code, automation }}
        >
          <p>
            Every run{automation === "" ? "" : ` of ${automation}`} that failed with {code} is tried again,
            100 at a time, also those on further pages. What is applied is not repeated; a run that a newer
            one of its automation and subject has followed is left as it is.
          </p>
        </DecideForm>
      ))}
    </div>
  );
};

/** Name of a run that is not on record yet. */
const UNNAMED: NamedRun = { automation: "an automation", headline: null, plan: [] };

/** Decisions for several runs at once. */
export type ManyDecided = ManyDecision["decision"] | PlansDecision["decision"];

const FAILED = {
  state: "failed",
  runs: "failed runs",
  list: "Runs that failed",
  at: "/runs?state=failed",
} as const;
const HELD = {
  state: "held",
  runs: "held runs",
  list: "Runs that are held",
  at: "/runs?state=held",
} as const;
const PLANS = {
  state: "awaiting_approval",
  runs: "plans that waited for approval",
  list: "Approvals",
  at: "/approvals",
} as const;

/** The runs that a decision is for: the state they were in, their name, and the list that has them. */
const WERE = {
  retried: FAILED,
  resumed: HELD,
  cancelled: HELD,
  approved: PLANS,
  rejected: PLANS,
} satisfies Readonly<Record<ManyDecided, { readonly state: RunState }>>;

/** The result for each run of a decision for many. */
export const ManyDecidedPage: FC<{
  readonly of: ManyDecided;
  readonly decided: DecidedMany;
  /** Names of the runs, by id. */
  readonly names: ReadonlyMap<string, NamedRun>;
}> = ({ of, decided: { runs: decided, more }, names }) => {
  const { state, runs, list, at } = WERE[of];
  const refused = decided.filter((one) => "refused" in one).length;
  return (
    <Layout title={`Result for the ${runs}`} at="/runs">
      <p class={`note ${refused > 0 ? "wait" : "good"}`} role="status">
        {decided.length === 0
          ? `No such run is ${RUN_STATE[state].words} any more, so there was nothing to decide.`
          : `Decided: ${count(decided.length - refused)} of ${count(decided.length)}.`}
        {refused > 0 && ` ${count(refused)} refused; see the reason beside each.`}
        {more && " There are more: decide again."}
      </p>
      {decided.length > 0 && (
        <Table
          of={decided}
          id={({ run }) => run}
          columns={{
            Run: { names: true, cell: ({ run }) => <RunLink id={run} {...(names.get(run) ?? UNNAMED)} /> },
            Now: (one) =>
              "state" in one ? (
                <RunStateBadge state={one.state} />
              ) : (
                <>
                  refused: <Text of={one.refused} most={TEXT_CHARS} />
                </>
              ),
          }}
        />
      )}
      <p>
        <a href={at}>{list}</a>
      </p>
    </Layout>
  );
};
