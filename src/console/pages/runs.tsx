// The page that lists runs.

import type { Child, FC } from "hono/jsx";
import type * as z from "zod";
import { automations } from "../../automations/index.ts";
import { listRuns } from "../../ledger/runs.ts";
import type { RunSummary } from "../../ledger/shapes.ts";
import { canExpire, RUN_GROUP, RUN_STATE, RUN_STATES } from "../../ledger/states.ts";
import { AskedBy, RunLink, WhyIgnored } from "../components/headline.tsx";
import { ListPage, PERIOD } from "../components/lists.tsx";
import { Table } from "../components/tables.tsx";
import { LINE_CHARS, RunStateBadge, Sentence, Text, Time } from "../components/text.tsx";
import type { RunsQuery } from "../requests.ts";
import { DecideHeld, RetryFailed } from "./many.tsx";
import { type Asked, givenIn } from "./page-context.tsx";

/** Recorded runs, newest first. */
export async function runsPage(c: Asked, { limit, cursor, ...filter }: z.output<typeof RunsQuery>) {
  const { person } = c.var;
  const given = givenIn(c);
  const page = await listRuns(c.env.LEDGER, filter, { limit, cursor });
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
        "Waiting for somebody": { state: "waiting" },
        "Failed this week": { state: "failed", since: "7d" },
        "Dry runs": { state: "dry_run" },
      }}
      fields={{
        q: { label: "Search", type: "search", hint: "key, email, name, id" },
        automation: { label: "Automation", choices: Array.from(automations.keys(), (name) => [name, name]) },
        state: {
          label: "State",
          any: "all but ignored",
          choices: [
            ...(["waiting", "under_way", "not_carried_out"] as const).map(
              (group) => [group, RUN_GROUP[group].words] as const,
            ),
            ...RUN_STATES.map((state) => [state, RUN_STATE[state].words] as const),
          ],
        },
      }}
      more={{ requester: { label: "Asked for by", hint: "email" }, ...PERIOD }}
      empty={
        <>
          No run yet: one begins when an event comes in that an <a href="/automations">enabled automation</a>{" "}
          wants. <a href="/events">See what came in</a>
        </>
      }
      decisions={
        <>
          {page.items.length > 0 && isAll("held", given) && <DecideHeld automation={given["automation"]} />}
          {isAll("failed", given) && (
            <RetryFailed automation={given["automation"]} codes={codesOf(page.items)} />
          )}
        </>
      }
    >
      <RunTable runs={page.items} />
    </ListPage>
  );
}

/** True if the list is filtered by one state and at most an automation, so that one decision can be for all of it. */
const isAll = (
  wanted: RunSummary["state"],
  { state, automation: _, cursor: __, limit: ___, ...others }: Readonly<Record<string, string>>,
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
