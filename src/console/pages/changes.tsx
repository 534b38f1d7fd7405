// The list of changes, for printing and as CSV. Each change shows its approvers, or the reason why it needed none, and
// how to undo it.
import type { FC } from "hono/jsx";
import type * as z from "zod";
import { actions, undoing } from "../../actions/index.ts";
import { automations } from "../../automations/index.ts";
import { DAY_MS, toIsoDay } from "../../base/days.ts";
import { readSite } from "../../env.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { streamLines } from "../../ledger/audit-list.ts";
import { type Applied, type Change, OUTCOMES, readChanges } from "../../ledger/changes.ts";
import { listUndoable, MAX_UNDONE_RUNS } from "../../operate/ask.ts";
import { isAllowed } from "../../operate/person.ts";
import type { ChangesQuery } from "../../operate/requests.ts";
import { consolePage } from "../../runs/run.ts";
import { hasEnded, RUN_STATE } from "../../runs/states.ts";
import { DecideForm } from "../components/decide-form.tsx";
import { PlannedSentence } from "../components/decisions.tsx";
import { useFrame } from "../components/frame.ts";
import { AskedBy, RunLink } from "../components/headline.tsx";
import { ListPage, listAt, PERIOD, Table } from "../components/lists.tsx";
import {
  count,
  ExactTime,
  PersonLink,
  RunStateBadge,
  Sentence,
  TEXT_CHARS,
  Text,
} from "../components/text.tsx";
import { nameEntry } from "../components/trail.ts";
import { csvFile, csvLine } from "../csv.ts";
import { type Asked, givenIn } from "./page-context.tsx";

type Query = z.output<typeof ChangesQuery>;

/** Number of days that the list covers unless a filter sets its start. */
const DEFAULT_DAYS = 30;
/** Maximum changes per read for the CSV file. */
const BATCH = 500;

const withPeriod = (query: Query) => ({ since: Date.now() - DEFAULT_DAYS * DAY_MS, ...query });

export async function changesPage(c: Asked, query: Query) {
  const { config, person } = c.var;
  const given = givenIn(c);
  const { cursor: _, ...filters } = given;
  const changes = await readChanges(c.env.LEDGER, withPeriod(query), MAX_UNDONE_RUNS + 1);
  const items = changes.slice(0, MAX_UNDONE_RUNS);
  const next = changes.length > items.length ? (items.at(-1)?.id ?? null) : null;
  const open = items.flatMap(({ applied }) => listUndoable(applied)).length;
  // A form on this page must not include runs that change after this moment.
  const until = Math.min(query.until ?? Date.now(), Date.now());
  return (
    <ListPage
      path="/changes"
      title="Changes"
      page={{ items, next }}
      of="changes"
      views={{
        [`Last ${DEFAULT_DAYS} days`]: {},
        "Last 24 hours": { since: "24h" },
        ...listQuarters(toIsoDay(Date.now(), config.settings.timeZone)),
      }}
      fields={{
        ...PERIOD,
        outcome: { label: "Outcome", choices: OUTCOMES },
        automation: { label: "Automation", choices: Array.from(automations.keys()) },
      }}
      empty={`Nothing was changed, denied or left to expire in the last ${DEFAULT_DAYS} days.`}
      decisions={
        <>
          <p class="screen">
            <a href={listAt("/changes.csv", filters)} download>
              Download the whole list as CSV
            </a>{" "}
            Calls with an unknown outcome are under <a href="/runs?state=needs_review">Needs review</a>, and
            decisions that concern no run are in the{" "}
            <a href={listAt("/audit", { ...pick(filters, "since", "until"), byPeople: "true" })}>
              audit trail
            </a>
            .
          </p>
          {open > 1 && isAllowed(person, "ask") && (
            <DecideForm
              action="/changes/undo-all"
              label={`Ask to undo ${count(open)}`}
              fields={{ ...given, since: String(withPeriod(query).since), until: String(until) }}
            >
              <p>
                Reeve makes a request for each run on this page, starting with the latest. Policy, approvals
                and budgets apply to each.
              </p>
            </DecideForm>
          )}
        </>
      }
    >
      <ChangeTable of={items} />
    </ListPage>
  );
}

const pick = (given: Readonly<Record<string, string>>, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));

const ChangeTable: FC<{ readonly of: readonly Change[] }> = ({ of }) => (
  <Table
    of={of}
    class="cards list report"
    columns={{
      Changed: ({ at, state }) => (
        <>
          <ExactTime at={at} />
          <span class="under">
            <RunStateBadge state={state} />
          </span>
        </>
      ),
      Change: {
        names: true,
        class: "about",
        cell: (change) => (
          <>
            <RunLink {...change} />
            <span class="under">{change.headline && <AskedBy of={change.headline} />}</span>
            {change.plan.map((sentence) => (
              <Sentence as="span" class="line" of={sentence} />
            ))}
            {change.problem !== null && <Text as="span" class="line" of={change.problem.message} />}
          </>
        ),
      },
      Approval: {
        class: "about",
        cell: (change) => (
          <>
            <Text of={approvalWords(change)} most={TEXT_CHARS} />
            {change.decisions.map((entry) => (
              <span class="line">
                {nameEntry(entry)} by <PersonLink email={entry.actor ?? ""} />, <ExactTime at={entry.at} />
                {readReason(entry) && (
                  <>
                    {": "}
                    <Text of={readReason(entry)} most={TEXT_CHARS} />
                  </>
                )}
              </span>
            ))}
          </>
        ),
      },
      "How it is undone": {
        class: "about",
        cell: ({ id, applied }) => applied.map((one) => <Undo run={id} {...one} />),
      },
      Record: ({ id, state, hash, entries }) => (
        <>
          <Text of={entries} />
          {hash !== null && (
            <span class="under id" title={hash}>
              plan {hash.slice(0, 12)}…
            </span>
          )}
          {hasEnded(state) && (
            <span class="under">
              <a href={`/api/runs/${id}/receipt`}>Receipt</a>
            </span>
          )}
        </>
      ),
    }}
  />
);

/** Shows how to undo an applied action: the request to undo it, or the form for such a request. */
const Undo: FC<Applied & { readonly run: string }> = ({ run, ...one }) => {
  const { step, action, undo } = one;
  const plan = undoing(action);
  return (
    <div class="line">
      <Sentence of={undoWords(one)} />
      {undo && (
        <span class="under">
          <a href={`/runs/${undo.id}`}>asked for</a> <RunStateBadge state={undo.state} />
        </span>
      )}
      {plan && isAllowed(useFrame().person, "ask") && listUndoable([one]).length > 0 && (
        <DecideForm
          action="/changes/undo"
          label="Ask to undo"
          about={action.summary}
          fields={{ run, steps: String(step) }}
        >
          <PlannedSentence of={plan} />
        </DecideForm>
      )}
    </div>
  );
};

function undoWords({ action }: Pick<Applied, "action">): string {
  const undo = actions.get(action.action)?.undo;
  if (undo && "byHand" in undo) return undo.byHand;
  return undoing(action)?.summary ?? "Unknown: this version of Reeve can't read the action.";
}

/**
 * Returns the filters for the quarter that contains a day, and for the quarters before it, by name, newest first.
 * @param today `YYYY-MM-DD`
 */
export function listQuarters(
  today: string,
  many = 5,
): Readonly<Record<string, { since: string; until: string }>> {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const begins = (quarter: number) =>
    `${Math.floor(quarter / 4)}-${String((quarter % 4) * 3 + 1).padStart(2, "0")}-01T00:00`;
  const now = year * 4 + Math.floor((month - 1) / 3);
  return Object.fromEntries(
    Array.from({ length: many }, (_, n) => [
      `Quarter ${((now - n) % 4) + 1} of ${Math.floor((now - n) / 4)}`,
      { since: begins(now - n), until: begins(now - n + 1) },
    ]),
  );
}

/** Describes the approval that a change needed, or the reason why it needed none. */
function approvalWords({ approvalReasons, hash, decisions, state }: Change): string {
  if (hash === null) return "There is no plan to approve.";
  if (approvalReasons.length > 0) {
    const given = decisions.some(({ type }) => type === "approval.granted");
    return `Needed${given ? "" : ", and not given"}: ${approvalReasons.join("; ")}.`;
  }
  return state === "dry_run"
    ? "Not needed: a dry run changes nothing."
    : "Not needed: no rule of the policy required an approval.";
}

const readReason = ({ detail: { reason } }: Pick<AuditLink, "detail">): string =>
  typeof reason === "string" ? reason : "";

const formatTime = ({ at }: { readonly at: number }): string => new Date(at).toISOString();

function decisionWords(entry: AuditLink): string {
  const reason = readReason(entry);
  return `${nameEntry(entry)} by ${entry.actor} at ${formatTime(entry)}${reason && `: ${reason}`}`;
}

/** Returns the columns of the file. @param site Reeve's own URL, or `undefined` if it is not configured */
const toColumns = (
  site: string | undefined,
): Readonly<Record<string, (change: Change) => string | null | undefined>> => ({
  time: formatTime,
  outcome: ({ state }) => RUN_STATE[state].words,
  about: ({ headline }) => headline?.title,
  plan: ({ plan }) => plan.join(" "),
  approval: approvalWords,
  decisions: ({ decisions }) => decisions.map(decisionWords).join(" · "),
  "asked by": ({ headline }) => headline?.askedBy?.email ?? headline?.askedBy?.name,
  "by way of": ({ headline }) => headline?.way,
  ticket: ({ headline }) => headline?.key,
  page: ({ headline }) => headline?.url,
  problem: ({ problem }) => problem?.message,
  applied: ({ applied }) => applied.map(({ action }) => action.summary).join(" · "),
  "how it is undone": ({ applied }) => applied.map(undoWords).join(" · "),
  "undone by": ({ applied }) =>
    applied.flatMap(({ undo }) => (undo ? `${undo.id} ${undo.state}` : [])).join(" · "),
  automation: ({ automation }) => automation,
  run: ({ id }) => id,
  "plan hash": ({ hash }) => hash,
  entries: ({ entries }) => entries,
  receipt: ({ id }) => consolePage(site, `/api/runs/${id}/receipt`) ?? `/api/runs/${id}/receipt`,
});

/** Responds with the whole list as a CSV file. */
export async function changesFile(c: Asked, query: Query): Promise<Response> {
  const columns = toColumns(readSite(c.env));
  const filter = withPeriod(query);
  const toLine = (change: Change) => csvLine(Object.values(columns).map((text) => text(change) ?? ""));
  async function* batches() {
    // Send the headings with the first rows, so that an unavailable ledger is reported before the response begins.
    for (let cursor = filter.cursor, isFirst = true, isLast = false; !isLast; isFirst = false) {
      const changes = await readChanges(c.env.LEDGER, { ...filter, cursor }, BATCH);
      yield [...(isFirst ? [csvLine(Object.keys(columns))] : []), ...changes.map(toLine)];
      isLast = changes.length < BATCH;
      cursor = changes.at(-1)?.id;
    }
  }
  return csvFile("changes", await streamLines(batches(), (line) => line));
}
