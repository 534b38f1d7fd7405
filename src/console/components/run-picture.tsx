// A run as a picture: its stretches of time in words, a row for each step, and bars on one axis from receipt to end.
import type { FC } from "hono/jsx";
import { withUnseenNamed } from "../../base/text.ts";
import { isLooking, isOver, isSending } from "../../desk/run/journal.ts";
import { isRetrying, listAsked, type Run } from "../../desk/run/run.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { isCommitment } from "../../ledger/people/sealing.ts";
import { RUN_STATE, RUN_STATES, type RunState } from "../../ledger/states.ts";
import { ANY_APPROVER, findStage } from "../../policy/stages.ts";
import { titleSource } from "../../systems/headline.ts";
import { useTimeZone } from "./frame.ts";
import { exactly, Sentence, span, Text, Time } from "./text.tsx";
import { trailWords } from "./trail.ts";

/** The least distance of two moments on the axis, percent: on a phone it has room for a day and a time. */
const TICKS_APART = 34;

/** The steps of a run on a time axis. Its rows say in words what their bars show. */
export const RunPicture: FC<{
  readonly run: Run;
  /** Oldest first. */
  readonly trail: readonly TimelineEntry[];
  /** True if no entry is missing. */
  readonly isWhole: boolean;
}> = ({ run, trail, isWhole }) => {
  const now = Date.now();
  const timeZone = useTimeZone();
  const isEnded = isOver(run);
  const segments = placeSegments(listSegments(run, trail, isWhole, now));
  const ticks = listTicks(segments, TICKS_APART);
  const last = segments.at(-1)?.to ?? now;
  const time = formatAxis(run.createdAt, last, timeZone);
  const isShort = last - run.createdAt < 60_000;
  const name = (at: number) => (isShort && at > run.createdAt ? `+${span(at - run.createdAt)}` : time(at));
  return (
    <section class="card picture" aria-labelledby="picture">
      <header>
        <h2 id="picture">
          {isEnded ? "It took" : "So far"} {span(last - run.createdAt)}
        </h2>
        <p class="dim">
          from {exactly(run.createdAt, timeZone)}, <Time at={run.createdAt} />
        </p>
      </header>
      <ol>
        {listRows(segments).map(({ title, words, segments: own }) => (
          <li>
            <p>
              <Text as="strong" of={title} most={80} />
              <Sentence as="span" class="under" of={words} />
            </p>
            <svg width="100%" aria-hidden="true">
              {ticks.slice(1, -1).map(({ x }) => (
                <line x1={`${x}%`} x2={`${x}%`} y2="100%" />
              ))}
              <line class={isEnded ? "end" : "now"} x1="100%" x2="100%" y2="100%" />
              <svg y="50%" overflow="visible" aria-hidden="true">
                {own.map((segment) => (
                  <Bar of={segment} />
                ))}
              </svg>
            </svg>
          </li>
        ))}
      </ol>
      <svg class="axis" width="100%" height="16" aria-hidden="true">
        {ticks.map(({ x, at }, n) => (
          <text
            x={`${x}%`}
            y="12"
            text-anchor={n === 0 ? "start" : n === ticks.length - 1 ? "end" : "middle"}
          >
            {x === 100 && !isEnded ? "now" : name(at)}
          </text>
        ))}
      </svg>
    </section>
  );
};

/** The least width of a bar that has room for its time, percent. */
const WORDS_WIDTH = 8;

/** Half the height of a bar, pixels: what waits is thin. */
const HALF = { work: 4, call: 7, wait: 2 } as const;

const Bar: FC<{ readonly of: Placed }> = ({ of: { is, tone, x, width, from, to, isCut, words } }) => (
  <>
    <rect class={`${is} ${tone}`} x={`${x}%`} width={`${width}%`} y={-HALF[is]} height={2 * HALF[is]} rx="2">
      <title>{withUnseenNamed(words)}</title>
    </rect>
    {isCut && width > WORDS_WIDTH && (
      <svg x={`${x + width / 2}%`} overflow="visible" aria-hidden="true">
        <path class="cut" d="M-5 6L-1 -6M1 6L5 -6" />
        <text y="-9" text-anchor="middle">
          {span(to - from)}
        </text>
      </svg>
    )}
  </>
);

/** Formats moments between two, all Unix milliseconds: as times, with their days if there are several. */
export function formatAxis(from: number, to: number, timeZone: string): (at: number) => string {
  const day = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short" });
  const { format } = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    ...(day.format(from) === day.format(to) ? { second: "2-digit" } : { day: "numeric", month: "short" }),
  });
  return format;
}

/** An entry of a run's audit trail, as far as the picture needs it. */
export type TimelineEntry = Pick<AuditLink, "at" | "type" | "actor" | "detail">;

/** A stretch of a run. Times are Unix milliseconds. */
interface Segment {
  readonly from: number;
  readonly to: number;
  /** The row that it shares with its neighbours, and the row's title. */
  readonly row: string;
  readonly title: string;
  /** Reeve works, calls the service, or waits for a time or a person. */
  readonly is: "work" | "call" | "wait";
  readonly tone: "good" | "bad" | "wait" | "go" | "quiet";
  /** A sentence about it, without its full stop: `waited 24 s for iris.vale@example.com: approved`. */
  readonly words: string;
}

/** The step of a run between two entries: its state, or a part of one. */
type Phase = RunState | "paused" | "sending" | "retrying";

/** Entries after which a run is at what it was at before. */
const NO_CHANGE = /^(approval\.reminded|run\.taken_back_late|answer\.undelivered)$/;
/** Entries of those whom a run waited for. */
const DECIDED =
  /^(approval\.(granted|rejected)|plan\.confirmed|task\.|effect\.reviewed|run\.(retried|handled))/;
/** Entries after which a step is tried again. */
const RETRIED = /^(plan\.delayed|effect\.(failed|planned|interrupted))$/;

function phaseAfter({ type, detail }: TimelineEntry): Phase {
  const state = RUN_STATES.find((one) => one === detail["state"]) ?? "acting";
  if (state !== "planning" && state !== "acting") return state;
  if (type === "run.paused") return "paused";
  return type === "effect.sending" ? "sending" : RETRIED.test(type) ? "retrying" : state;
}

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
  let [from, phase, last]: [number, Phase, TimelineEntry | null] = [run.createdAt, "planning", null];
  const add = (until: number, next: TimelineEntry | null) => {
    const to = Math.max(from, until);
    const isMissing = last === null && (!isWhole || (next === null && over));
    const stretch = isMissing ? MISSING : describe({ run, phase, last, next, ms: to - from, now });
    // A stretch of no time is none, unless it is a call, or all there is.
    if (to > from || stretch.is === "call" || (next === null && segments.length === 0))
      segments.push({ ...stretch, from, to });
    from = to;
  };
  for (const entry of trail.filter(({ type }) => !NO_CHANGE.test(type))) {
    add(entry.at, entry);
    phase = phaseAfter(entry);
    last = entry;
  }
  const { state, paused } = run;
  if (over || isLooking(run)) phase = "done";
  else phase = paused !== null ? "paused" : isSending(run) ? "sending" : isRetrying(run) ? "retrying" : state;
  add(over ? run.updatedAt : now, null);
  return segments.map((segment, n) => {
    const after = segments[n + 1];
    return segment.row === NEXT && after ? { ...segment, row: after.row, title: after.title } : segment;
  });
}

const work = { is: "work", tone: "quiet" } as const;
const MISSING = {
  ...work,
  row: "missing",
  title: "Earlier",
  words: "the entries of this time are not shown",
};
/** Stands for the row of what comes next. */
const NEXT = "next";

/** Outcomes of a step, with the words before its length. */
const OUTCOME: Readonly<Record<string, readonly [tone: Segment["tone"], words: string]>> = {
  "plan.made": ["go", "planned in"],
  "event.ignored": ["go", "nothing to do, after"],
  "run.scheduled": ["go", "not yet, after"],
  "plan.failed": ["bad", "no plan, after"],
  "plan.delayed": ["bad", "no answer after"],
  "effect.applied": ["good", "accepted after"],
  "effect.failed": ["bad", "failed after"],
  "effect.refused": ["bad", "refused after"],
  "effect.unknown": ["wait", "outcome unknown after"],
  "effect.interrupted": ["wait", "interrupted after"],
  "effect.seen": ["good", "seen after"],
  "effect.unseen": ["wait", "not seen within"],
  "reply.sent": ["good", "sent after"],
  "reply.failed": ["bad", "not sent, after"],
  "reply.unknown": ["wait", "perhaps sent, after"],
};

interface Stretch {
  readonly run: Run;
  readonly phase: Phase;
  /** The entries that it lies between; `null` for the receipt, and for its end or now. */
  readonly last: TimelineEntry | null;
  readonly next: TimelineEntry | null;
  readonly ms: number;
  readonly now: number;
}

function describe({ run, phase, last, next, ms, now }: Stretch): Omit<Segment, "from" | "to"> {
  const [long, { stages = [] }] = [span(ms), run];
  const [tone, before] = next
    ? (OUTCOME[next.type] ?? ["go", `${trailWords(next).toLowerCase()} after`])
    : ["go" as const, "under way for"];
  const words = `${before} ${long}`;
  const actor = namePerson(next?.actor);
  const wait = (title: string, whom: string, own = ""): Omit<Segment, "from" | "to"> => {
    const isOne = actor !== null && DECIDED.test(next?.type ?? "");
    const end = next
      ? `: ${trailWords(next).toLowerCase()}${isOne || actor === null ? "" : ` by ${actor}`}`
      : "";
    const who = isOne ? actor + own : whom;
    const words = `${next ? "waited" : "has waited"} ${long} for ${who}${end}`;
    return { row: title, title, is: "wait", tone: "wait", words };
  };
  const n = last?.detail["effect"] ?? run.journal.findIndex(({ state }) => state !== "applied");
  const operation = readText(last?.detail["operation"]) ?? run.journal[Number(n)]?.operation ?? "Call";
  const call = { row: `call ${n}`, title: operation };
  const plan = { row: "plan", title: "Plan" };
  switch (phase) {
    case "planning":
      return { ...plan, is: "work", tone, words };
    case "sending":
      return { ...call, is: "call", tone, words };
    case "retrying": {
      const due = run.dueAt === null ? "soon" : `in ${span(run.dueAt - now)}`;
      const words = next ? `waited ${long} for the next try` : `next try ${due}`;
      const isPlan = next ? last?.type === "plan.delayed" : run.state === "planning";
      return { ...(isPlan ? plan : call), is: "wait", tone: "wait", words };
    }
    case "acting":
      return { ...work, row: NEXT, title: next ? "Policy" : "Calls", words: `made ready in ${long}` };
    case "paused":
      return wait("Pause", "the pause to end");
    case "scheduled":
      return wait("Its time", (!next && run.scheduledFor) || "its time");
    case "awaiting_confirmation":
      return wait("Confirmation", "the requester");
    case "awaiting_approval": {
      const [first] = [last?.detail["approvers"]].flat();
      const at = next ? next.detail["stage"] : findStage(stages, run.approvals)?.name;
      const stage = readText(at) ?? readText(first) ?? ANY_APPROVER;
      const place = stages.findIndex(({ name }) => name === stage) + 1;
      const ordinal = stages.length > 1 && place > 0 ? ` ${place} of ${stages.length}` : "";
      return wait(`Approval${ordinal}`, stage, stage === ANY_APPROVER ? "" : ` (${stage})`);
    }
    case "held": {
      const budget = readText(last?.detail["budget"]) ?? run.hold?.budget;
      return wait("Budget", budget ? `the budget “${budget}”` : "the budget");
    }
    case "needs_review":
      return wait("Review", "an operator");
    case "awaiting_task":
      return wait("Task", listAsked(run).join(", ") || "an operator");
    default: {
      const isDue = run.reply?.state === "due" || run.reply?.state === "sending";
      if (next?.type.startsWith("reply.") || (!next && isDue)) {
        const title = `Reply to ${titleSource(readText(next?.detail["to"]) ?? run.reply?.to ?? "")}`;
        return { row: "reply", title, is: "work", tone, words };
      }
      const { words: ended } = RUN_STATE[phase];
      if (actor !== null) return wait(ended.charAt(0).toUpperCase() + ended.slice(1), "an operator");
      const looks = isLooking(run) || run.journal.some(({ shows }) => shows);
      const title = looks ? "Look at the effect" : "After its end";
      return { ...work, row: "look", title, words: next || !isOver(run) ? words : `for ${long}` };
    }
  }
}

const readText = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

/** A person in words; `null` for Reeve. */
const namePerson = (actor: string | null | undefined): string | null =>
  !actor || actor === "reeve" ? null : isCommitment(actor) ? "somebody who was erased" : actor;

/** A segment's place on the axis, in percent of its length. */
interface Placed extends Segment {
  readonly x: number;
  readonly width: number;
  /** True if it is drawn shorter than it was, beside the others. */
  readonly isCut: boolean;
}

/** The least width of a segment, and of all together that the least widths may take, percent. */
const [LEAST, LEAST_OF_ALL] = [1, 50];

/**
 * Places segments on the axis. Work and calls keep their proportions, and so do waits that are short beside them. A longer
 * wait grows by its logarithm: days beside seconds.
 */
export function placeSegments(segments: readonly Segment[]): Placed[] {
  const waits = segments.filter(({ is }) => is === "wait").length;
  const busy = segments.reduce((sum, { is, from, to }) => sum + (is === "wait" ? 0 : to - from), 0);
  const most = Math.max(1, (1.5 * busy) / Math.max(1, waits));
  const drawn = segments.map(({ is, from, to }) => {
    const ms = to - from;
    return is === "wait" && busy > 0 && ms > most ? most * (1 + Math.log10(ms / most) / 6) : ms;
  });
  const sum = drawn.reduce((total, one) => total + one, 0);
  const least = Math.min(LEAST, LEAST_OF_ALL / segments.length);
  const rest = 100 - least * segments.length;
  let x = 0;
  return segments.map((segment, n) => {
    const shown = drawn[n] ?? 0;
    const width = least + rest * (sum === 0 ? 1 / segments.length : shown / sum);
    const placed = { ...segment, x, width, isCut: segment.to - segment.from > 2 * shown };
    x += width;
    return placed;
  });
}

/** More calls than this are grouped by their operations. */
const MANY_CALLS = 12;

/** The rows of a picture, each of neighbouring segments. */
export function listRows(segments: readonly Placed[]) {
  const rows = group(
    segments.map((one) => [one]),
    (one, other) => one.row === other.row,
  );
  const isMany = rows.filter((row) => row.some(({ is }) => is === "call")).length > MANY_CALLS;
  const isAlike = (one: Placed, other: Placed) =>
    one.title === other.title && one.row.startsWith("call ") && other.row.startsWith("call ");
  return (isMany ? group(rows, isAlike) : rows).map(nameRow);
}

/** Joins neighbours that belong together. */
function group(rows: readonly Placed[][], isOne: (one: Placed, other: Placed) => boolean): Placed[][] {
  const groups: Placed[][] = [];
  for (const row of rows) {
    const [before, last, first] = [groups.at(-1), groups.at(-1)?.at(-1), row[0]];
    if (before && last && first && isOne(last, first)) before.push(...row);
    else groups.push([...row]);
  }
  return groups;
}

function nameRow(segments: readonly Placed[]) {
  const title = segments[0]?.title ?? "";
  const sent = segments.filter(({ is }) => is === "call");
  const calls = new Set(sent.map(({ row }) => row)).size;
  const failed = sent.filter(({ tone }) => tone === "bad").length;
  const said = segments.filter(({ tone, is }) => tone !== "quiet" || is === "call");
  const all = (said.length === 0 ? segments : said).map(({ words }) => words);
  const long = span((segments.at(-1)?.to ?? 0) - (segments[0]?.from ?? 0));
  const words =
    calls > 1
      ? `${calls} calls in ${long}${failed > 0 ? `, ${failed} failed` : ""}`
      : all.length > 3
        ? `${sent.length > 1 ? `${sent.length} tries` : `${all.length} steps`} in ${long}; ${all.at(-1)}`
        : all.join(", ");
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
