// The report for auditors: what people decided in a period, with what each decision was about, as a list and as CSV.
import { comparable } from "../base/text.ts";
import { listAudit } from "../ledger/audit-list.ts";
import { type Position, readCursor } from "../ledger/cursor.ts";
import { type NamedRun, readRunHeadlines } from "../ledger/headlines.ts";
import { trailWords } from "./components/trail.ts";

/** A person's decision. */
export interface ReportedDecision {
  /** Unix milliseconds. */
  readonly at: number;
  /** Type of its audit entry: `approval.granted`. */
  readonly type: string;
  readonly actor: string;
  readonly reason: string;
  /** The run that it was about; `null` where it was about none, or about one that is no longer kept. */
  readonly run: (NamedRun & { readonly id: string }) | null;
  /** Subject of a decision about no run: an automation, `everything`, a number of entries; `null` if its entry names none. */
  readonly subject: string | null;
}

interface Period {
  /** Unix milliseconds; `until` is not included. */
  readonly since: number;
  readonly until: number;
}

/** Entries read at once. */
const BATCH = 1_000;

/** Decisions that a report has at most: the newest of the period. */
export const MAX_REPORTED = 5_000;

/** Decisions of people in a period, newest first. */
export async function readReport(db: D1Database, period: Period): Promise<readonly ReportedDecision[]> {
  const decisions: ReportedDecision[] = [];
  for (let cursor: Position | undefined; ; ) {
    const { items, next } = await listAudit(db, { ...period, byPeople: true }, { limit: BATCH, cursor });
    const runs = await readRunHeadlines(
      db,
      items.flatMap(({ runId }) => runId ?? []),
    );
    for (const { at, type, actor, runId, detail } of items) {
      const run = runs.get(runId ?? "");
      const reason = typeof detail["reason"] === "string" ? detail["reason"] : "";
      decisions.push({
        at,
        type,
        actor: actor ?? "",
        reason,
        run: run && runId ? { ...run, id: runId } : null,
        subject: runId === null ? findSubject(type, detail) : null,
      });
    }
    cursor = next === null ? undefined : (readCursor(next, ["number", "string", "number"]) ?? undefined);
    if (cursor === undefined || decisions.length >= MAX_REPORTED) return decisions;
  }
}

/** Subject of a decision about no run, from its audit entry. */
function findSubject(type: string, detail: Readonly<Record<string, unknown>>): string | null {
  const { automation, written, removed } = detail;
  if (typeof automation === "string") return automation;
  if (/^(?:pause|dryrun)\./.test(type)) return "everything";
  if (type !== "inventory.edited") return null;
  return `${Number(written)} written, ${Number(removed)} removed`;
}

/** Columns of the report as CSV. */
const COLUMNS: Readonly<Record<string, (decision: ReportedDecision) => string | null | undefined>> = {
  time: ({ at }) => new Date(at).toISOString(),
  decision: trailWords,
  by: ({ actor }) => actor,
  reason: ({ reason }) => reason,
  ticket: ({ run }) => run?.headline?.key,
  about: ({ run, subject }) => run?.headline?.title ?? subject,
  "asked by": ({ run }) => run?.headline?.askedBy?.email ?? run?.headline?.askedBy?.name,
  "by way of": ({ run }) => run?.headline?.way,
  page: ({ run }) => run?.headline?.url,
  automation: ({ run }) => run?.automation,
  plan: ({ run }) => run?.plan.join(" "),
  run: ({ run }) => run?.id,
};

/** Decisions as CSV, a row each. */
export const reportCsv = (decisions: readonly ReportedDecision[]): string => toCsv(COLUMNS, decisions);

/** Rows as CSV (RFC 4180). */
export const toCsv = <Row>(
  columns: Readonly<Record<string, (row: Row) => string | null | undefined>>,
  rows: readonly Row[],
): string =>
  [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((text) => text(row) ?? ""))]
    .map((row) => `${row.map(cell).join(",")}\r\n`)
    .join("");

/** A CSV file as an answer. */
export const csvFile = (name: string, csv: string): Response =>
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
