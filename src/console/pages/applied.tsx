// The page of what was applied in a time: how each is undone, and the form that asks for it.
import type * as z from "zod";
import { actions, undoing } from "../../actions/index.ts";
import { automations } from "../../automations/index.ts";
import { DAY_MS } from "../../base/days.ts";
import { type Applied, listApplied, MAX_APPLIED_RUNS } from "../../ledger/applied.ts";
import { listUndoable } from "../../operate/ask.ts";
import { mayDo } from "../../operate/person.ts";
import type { AppliedQuery } from "../../operate/requests.ts";
import { DecideForm } from "../components/decide-form.tsx";
import { PlannedSentence } from "../components/decisions.tsx";
import { AskedBy, RunLink } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { Filters, listAt, PERIOD, Table } from "../components/lists.tsx";
import { count, Moment, RunStateBadge, Sentence } from "../components/text.tsx";
import { type Asked, givenIn } from "./page-context.tsx";
import { csvFile, toCsv } from "./report.tsx";

type Query = z.output<typeof AppliedQuery>;

/** What was applied, without a time in the last day. */
const read = ({ env }: Asked, { since = Date.now() - DAY_MS, ...query }: Query) =>
  listApplied(env.LEDGER, { ...query, since });

export async function appliedPage(c: Asked, query: Query) {
  // What is applied from here on is in no form of this page.
  const until = Math.min(query.until ?? Date.now(), Date.now());
  const applied = await read(c, query);
  const open = listUndoable(applied);
  const fields = { ...PERIOD, automation: { label: "Automation", choices: Array.from(automations.keys()) } };
  return (
    <Layout title="Applied changes, and how to undo them" at="/runs">
      <Filters action="/applied" given={{ since: "24h", ...givenIn(c) }} fields={fields} />
      <p>
        {count(applied.length)} changes (in the newest {count(MAX_APPLIED_RUNS)} runs). Calls with an unknown
        outcome are under <a href="/runs?state=needs_review">Needs review</a>.{" "}
        <a href={listAt("/applied.csv", givenIn(c))} download>
          As CSV
        </a>
      </p>
      {open.length > 1 && mayDo(c.var.person, "ask") && (
        <DecideForm
          action="/applied/undo-all"
          label={`Ask to undo ${count(open.length)}`}
          fields={{ ...givenIn(c), since: String(query.since ?? Date.now() - DAY_MS), until: String(until) }}
        >
          <p>
            Reeve makes a request for each run, up to 100 runs at a time, the last one first. Policy,
            approvals and budgets apply to each.
          </p>
        </DecideForm>
      )}
      <Table
        of={applied}
        id={({ run }) => run}
        class="cards list report"
        columns={{
          When: ({ at }) => <Moment at={at} />,
          What: { names: true, class: "about", cell: ({ action }) => <Sentence of={action.summary} /> },
          Run: {
            class: "about",
            cell: ({ run, automation, headline }) => (
              <>
                <RunLink id={run} automation={automation} headline={headline} />
                <span class="under">{headline && <AskedBy of={headline} />}</span>
              </>
            ),
          },
          "How it is undone": { class: "about", cell: (one) => undoCell(one, mayDo(c.var.person, "ask")) },
        }}
      />
    </Layout>
  );
}

/** The way to undo an applied action, with its request or the form for one. */
function undoCell(one: Applied, mayAsk: boolean) {
  const { run, step, action, undo } = one;
  const plan = undoing(action);
  return (
    <>
      <Sentence of={undoWords({ action })} />
      {undo && (
        <span class="under">
          <a href={`/runs/${undo.id}`}>asked for</a> <RunStateBadge state={undo.state} />
        </span>
      )}
      {mayAsk && plan && listUndoable([one]).length > 0 && (
        <DecideForm
          action="/applied/undo"
          label="Ask to undo"
          about={action.summary}
          fields={{ run, steps: String(step) }}
        >
          <PlannedSentence of={plan} />
        </DecideForm>
      )}
    </>
  );
}

function undoWords({ action }: Pick<Applied, "action">): string {
  const undo = actions.get(action.action)?.undo;
  if (undo && "byHand" in undo) return undo.byHand;
  return undoing(action)?.summary ?? "Not known: this version of Reeve can't read the action.";
}

const COLUMNS: Readonly<Record<string, (one: Applied) => string | null | undefined>> = {
  time: ({ at }) => new Date(at).toISOString(),
  what: ({ action }) => action.summary,
  target: ({ action }) => action.target,
  run: ({ run }) => run,
  automation: ({ automation }) => automation,
  about: ({ headline }) => headline?.title,
  "asked by": ({ headline }) => headline?.askedBy?.email ?? headline?.askedBy?.name,
  "how it is undone": undoWords,
  "undone by": ({ undo }) => undo?.id,
  "state of that": ({ undo }) => undo?.state,
};

export const appliedFile = async (c: Asked, query: Query): Promise<Response> =>
  csvFile("applied", toCsv(COLUMNS, await read(c, query)));
