// The report for auditors: the changes of a period and the decisions about no run, as a list and as CSV.
import { comparable } from "../base/text.ts";
import { consolePage } from "../desk/run/run.ts";
import type { AuditLink } from "../ledger/audit-chain.ts";
import { listAudit, streamLines } from "../ledger/audit-list.ts";
import { type Change, readChanges } from "../ledger/evidence/provable.ts";
import { RUN_STATE } from "../ledger/states.ts";
import { trailWords } from "./components/trail.ts";

interface Period {
  /** Unix milliseconds; `until` is not included. */
  readonly since: number;
  readonly until: number;
}

/** Changes that are read at once. */
const BATCH = 500;
/** Most decisions about no run: the newest of the period. */
export const MAX_OTHERS = 1_000;

/** The first and last days of a quarter and of those before it, the newest first. @param today `YYYY-MM-DD` */
export function listQuarters(today: string, many = 5): readonly { name: string; from: string; to: string }[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const quarters = year * 4 + Math.floor((month - 1) / 3);
  return Array.from({ length: many }, (_, n) => {
    const quarter = quarters - n;
    const day = (of: number, days: number) =>
      new Date(Date.UTC(Math.floor(of / 4), (of % 4) * 3, 1 + days)).toISOString().slice(0, 10);
    const name = `Quarter ${(quarter % 4) + 1} of ${Math.floor(quarter / 4)}`;
    return { name, from: day(quarter, 0), to: day(quarter + 1, -1) };
  });
}

/** People's decisions about no run, newest first: pauses, dry runs, the inventory, erasures. */
export const readOthers = async (db: D1Database, period: Period): Promise<readonly AuditLink[]> =>
  (await listAudit(db, { ...period, byPeople: true, noRun: true }, { limit: MAX_OTHERS })).items;

/** The address of a run's receipt; without an address of Reeve's own, its path. */
const findReceipt = (site: string | undefined, { id }: Change) => {
  const path = `/api/runs/${id}/receipt`;
  return consolePage(site, path) ?? path;
};

/** The approval that a change needed, or the reason why it needed none. */
export function approvalWords({ asks, hash, decisions, state }: Change): string {
  if (hash === null) return "There is no plan to approve.";
  if (asks.length > 0) {
    const given = decisions.some(({ type }) => type === "approval.granted");
    return `Needed${given ? "" : ", and not given"}: ${asks.join("; ")}.`;
  }
  return state === "dry_run"
    ? "Not needed: a dry run changes nothing."
    : "Not needed: no rule of the policy asked for one.";
}

/** A person's reason, from its audit entry. */
export const readReason = ({ detail: { reason } }: Pick<AuditLink, "detail">): string =>
  typeof reason === "string" ? reason : "";

const decisionWords = (entry: AuditLink): string => {
  const reason = readReason(entry);
  return `${trailWords(entry)} by ${entry.actor} at ${new Date(entry.at).toISOString()}${reason && `: ${reason}`}`;
};

/** The subject of a decision about no run, from its audit entry: an automation, everything, a number of entries. */
export function findSubject({ type, detail }: Pick<AuditLink, "type" | "detail">): string {
  const { automation, written, removed } = detail;
  if (typeof automation === "string") return automation;
  if (/^(?:pause|dryrun)\./.test(type)) return "everything";
  return type === "inventory.edited" ? `${Number(written)} written, ${Number(removed)} removed` : "";
}

/** A row of the report as CSV: a change, or a decision about none. */
export type ReportRow = { readonly change: Change } | { readonly decision: AuditLink };

/** Columns of the report as CSV. @param site Reeve's own address */
const reportColumns = (site: string | undefined) => {
  const of =
    (ofChange: (change: Change) => string | null | undefined, ofOther?: (entry: AuditLink) => string) =>
    (row: ReportRow) =>
      "change" in row ? ofChange(row.change) : ofOther?.(row.decision);
  return {
    time: of(
      ({ at }) => new Date(at).toISOString(),
      ({ at }) => new Date(at).toISOString(),
    ),
    outcome: of(({ state }) => RUN_STATE[state].words, trailWords),
    about: of(({ headline }) => headline?.title, findSubject),
    plan: of(({ plan }) => plan.join(" ")),
    approval: of(approvalWords),
    decisions: of(({ decisions }) => decisions.map(decisionWords).join(" · "), decisionWords),
    "asked by": of(({ headline }) => headline?.askedBy?.email ?? headline?.askedBy?.name),
    "by way of": of(({ headline }) => headline?.way),
    ticket: of(({ headline }) => headline?.key),
    page: of(({ headline }) => headline?.url),
    problem: of(({ problem }) => problem),
    automation: of(({ automation }) => automation),
    run: of(({ id }) => id),
    "plan hash": of(({ hash }) => hash),
    entries: of(
      ({ entries }) => entries,
      ({ desk, seq }) => `${desk} ${seq}`,
    ),
    receipt: of((change) => findReceipt(site, change)),
  };
};

/** Rows of the report as lines of CSV. */
export const reportLines = (rows: readonly ReportRow[], site?: string): readonly string[] =>
  csvLines(reportColumns(site), rows);

/** The whole report as a CSV file: all changes of the period, then the decisions about no run. */
export async function reportFile(db: D1Database, name: string, period: Period, site: string | undefined) {
  async function* batches() {
    const headings = csvLine(Object.keys(reportColumns(site)));
    for (let before: string | undefined, isFirst = true; isFirst || before !== undefined; isFirst = false) {
      const changes = await readChanges(db, period, BATCH, before);
      const rows = changes.map((change) => ({ change }));
      yield [...(isFirst ? [headings] : []), ...reportLines(rows, site)];
      before = changes.length < BATCH ? undefined : changes.at(-1)?.id;
    }
    const others = await readOthers(db, period);
    yield reportLines(
      others.map((decision) => ({ decision })),
      site,
    );
  }
  return csvFile(name, await streamLines(batches(), (line) => line));
}

type Columns<Row> = Readonly<Record<string, (row: Row) => string | null | undefined>>;

/** Rows as CSV (RFC 4180). */
export const toCsv = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  [csvLine(Object.keys(columns)), ...csvLines(columns, rows)].map((line) => `${line}\n`).join("");

/** Lines of CSV, without the line feed behind each. */
const csvLines = <Row>(columns: Columns<Row>, rows: readonly Row[]): readonly string[] =>
  rows.map((row) => csvLine(Object.values(columns).map((text) => text(row) ?? "")));
const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r`;

/** A CSV file as an answer. */
export const csvFile = (name: string, csv: string | ReadableStream): Response =>
  new Response(csv, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
    },
  });

/**
 * A cell, quoted. Wherever a spreadsheet would read a formula, an apostrophe comes first: also behind a semicolon, a tab
 * or a line break, as one that separates cells by these goes on by them inside of quotes.
 */
function cell(text: string): string {
  const parts = text.split(/(?<=[;\t\r\n])/);
  const inert = parts.map((part, n) =>
    isFormula(part) || (n === 0 && /^[\t\r\n]/.test(part)) ? `'${part}` : part,
  );
  return `"${inert.join("").replaceAll('"', '""')}"`;
}

/** True if a spreadsheet may read a text as a formula: some also do in full width, or behind invisible characters. */
const isFormula = (text: string): boolean => /^[=+\-@]/.test(comparable(text));
