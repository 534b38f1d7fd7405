// The page that lists runs.
import type { Child, FC } from "hono/jsx";
import type * as z from "zod";
import { automations } from "../../automations/index.ts";
import { type FailedFor, failedReasons, listRuns, toConditions } from "../../ledger/runs.ts";
import type { RunSummary } from "../../ledger/shapes.ts";
import type { RunsQuery } from "../../operate/requests.ts";
import { RUN_GROUP, RUN_STATE, RUN_STATES } from "../../runs/states.ts";
import { By, RunLink, WhyIgnored } from "../components/headline.tsx";
import { ListPage, listAt, PERIOD, Table } from "../components/lists.tsx";
import { count, LINE_CHARS, Link, RunStateBadge, Sentence, Text, Time } from "../components/text.tsx";
import { batchButtons } from "./batch.tsx";
import { type Asked, givenIn } from "./page-context.tsx";

const MAX_REASONS = 10;

export async function runsPage(c: Asked, { limit, cursor, sort, ...filter }: z.output<typeof RunsQuery>) {
  const { person } = c.var;
  const { LEDGER: db } = c.env;
  const [page, decisions, reasons] = await Promise.all([
    listRuns(db, filter, { limit, cursor, sort }),
    batchButtons(c, filter),
    filter.state === "failed" ? toConditions(db, filter).then((failed) => failedReasons(db, failed)) : [],
  ]);
  return (
    <ListPage
      path="/runs"
      title="Runs"
      page={page}
      of="runs"
      live
      views={{
        All: {},
        ...(person.email && { Mine: { requester: person.email } }),
        "Waiting for a person": { state: "waiting" },
        "Failed this week": { state: "failed", since: "7d" },
        "Dry runs": { state: "dry_run" },
      }}
      fields={{
        q: { label: "Search", type: "search", hint: "key, email, name, id" },
        automation: { label: "Automation", choices: Array.from(automations.keys()) },
        state: {
          label: "State",
          any: "all but ignored",
          choices: [
            ...(["waiting", "in_progress", "not_carried_out"] as const).map(
              (group) => [group, RUN_GROUP[group].words] as const,
            ),
            ...RUN_STATES.map((state) => [state, RUN_STATE[state].words] as const),
          ],
        },
      }}
      more={{
        requester: { label: "Asked for by", hint: "email" },
        source: { label: "Source", hint: "jira" },
        reason: { label: "Reason of failure", hint: "… matches any text" },
        ...PERIOD,
      }}
      empty={
        <>
          No runs yet. A run begins when Reeve receives an event that an{" "}
          <a href="/automations">enabled automation</a> wants. <a href="/events">See the received events</a>
        </>
      }
      decisions={
        <>
          {decisions}
          {decisions && <Link to="/batches">Batches</Link>}
          {reasons.length > 1 && <Reasons of={reasons} given={givenIn(c)} />}
        </>
      }
    >
      <RunTable runs={page.items} />
    </ListPage>
  );
}

/** Lists the reasons for failed runs of the list, each with the number of runs and a link to these runs. */
const Reasons: FC<{
  readonly of: readonly FailedFor[];
  readonly given: Readonly<Record<string, string>>;
}> = ({ of, given: { cursor: _, ...given } }) => (
  <details open={of.length <= MAX_REASONS}>
    <summary>{count(of.length)} reasons</summary>
    <ul>
      {of.slice(0, MAX_REASONS).map(({ reason, runs }) => (
        <li>
          <a href={listAt("/runs", { ...given, reason })}>{count(runs)}</a> <Text of={reason} />
        </li>
      ))}
    </ul>
  </details>
);

/** Lists runs, one line each. @param note Returns a link to show next to the plan */
export const RunTable: FC<{
  readonly runs: readonly RunSummary[];
  readonly note?: (run: RunSummary) => Child;
}> = ({ runs, note }) => (
  <Table
    of={runs}
    class="cards list lines"
    columns={{
      State: {
        class: "fit",
        cell: ({ state, paused }) => <RunStateBadge state={state} paused={paused} />,
      },
      About: { names: true, class: "about", cell: (run) => <RunLink {...run} /> },
      "Plan or reason": {
        class: "about",
        cell: (run) => (
          <>
            {note?.(run)} <PlanSummary run={run} />
          </>
        ),
      },
      Automation: { class: "some", cell: ({ automation }) => automation },
      By: { class: "some", cell: ({ headline }) => <By of={headline} /> },
      Began: { class: "fit", sort: "oldest", cell: ({ createdAt }) => <Time at={createdAt} /> },
    }}
  />
);

/** Shows the plan of a run, or the reason why it has none. */
const PlanSummary: FC<{ readonly run: RunSummary }> = ({ run }) => {
  const { actions, ignored, problem } = run;
  return (
    <>
      {actions.length > 1 && <b>{actions.length} actions: </b>}
      {actions[0] !== undefined && <Sentence of={actions[0]} most={LINE_CHARS} />}
      {problem !== null && (
        <span class="dim">
          {" "}
          <Text of={problem.message} most={LINE_CHARS} />
        </span>
      )}
      {ignored !== null && (
        <span class="dim">
          <WhyIgnored run={run} reason={ignored} sameAsHeadline={run.sameAsHeadline} most={LINE_CHARS} />
        </span>
      )}
    </>
  );
};
