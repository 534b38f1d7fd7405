// The page that lists runs.
import type { Child, FC } from "hono/jsx";
import type { Page } from "../../ledger/page.ts";
import type { RunSummary } from "../../ledger/shapes.ts";
import { canExpire, RUN_GROUP, RUN_STATES } from "../../ledger/states.ts";
import type { Frame } from "../components/frame.ts";
import { AskedBy, RunLink, WhyIgnored } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import {
  ChoiceField,
  Filters,
  ListViews,
  More,
  Nothing,
  Pager,
  PeriodFields,
  TextField,
} from "../components/lists.tsx";
import { Table } from "../components/tables.tsx";
import { RunStateBadge, Sentence, stateWords, Text, Time } from "../components/text.tsx";
import { LINE_CHARS } from "../components/visible.ts";
import { DecideHeld, RetryFailed } from "./many.tsx";

interface RunsPageProps {
  readonly frame: Frame;
  readonly page: Page<RunSummary>;
  /** The filters, as the address has them. */
  readonly given: Readonly<Record<string, string>>;
  readonly automations: readonly string[];
}

export const RunsPage: FC<RunsPageProps> = ({ frame, page, given, automations }) => (
  <Layout title="Runs" frame={frame} at="/runs">
    <ListViews
      path="/runs"
      given={given}
      views={{
        All: {},
        ...(frame.person.email && { Mine: { requester: frame.person.email } }),
        "Waiting for somebody": { state: "waiting" },
        "Failed this week": { state: "failed", since: "7d" },
        "Dry runs": { state: "dry_run" },
      }}
    />
    <Filters action="/runs">
      <TextField name="q" label="Search" type="search" value={given["q"]} hint="key, email, name, id" />
      <ChoiceField
        name="automation"
        label="Automation"
        value={given["automation"]}
        choices={automations.map((name) => [name, name] as const)}
      />
      <ChoiceField
        name="state"
        label="State"
        any="all but ignored"
        value={given["state"]}
        choices={[
          ["waiting", RUN_GROUP.waiting.words],
          ["under_way", RUN_GROUP.under_way.words],
          ["not_carried_out", RUN_GROUP.not_carried_out.words],
          ...RUN_STATES.map((state) => [state, stateWords(state)] as const),
        ]}
      />
      <More given={given} names={["requester", "since", "until"]}>
        <TextField name="requester" label="Asked for by" value={given["requester"]} hint="email" />
        <PeriodFields given={given} />
      </More>
    </Filters>
    {page.items.length > 0 && isAll("held", given) && (
      <DecideHeld frame={frame} automation={given["automation"]} />
    )}
    {isAll("failed", given) && (
      <RetryFailed frame={frame} automation={given["automation"]} codes={codesOf(page.items)} />
    )}
    <div id="list" {...(given["cursor"] === undefined ? { "data-live": 10 } : {})}>
      {page.items.length === 0 ? (
        <Nothing given={given} path="/runs" of="runs">
          No run yet: one begins when an event comes in that an <a href="/automations">enabled automation</a>{" "}
          wants. <a href="/events">See what came in</a>
        </Nothing>
      ) : (
        <RunTable runs={page.items} />
      )}
      <Pager path="/runs" given={given} next={page.next} />
    </div>
  </Layout>
);

/** True if the list is filtered by one state and at most an automation, so that one decision can be for all of it. */
const isAll = (
  wanted: RunSummary["state"],
  { state, automation: _, cursor: __, limit: ___, ...others }: RunsPageProps["given"],
): boolean => state === wanted && Object.keys(others).length === 0;

/** Why the runs failed that act, each reason once. */
const codesOf = (runs: readonly RunSummary[]): string[] => [
  ...new Set(runs.flatMap(({ mode, problem }) => (mode === "live" && problem ? [problem.code] : []))),
];

/** Runs as rows. @param note What else there is to say of one */
export const RunTable: FC<{
  readonly runs: readonly RunSummary[];
  readonly note?: (run: RunSummary) => Child;
}> = ({ runs, note }) => (
  <Table
    of={runs}
    id={({ id }) => id}
    class="cards list runs"
    columns={{
      Began: ({ createdAt }) => <Time at={createdAt} />,
      About: {
        names: true,
        class: "about",
        cell: (run) => (
          <>
            <RunLink {...run} />
            <span class="under">
              {run.automation}
              {run.headline !== null && (
                <>
                  {" · "}
                  <AskedBy of={run.headline} />
                </>
              )}
            </span>
          </>
        ),
      },
      "Plan or reason": (run) => (
        <>
          <Gist run={run} />
          {note && <span class="under">{note(run)}</span>}
        </>
      ),
      State: ({ state, paused, dueAt }) => (
        <>
          <RunStateBadge state={state} paused={paused} />
          {dueAt !== null && canExpire(state) && (
            <span class="under">
              expires <Time at={dueAt} />
            </span>
          )}
        </>
      ),
    }}
  />
);

const SHOWN = 2;

/** The plan of a run, or the reason why it has none. */
const Gist: FC<{ readonly run: RunSummary }> = ({ run }) => {
  const { actions, ignored, problem } = run;
  return (
    <>
      {actions.slice(0, SHOWN).map((sentence) => (
        <span class="line">
          <Sentence of={sentence} most={LINE_CHARS} />
        </span>
      ))}
      {actions.length > SHOWN && <span class="under">and {actions.length - SHOWN} more</span>}
      {problem !== null && (
        <span class="under">
          <Text of={problem.message} most={LINE_CHARS} />
        </span>
      )}
      {ignored !== null && (
        <span class="under">
          <WhyIgnored run={run} reason={ignored} sameAsHeadline={run.sameAsHeadline} most={LINE_CHARS} />
        </span>
      )}
    </>
  );
};
