// A run as stretches of time in words, from its receipt to its end or to now, and the axis that they are drawn on. Pure.
import { isOver, isSending } from "../../desk/run/journal.ts";
import { isRetrying, listAsked, type Run } from "../../desk/run/run.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { isCommitment } from "../../ledger/people/sealing.ts";
import { RUN_STATE, type RunState } from "../../ledger/states.ts";
import { ANY_APPROVER, findStage } from "../../policy/stages.ts";
import { titleSource } from "../../systems/headline.ts";
import { span } from "./text.tsx";
import { trailWords } from "./trail.ts";

/** An entry of a run's audit trail, as far as the picture needs it. */
export type TimelineEntry = Pick<AuditLink, "at" | "type" | "actor" | "detail">;

/** A stretch of a run. Times are Unix milliseconds. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  /** Its row in the picture: neighbours with the same one share it. */
  readonly row: string;
  /** The row's name. */
  readonly title: string;
  /** Reeve works, calls the service, or waits for a time or a person. */
  readonly is: "work" | "call" | "wait";
  readonly tone: "good" | "bad" | "wait" | "go" | "quiet";
  /** A sentence about it, without its full stop: `waited 24 s for iris.vale@example.com`. */
  readonly words: string;
}

/** What a run is at between two entries. */
type Phase =
  | "planning"
  | "scheduled"
  | "confirmation"
  | "approval"
  | "budget"
  | "paused"
  | "acting"
  | "calling"
  | "retrying"
  | "review"
  | "task"
  | "ended";

const PHASE_OF_STATE: Readonly<Partial<Record<RunState, Phase>>> = {
  planning: "planning",
  scheduled: "scheduled",
  awaiting_confirmation: "confirmation",
  awaiting_approval: "approval",
  held: "budget",
  acting: "acting",
  needs_review: "review",
  awaiting_task: "task",
};

/** Entries after which a run is at what it was at before. */
const NO_CHANGE: ReadonlySet<string> = new Set([
  "approval.reminded",
  "task.reminded",
  "run.taken_back_late",
  "answer.undelivered",
]);

/** Entries of those whom a run waited for. */
const DECISIONS: ReadonlySet<string> = new Set([
  "approval.granted",
  "approval.rejected",
  "plan.confirmed",
  "task.reported_done",
  "task.not_done",
  "effect.reviewed",
]);

function phaseAfter({ type, detail }: TimelineEntry): Phase {
  const state = detail["state"] as RunState | undefined;
  const phase = state === undefined ? "acting" : (PHASE_OF_STATE[state] ?? "ended");
  if (phase !== "planning" && phase !== "acting") return phase;
  if (type === "run.paused") return "paused";
  if (type === "effect.sending") return "calling";
  return /^(plan\.delayed|effect\.(failed|planned|interrupted))$/.test(type) ? "retrying" : phase;
}

function phaseNow(run: Run): Phase {
  if (run.paused !== null) return "paused";
  if (isSending(run)) return "calling";
  return isRetrying(run) ? "retrying" : (PHASE_OF_STATE[run.state] ?? "ended");
}

const readText = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

/** A person in words; `null` for Reeve. */
const namePerson = (actor: string | null | undefined): string | null =>
  !actor || actor === "reeve" ? null : isCommitment(actor) ? "somebody who was erased" : actor;

/**
 * The stretches of a run in order, without gap or overlap, from its receipt to its end, or to now.
 * @param trail Its audit entries, oldest first; the first of them may be missing
 * @param isWhole True if none is missing
 * @param now Unix milliseconds
 */
export function listSegments(
  run: Run,
  trail: readonly TimelineEntry[],
  isWhole: boolean,
  now: number,
): Segment[] {
  const over = isOver(run);
  const segments: Segment[] = [];
  /** How often each call was sent. */
  const sent = new Map<number, number>();
  let [at, phase, last]: [number, Phase, TimelineEntry | null] = [run.createdAt, "planning", null];
  const close = (until: number, next: TimelineEntry | null) => {
    const to = Math.max(at, until);
    const isMissing = last === null && (!isWhole || (next === null && over));
    const stretch = isMissing ? MISSING : describe({ run, phase, last, next, sent, ms: to - at, now });
    // A stretch of no time is none, unless it is a call, or all there is.
    if (to > at || stretch.is === "call" || (next === null && segments.length === 0))
      segments.push({ ...stretch, from: at, to });
    at = to;
  };
  for (const entry of trail) {
    if (NO_CHANGE.has(entry.type)) continue;
    close(entry.at, entry);
    phase = phaseAfter(entry);
    const effect = entry.detail["effect"];
    if (phase === "calling" && typeof effect === "number") sent.set(effect, (sent.get(effect) ?? 0) + 1);
    last = entry;
  }
  if (!over) phase = phaseNow(run);
  close(over ? run.updatedAt : now, null);
  return joinRows(segments);
}

const MISSING = {
  row: "missing",
  title: "Earlier",
  is: "work",
  tone: "quiet",
  words: "the entries of this time are not shown",
} as const;

interface Stretch {
  readonly run: Run;
  readonly phase: Phase;
  /** The entries that it lies between; `null` for the receipt, and for now. */
  readonly last: TimelineEntry | null;
  readonly next: TimelineEntry | null;
  readonly sent: ReadonlyMap<number, number>;
  readonly ms: number;
  readonly now: number;
}

function describe(stretch: Stretch): Omit<Segment, "from" | "to"> {
  const { run, phase, last, next, sent, ms, now } = stretch;
  const long = span(ms);
  const wait = (row: string, title: string, words: string) =>
    ({ row, title, is: "wait", tone: "wait", words }) as const;
  /** A wait for somebody: for whoever decided, or else for whoever was asked. */
  const waitFor = (row: string, title: string, asked: string) => {
    if (!next) return wait(row, title, `has waited ${long} for ${asked}`);
    const actor = namePerson(next.actor);
    const words = trailWords(next).toLowerCase();
    if (actor !== null && DECISIONS.has(next.type))
      return wait(row, title, `waited ${long} for ${actor}: ${words}`);
    return wait(row, title, `waited ${long} for ${asked}: ${words}${actor === null ? "" : ` by ${actor}`}`);
  };
  switch (phase) {
    case "planning":
      return {
        ...PLAN,
        is: "work",
        tone: next?.type === "plan.failed" || next?.type === "plan.delayed" ? "bad" : "go",
        words:
          next === null
            ? `planning for ${long}`
            : (PLANNED[next.type]?.(long) ??
              `planned${AGAIN.test(last?.type ?? "") ? " again" : ""} in ${long}`),
      };
    case "retrying": {
      const effect = last?.detail["effect"];
      const n = typeof effect === "number" ? (sent.get(effect) ?? 1) : Number(last?.detail["tries"] ?? 1);
      const due = run.dueAt === null ? "" : ` in ${span(run.dueAt - now)}`;
      const words = next ? `waited ${long} for try ${n + 1}` : `next try${due}`;
      return { ...(typeof effect === "number" ? callRow(run, last) : PLAN), is: "wait", tone: "wait", words };
    }
    case "scheduled":
      return next
        ? wait("scheduled", "Its time", `waited ${long} for its time`)
        : wait("scheduled", "Its time", `has waited ${long} for ${run.scheduledFor ?? "its time"}`);
    case "confirmation":
      return waitFor("confirmation", "Confirmation", "the requester");
    case "approval": {
      const { stages = [] } = run;
      const [first] = Array.isArray(last?.detail["approvers"]) ? last.detail["approvers"] : [];
      const stage =
        (next ? readText(next.detail["stage"]) : findStage(stages, run.approvals)?.name) ??
        readText(first) ??
        ANY_APPROVER;
      const n = stages.findIndex(({ name }) => name === stage) + 1;
      const { row, title, ...rest } = waitFor("approval", "Approval", stage);
      const ordinal = stages.length > 1 && n > 0 ? ` ${n} of ${stages.length}` : "";
      const words =
        next?.type === "approval.granted" && stage !== ANY_APPROVER
          ? `${rest.words} as ${stage}`
          : rest.words;
      return { ...rest, row: row + ordinal, title: title + ordinal, words };
    }
    case "budget": {
      const budget = (last && readText(last.detail["budget"])) ?? run.hold?.budget;
      const who = namePerson(next?.actor);
      const words = `${next ? "waited" : "has waited"} ${long} for the budget${budget ? ` “${budget}”` : ""}`;
      return wait("budget", "Budget", who === null ? words : `${words}, until ${who} decided`);
    }
    case "paused":
      return wait("paused", "Pause", `paused for ${long}`);
    case "acting":
      return next
        ? { row: NEXT, title: "Policy", is: "work", tone: "quiet", words: `ready after ${long}` }
        : isOver(run) || run.journal.every(({ state }) => state === "applied")
          ? look(run, long)
          : { row: "next", title: "Next call", is: "work", tone: "go", words: `ready for ${long}` };
    case "calling": {
      const [tone, word] = next ? (CALLED[next.type] ?? ["quiet", "left"]) : ["go" as const, "under way"];
      return { ...callRow(run, last), is: "call", tone, words: `${word} ${next ? "after" : "for"} ${long}` };
    }
    case "review":
      return waitFor("review", "Review", "an operator");
    case "task":
      return waitFor("task", "Task", listAsked(run).join(", ") || "an operator");
    case "ended": {
      if (next?.type.startsWith("reply.") || (!next && !isOver(run) && run.reply?.state !== "sent")) {
        const to = titleSource(readText(next?.detail["to"]) ?? run.reply?.to ?? "");
        const isSent = next?.type === "reply.sent";
        const words = next ? (isSent ? `sent after ${long}` : trailWords(next).toLowerCase()) : "is due";
        return { row: "reply", title: `Reply to ${to}`, is: "work", tone: isSent ? "good" : "wait", words };
      }
      const who = namePerson(next?.actor);
      if (!next || who === null) return look(run, long);
      const words = `waited ${long}: ${trailWords(next).toLowerCase()} by ${who}`;
      return wait("ended", RUN_STATE[last?.detail["state"] as RunState]?.words ?? "ended", words);
    }
    default:
      return phase satisfies never;
  }
}

/** Stands for the row of what comes next. */
const NEXT = "next row";
const PLAN = { row: "plan", title: "Plan" } as const;

const look = ({ journal }: Run, long: string) =>
  journal.some(({ shows }) => shows)
    ? ({ ...LOOK, title: "Look", words: `looked for its effect for ${long}` } as const)
    : ({ ...LOOK, title: "End", words: `put on record after ${long}` } as const);
const LOOK = { row: "look", is: "work", tone: "quiet" } as const;

/** Entries after which a plan is made again. */
const AGAIN = /^(approval|plan\.(confirmed|outdated)$|run\.resumed$)/;

const PLANNED: Readonly<Record<string, (long: string) => string>> = {
  "event.ignored": (long) => `nothing to do, after ${long}`,
  "plan.failed": (long) => `no plan could be made, after ${long}`,
  "plan.delayed": (long) => `no answer after ${long}`,
  "run.scheduled": (long) => `not yet, after ${long}`,
  "run.cancelled": (long) => `cancelled after ${long}`,
};

const CALLED: Readonly<Record<string, readonly [Segment["tone"], string]>> = {
  "effect.applied": ["good", "accepted"],
  "effect.failed": ["bad", "failed"],
  "effect.refused": ["bad", "refused"],
  "effect.unknown": ["wait", "outcome unknown"],
  "effect.interrupted": ["wait", "interrupted"],
};

function callRow({ journal }: Run, last: TimelineEntry | null) {
  const n =
    typeof last?.detail["effect"] === "number"
      ? last.detail["effect"]
      : journal.findIndex(({ state }) => state === "sending");
  const title = (last && readText(last.detail["operation"])) ?? journal[n]?.operation ?? "Call";
  return { row: `call ${n}`, title } as const;
}

/** Gives what makes ready the row of what it is for. */
const joinRows = (segments: readonly Segment[]): Segment[] =>
  segments.map((segment, n) => {
    const after = segments[n + 1];
    return segment.row === NEXT && after ? { ...segment, row: after.row, title: after.title } : segment;
  });

/** A segment's place on the axis, in percent of its length. */
export interface Placed extends Segment {
  readonly x: number;
  readonly width: number;
  /** True if it is drawn shorter than it was, beside the others. */
  readonly isCut: boolean;
}

/** The least width of a segment, and of all together that the least widths may take, percent. */
const [LEAST, LEAST_OF_ALL] = [1, 50];

/**
 * Places segments on the axis. Work and calls keep their proportions. Waits keep them up to their share of half
 * as much again, and grow by their logarithms beyond: days beside seconds.
 */
export function placeSegments(segments: readonly Segment[]): Placed[] {
  const waits = segments.filter(({ is }) => is === "wait").length;
  const busy = segments.reduce((sum, { is, from, to }) => sum + (is === "wait" ? 0 : to - from), 0);
  const most = Math.max(1, (1.5 * busy) / Math.max(1, waits));
  const isCut = ({ is, from, to }: Segment) => is === "wait" && busy > 0 && to - from > most;
  const drawn = segments.map((segment) => {
    const ms = segment.to - segment.from;
    return isCut(segment) ? most * (1 + Math.log10(ms / most) / 6) : ms;
  });
  const sum = drawn.reduce((total, one) => total + one, 0);
  const least = Math.min(LEAST, LEAST_OF_ALL / segments.length);
  const rest = 100 - least * segments.length;
  let x = 0;
  return segments.map((segment, n) => {
    const width = least + rest * (sum === 0 ? 1 / segments.length : (drawn[n] ?? 0) / sum);
    const placed = { ...segment, x, width, isCut: isCut(segment) };
    x += width;
    return placed;
  });
}

/** Neighbouring segments that a picture shows in one row. */
export interface Row {
  readonly title: string;
  readonly words: string;
  readonly segments: readonly Placed[];
}

/** More calls than this are grouped by their operations; more rows than this are not drawn. */
const [MANY_CALLS, MOST_ROWS] = [12, 30];

/** The rows of a picture: at most thirty, of which one in the middle stands for those that are left out. */
export function listRows(segments: readonly Placed[]): Row[] {
  const rows = group(
    segments.map((one) => [one]),
    ([one], [other]) => one?.row === other?.row,
  );
  const calls = rows.filter((row) => row.some(({ is }) => is === "call")).length;
  const isAlike = ([one]: Placed[], [other]: Placed[]) =>
    one?.title === other?.title && [one, other].every((segment) => segment?.row.startsWith("call "));
  const grouped = calls > MANY_CALLS ? group(rows, isAlike) : rows;
  const more = grouped.length - MOST_ROWS;
  const [from, to] = [MOST_ROWS / 2, MOST_ROWS / 2 + more + 1];
  return [
    ...(more > 0 ? grouped.slice(0, from) : grouped).map((row) => nameRow(row)),
    ...(more > 0 ? [nameRow(grouped.slice(from, to).flat(), `${more + 1} more steps`)] : []),
    ...(more > 0 ? grouped.slice(to) : []).map((row) => nameRow(row)),
  ];
}

/** Joins neighbours that belong together. */
function group(rows: readonly Placed[][], isOne: (one: Placed[], other: Placed[]) => boolean) {
  const groups: Placed[][] = [];
  for (const row of rows) {
    const before = groups.at(-1);
    if (before && isOne(before, row)) before.push(...row);
    else groups.push([...row]);
  }
  return groups;
}

function nameRow(segments: readonly Placed[], called?: string): Row {
  const [first, last] = [segments[0], segments.at(-1)];
  if (!first || !last) return { title: "", words: "", segments };
  const isPart = (one: Segment) => one.title === first.title && one.tone !== "quiet";
  const said = segments.filter(isPart);
  const calls = segments.filter(({ is }) => is === "call");
  const rows = new Set(calls.map(({ row }) => row)).size;
  const long = span(last.to - first.from);
  const failed = calls.filter(({ tone }) => tone === "bad").length;
  const title = called ?? first.title;
  const words =
    called !== undefined || rows > 1
      ? `${rows > 1 ? `${rows} calls in ` : ""}${long}${failed > 0 ? `, ${failed} failed` : ""}`
      : said.length > 3
        ? `${calls.length > 1 ? `${calls.length} tries` : `${said.length} steps`} in ${long}; ${last.words}`
        : (said.length === 0 ? segments : said).map(({ words }) => words).join(", ");
  return { title, words, segments };
}

/** The moments that the axis names: its ends, and those of the segments that are far enough from another. */
export function listTicks(
  segments: readonly Placed[],
  apart: number,
): { readonly x: number; readonly at: number }[] {
  const first = segments[0];
  const last = segments.at(-1);
  if (!first || !last) return [];
  const ticks = [{ x: 0, at: first.from }];
  for (const { x, width, to } of segments)
    if (x + width - (ticks.at(-1)?.x ?? 0) >= apart && 100 - x - width >= apart)
      ticks.push({ x: x + width, at: to });
  return [...ticks, { x: 100, at: last.to }];
}
