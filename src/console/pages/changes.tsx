// The list of changes, for printing and as CSV. Each change shows its approvers, or the reason why it needed none, and
// how to undo it.
import type { FC } from "hono/jsx";
import { actions, undoing } from "../../actions/index.ts";
import { DAY_MS, toIsoDay } from "../../base/days.ts";
import { formatPerson } from "../../base/text.ts";
import { readSite } from "../../env.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { type Applied, Change } from "../../ledger/changes.ts";
import { findChanges, listUndoable } from "../../operate/ask.ts";
import { isAllowed } from "../../operate/person.ts";
import { ChangesQuery } from "../../operate/requests.ts";
import { ACTS, auditType } from "../../policy/acts.ts";
import { consolePage } from "../../runs/run.ts";
import { hasEnded, RUN_STATE } from "../../runs/states.ts";
import { DecideForm } from "../components/decide-form.tsx";
import { PlannedSentence } from "../components/decisions.tsx";
import { useFrame } from "../components/frame.ts";
import { listRunFacts, RunSentence } from "../components/headline.tsx";
import { listAt, type RowsOf } from "../components/lists.tsx";
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
import { type CsvColumns, declareList } from "./list.tsx";
import { givenIn } from "./page-context.tsx";

/** Number of days that the list covers unless a filter sets its start. */
const DEFAULT_DAYS = 30;
const defaultStart = () => Date.now() - DEFAULT_DAYS * DAY_MS;

/** How the list of changes and the pages of people show a change. */
export const changeLines: RowsOf<Change> = {
  heads: ["Outcome", "Change", "Changed"],
  sort: null,
  line(change) {
    const { id, state, plan, affected, problem, decisions, applied, entries, hash, at } = change;
    return {
      mark: <RunStateBadge state={state} />,
      sentence: (
        <>
          <RunSentence {...change} plan={plan.slice(0, 1)} />
          {plan.slice(1).map((sentence) => (
            <Sentence as="span" class="line" of={sentence} />
          ))}
          {problem !== null && <Text as="span" class="line" of={problem.message} />}
          {affected.length > 0 && <Text as="span" class="under" of={`Affects ${affected.join(", ")}.`} />}
        </>
      ),
      facts: listRunFacts(change),
      below: (
        <>
          <span class="line">
            <span class="dim">Approval: </span>
            <Text of={approvalWords(change)} most={TEXT_CHARS} />
          </span>
          {decisions.map((entry) => (
            <span class="line">
              {nameEntry(entry)} by <PersonLink email={entry.actor ?? ""} />, <ExactTime at={entry.at} />
              {readReason(entry) && [": ", <Text as="q" of={readReason(entry)} most={TEXT_CHARS} />]}
            </span>
          ))}
          {applied.map((one) => (
            <Undo run={id} {...one} />
          ))}
          <span class="under">
            <Text of={entries} />
            {hash !== null && [" · ", <span class="id" title={hash}>{`plan ${hash.slice(0, 12)}…`}</span>]}
            {hasEnded(state) && [" · ", <a href={`/api/runs/${id}/receipt`}>Receipt</a>]}
          </span>
        </>
      ),
      last: <ExactTime at={at} />,
    };
  },
};

export const changeList = declareList({
  path: "/changes",
  of: "changes",
  summary: "Runs that ended or might have changed something, newest first",
  query: ChangesQuery,
  row: Change,
  async read(env, { limit, since = defaultStart(), ...filter }) {
    const { changes, note } = await findChanges(env, { ...filter, since }, limit + 1);
    const items = changes.slice(0, limit);
    return { items, next: changes.length > limit ? (items.at(-1)?.id ?? null) : null, ...(note && { note }) };
  },
  views: ({ config }) => ({
    [`Last ${DEFAULT_DAYS} days`]: {},
    "Last 24 hours": { since: "24h" },
    ...listQuarters(toIsoDay(Date.now(), config.settings.timeZone)),
  }),
  empty: `Nothing changed, and no plan was denied or expired, in the last ${DEFAULT_DAYS} days.`,
  async above(c, query, page) {
    const given = givenIn(c);
    const times = Object.fromEntries(Object.entries(given).filter(([name]) => /^(since|until)$/.test(name)));
    const open = (await page).items.flatMap(({ applied }) => listUndoable(applied)).length;
    // A form on this page must not include runs that change after this moment.
    const until = Math.min(query.until ?? Date.now(), Date.now());
    return (
      <>
        <p class="screen">
          Calls with an unknown outcome are under <a href="/runs?state=needs_review">Needs review</a>, and
          decisions that concern no run are in the{" "}
          <a href={listAt("/audit", { ...times, byPeople: "true" })}>audit trail</a>. Runs are deleted{" "}
          {c.var.config.policy.retentionDays} days after they end.
        </p>
        {open > 1 && isAllowed(c.var.person, "ask") && (
          <DecideForm
            action="/changes/undo-all"
            label={`${ACTS.undo.button} ${count(open)}`}
            fields={{ ...given, since: String(query.since ?? defaultStart()), until: String(until) }}
          >
            <p>
              Reeve makes a request for each run on this page, starting with the latest. Policy, approvals and
              budgets apply to each.
            </p>
          </DecideForm>
        )}
      </>
    );
  },
  ...changeLines,
  file: ({ env }) => toColumns(readSite(env)),
});

/** Shows how to undo an applied action: the request to undo it, or the form for such a request. */
const Undo: FC<Applied & { readonly run: string }> = ({ run, ...one }) => {
  const { step, action, undo } = one;
  const plan = undoing(action);
  return (
    <div class="line">
      <Sentence of={undoWords(one)} />
      {undo && (
        <span class="under">
          <a href={`/runs/${undo.id}`}>requested</a> <RunStateBadge state={undo.state} />
        </span>
      )}
      {plan && isAllowed(useFrame().person, "ask") && listUndoable([one]).length > 0 && (
        <DecideForm
          action="/changes/undo"
          label={ACTS.undo.button}
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
 * @param many Number of quarters in all
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
function approvalWords({ approvalReasons, hash, decisions, state, headline }: Change): string {
  if (hash === null) return "There is no plan to approve.";
  if (approvalReasons.length > 0) {
    const given = decisions.some(({ type }) => type === auditType("approved"));
    return `Needed${given ? "" : ", and not given"}: ${approvalReasons.join("; ")}.`;
  }
  if (state === "dry_run") return "Not needed: a dry run changes nothing.";
  const { name, email } = headline?.movedBy ?? {};
  const moved = name ? ` ${formatPerson(name, email ?? name)} moved the ticket.` : "";
  return `Not needed: no policy rule required an approval.${moved}`;
}

const readReason = ({ detail: { reason } }: Pick<AuditLink, "detail">): string =>
  typeof reason === "string" ? reason : "";

const formatTime = ({ at }: { readonly at: number }): string => new Date(at).toISOString();

function decisionWords(entry: AuditLink): string {
  const reason = readReason(entry);
  return `${nameEntry(entry)} by ${entry.actor} at ${formatTime(entry)}${reason && `: ${reason}`}`;
}

/** Returns the columns of the CSV file. @param site Reeve's own URL, or `undefined` if it is not configured */
const toColumns = (site: string | undefined): CsvColumns<Change> => ({
  time: formatTime,
  outcome: ({ state }) => RUN_STATE[state].words,
  about: ({ headline }) => headline?.title,
  plan: ({ plan }) => plan.join(" "),
  affected: ({ affected }) => affected.join(" · "),
  approval: approvalWords,
  decisions: ({ decisions }) => decisions.map(decisionWords).join(" · "),
  "requested by": ({ headline }) => headline?.askedBy?.email ?? headline?.askedBy?.name,
  "by way of": ({ headline }) => headline?.way,
  ticket: ({ headline }) => headline?.key,
  page: ({ headline }) => headline?.url,
  problem: ({ problem }) => problem?.message,
  applied: ({ applied }) => applied.map(({ action }) => action.summary).join(" · "),
  "how to undo it": ({ applied }) => applied.map(undoWords).join(" · "),
  "undone by": ({ applied }) =>
    applied.flatMap(({ undo }) => (undo ? `${undo.id} ${undo.state}` : [])).join(" · "),
  automation: ({ automation }) => automation,
  run: ({ id }) => id,
  "plan hash": ({ hash }) => hash,
  entries: ({ entries }) => entries,
  receipt: ({ id }) => consolePage(site, `/api/runs/${id}/receipt`) ?? `/api/runs/${id}/receipt`,
});
