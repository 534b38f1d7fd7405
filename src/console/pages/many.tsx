// One decision for many runs: the forms on the list of runs, and the page with the result for each.
import type { FC } from "hono/jsx";
import type { NamedRun } from "../../ledger/headlines.ts";
import type { RunState } from "../../ledger/states.ts";
import { DecideForm } from "../components/decide-form.tsx";
import { useFrame } from "../components/frame.ts";
import { RunLink } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { Table } from "../components/tables.tsx";
import { count, RunStateBadge, stateWords, TEXT_CHARS, Text } from "../components/text.tsx";
import type { DecidedMany } from "../decide.ts";
import { mayDo } from "../person.ts";
import type { ManyDecision, PlansDecision } from "../requests.ts";

/** One decision for every held run: of one automation, or of all. */
export const DecideHeld: FC<{ readonly automation?: string | undefined }> = ({ automation = "" }) => {
  if (!mayDo(useFrame().person, "resumed")) return null;
  const which = automation === "" ? "Every run that is held" : `Every held run of ${automation}`;
  const scope = automation === "" ? "of every automation" : `of ${automation}`;
  return (
    <div class="decisions">
      <DecideForm
        action="/runs/decisions"
        label="Resume all"
        about={`held runs ${scope}`}
        tone="good"
        fields={{ decision: "resumed", automation }}
      >
        <p>
          {which} may go over its budget, also those on further pages. Reeve makes each plan again and, if it
          is still the same, carries it out. Who asked for a plan or gains by it can't let it go over its
          budget: those stay held.
        </p>
        <NarrowDown automation={automation} />
      </DecideForm>
      <DecideForm
        action="/runs/decisions"
        label="Cancel all"
        about={`held runs ${scope}`}
        tone="bad"
        fields={{ decision: "cancelled", automation }}
      >
        <p>{which} ends, also those on further pages, and nothing of its plan is done.</p>
        <NarrowDown automation={automation} />
      </DecideForm>
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

const NarrowDown: FC<{ readonly automation: string }> = ({ automation }) =>
  automation === "" ? (
    <p class="dim">To decide about one automation alone, filter the list by it first.</p>
  ) : null;

/** Name of a run that is not on record yet. */
const UNNAMED: NamedRun = { automation: "an automation", headline: null, plan: [] };

/** Decisions for several runs at once. */
export type ManyDecided = ManyDecision["decision"] | PlansDecision["decision"];

/** The state of the runs that a decision is for. */
const WAS = {
  retried: "failed",
  resumed: "held",
  cancelled: "held",
  approved: "awaiting_approval",
  rejected: "awaiting_approval",
} as const satisfies Readonly<Record<ManyDecided, RunState>>;

/** Names of such runs together. */
const RUNS = {
  failed: "failed runs",
  held: "held runs",
  awaiting_approval: "plans that waited for approval",
} as const;

/** The result for each run of a decision for many. */
export const ManyDecidedPage: FC<{
  readonly of: ManyDecided;
  readonly decided: DecidedMany;
  /** Names of the runs, by id. */
  readonly names: ReadonlyMap<string, NamedRun>;
}> = ({ of, decided: { runs: decided, more }, names }) => {
  const state = WAS[of];
  const refused = decided.filter((one) => "refused" in one).length;
  return (
    <Layout title={`Result for the ${RUNS[state]}`} at="/runs">
      <p class={`note ${refused > 0 ? "wait" : "good"}`} role="status">
        {decided.length === 0
          ? `No such run is ${stateWords(state)} any more, so there was nothing to decide.`
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
        <a href={state === "awaiting_approval" ? "/approvals" : `/runs?state=${state}`}>
          {state === "awaiting_approval"
            ? "Approvals"
            : state === "held"
              ? "Runs that are held"
              : "Runs that failed"}
        </a>
      </p>
    </Layout>
  );
};
