// The list of runs, the table of runs on other pages, and the page about one person: their grants, the changes to their
// access, their requests, and the runs about them.
import type { Child, FC } from "hono/jsx";
import { readRunLinks } from "../../ledger/audit-list.ts";
import { readChanges } from "../../ledger/changes.ts";
import { listInventory } from "../../ledger/inventory.ts";
import { readLink } from "../../ledger/people/texts.ts";
import { failedReasons, listRuns, toConditions } from "../../ledger/runs.ts";
import { RunSummary } from "../../ledger/shapes.ts";
import { identifyPerson } from "../../operate/owners.ts";
import { isAllowed } from "../../operate/person.ts";
import { RunsQuery } from "../../operate/requests.ts";
import { ACTS, auditType } from "../../policy/acts.ts";
import { RUN_GROUP, RUN_STATE } from "../../runs/states.ts";
import { DecideForm } from "../components/decide-form.tsx";
import { listRunFacts, RunSentence, WhyIgnored } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { type ListRow, ListRows, listAt } from "../components/lists.tsx";
import { count, LINE_CHARS, Link, PersonLink, RunStateBadge, Text, Time } from "../components/text.tsx";
import { batchButtons } from "./batch.tsx";
import { changeLines } from "./changes.tsx";
import { inventoryLines } from "./inventory.tsx";
import { declareList } from "./list.tsx";
import { type Asked, givenIn } from "./page-context.tsx";

const MAX_REASONS = 10;
const RUN_HEADS = ["State", "Run", "Began"] as const;

const STATE_WORDS = Object.fromEntries(
  Object.entries({ ...RUN_GROUP, ...RUN_STATE }).map(([state, { words }]) => [state, words]),
);

export const runList = declareList({
  path: "/runs",
  of: "runs",
  summary: "Recorded runs, newest first",
  query: RunsQuery,
  row: RunSummary,
  read: ({ LEDGER }, { limit, cursor, sort, ...filter }) => listRuns(LEDGER, filter, { limit, cursor, sort }),
  live: true,
  views: ({ person }) => ({
    All: {},
    ...(person.email && { Mine: { requester: person.email } }),
    "Waiting for a person": { state: "waiting" },
    "Failed this week": { state: "failed", since: "7d" },
    "Dry runs": { state: "dry_run" },
  }),
  choices: { state: { "": "all but ignored", ...STATE_WORDS } },
  empty: (
    <>
      No runs to show yet. A run begins when Reeve receives an event that an{" "}
      <a href="/automations">enabled automation</a> handles. <a href="/events">See the received events</a>
    </>
  ),
  async above(c, { limit: _limit, cursor: _cursor, sort: _sort, ...filter }) {
    const { LEDGER: db } = c.env;
    const { cursor: _, ...given } = givenIn(c);
    const [decisions, reasons] = await Promise.all([
      batchButtons(c, filter),
      filter.state === "failed" ? toConditions(db, filter).then((failed) => failedReasons(db, failed)) : [],
    ]);
    return (
      <>
        {filter.automation !== undefined &&
          filter.since !== undefined &&
          isAllowed(c.var.person, "pause") && (
            <DecideForm
              action="/pauses"
              label={`${ACTS.pause.button} ${filter.automation}`}
              fields={{ automation: filter.automation }}
            >
              <p>{ACTS.pause.leads}</p>
            </DecideForm>
          )}
        {decisions}
        {decisions && <Link to="/batches">Batches</Link>}
        {reasons.length > 1 && (
          <details open={reasons.length <= MAX_REASONS}>
            <summary>{count(reasons.length)} reasons</summary>
            <ul>
              {reasons.slice(0, MAX_REASONS).map(({ reason, runs }) => (
                <li>
                  <a href={listAt("/runs", { ...given, reason })}>{count(runs)}</a> <Text of={reason} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </>
    );
  },
  heads: RUN_HEADS,
  line: runLine,
});

/**
 * Returns a run's row: its state, its plan or else the title of its event, any problem or reason for doing nothing,
 * then its requester and automation.
 */
function runLine(run: RunSummary): ListRow {
  const { state, paused, ignored, problem, createdAt } = run;
  const planned = { ...run, plan: run.actions };
  return {
    mark: <RunStateBadge state={state} paused={paused} />,
    sentence: (
      <>
        <RunSentence {...planned} />
        {problem !== null && <Text as="span" class="line dim" of={problem.message} />}
        {ignored !== null && (
          <span class="line dim">
            <WhyIgnored run={run} sameAsHeadline={run.sameAsHeadline} most={LINE_CHARS} />
          </span>
        )}
      </>
    ),
    facts: listRunFacts(planned),
    last: <Time at={createdAt} />,
  };
}

/** Shows runs in a table. @param note Returns an element, such as a link, to show before the facts of a run */
export const RunTable: FC<{
  readonly runs: readonly RunSummary[];
  readonly note?: (run: RunSummary) => Child;
  readonly empty?: string;
}> = ({ runs, note, empty }) => (
  <ListRows
    of={runs}
    empty={empty}
    heads={RUN_HEADS}
    line={(run) => {
      const line = runLine(run);
      return { ...line, facts: [note?.(run), ...line.facts] };
    }}
  />
);

const RECENT = { limit: 10 };
const MAX_GRANTS = 50;

/**
 * Shows a person's grants with their approvers, the newest applied changes that affect the person, and the newest runs
 * that the person requested or that are about the person.
 */
export async function personPage({ env }: Asked, email: string) {
  const { LEDGER: db } = env;
  const { name, note, ...person } = await identifyPerson(env, email);
  const [grants, changes, asked, about] = await Promise.all([
    listInventory(db, { people: person.ids }, { limit: MAX_GRANTS }),
    readChanges(db, { person, outcome: "applied" }, RECENT.limit),
    listRuns(db, { requester: email }, RECENT),
    listRuns(db, { worker: email }, RECENT),
  ]);
  const given = grants.items.flatMap(({ changedBy }) => ("run" in changedBy ? changedBy.run : []));
  const decided = (await readRunLinks(db, given, { byPeople: true })).map(readLink);
  const approvals = decided.filter(({ type }) => type === auditType("approved"));
  const own = encodeURIComponent(email);
  return (
    <Layout title={name}>
      <p class="dim">
        <Text of={email} />
      </p>
      {note && <Text as="p" class="note wait" of={note} />}
      <h2>Grants</h2>
      <ListRows
        {...inventoryLines}
        of={grants.items}
        empty="The inventory has no ownerships for this person."
        line={(entry) => {
          const line = inventoryLines.line(entry);
          const { changedBy } = entry;
          const theirs = approvals.filter(({ runId }) => "run" in changedBy && runId === changedBy.run);
          const approved = theirs.map(({ actor }) => ["approved by ", <PersonLink email={actor ?? ""} />]);
          return { ...line, facts: [...line.facts, ...approved] };
        }}
      />
      <Link to={`/inventory?person=${own}`}>Their ownerships, in the inventory</Link>
      <h2>Changes that affect them</h2>
      <ListRows {...changeLines} of={changes} empty="No changes." />
      <Link to={`/changes?person=${own}`}>Changes that affect them, by period and approver</Link>
      <h2>Requested</h2>
      <RunTable runs={asked.items} empty="No runs." />
      <Link to={`/runs?requester=${own}`}>All their requests</Link>
      <h2>About them</h2>
      <RunTable runs={about.items.filter(({ ignored }) => ignored === null)} empty="No runs." />
      <Link to={`/events?q=${own}`}>Events that name this person</Link>
      <Link to={`/audit?actor=${own}`}>Their decisions, in the audit trail</Link>
    </Layout>
  );
}
