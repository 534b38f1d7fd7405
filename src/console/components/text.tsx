// Small pieces that pages are made of: texts from outside, times, states, links.
import type { FC } from "hono/jsx";
import { withUnseenNamed } from "../../base/text.ts";
import { RUN_STATE, RUN_STATES } from "../../ledger/states.ts";
import { cut, LINE_CHARS } from "./visible.ts";

/** A text from outside: isolated, its hidden marks written out, cut to a length. */
export const Text: FC<{ readonly of: string; readonly most?: number }> = ({ of, most = LINE_CHARS }) => (
  <bdi>{withUnseenNamed(cut(of, most))}</bdi>
);

const DATE = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** A moment, Unix milliseconds: in UTC, which the script turns into the reader's own time. */
export const Time: FC<{ readonly at: number }> = ({ at }) => (
  <time datetime={new Date(at).toISOString()}>{DATE.format(at)} UTC</time>
);

/** How long something took or is away: `340 ms`, `3 min`. @param ms Milliseconds */
export function span(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 2 * 3_600_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 2 * 86_400_000) return `${Math.round(ms / 3_600_000)} h`;
  return `${Math.round(ms / 86_400_000)} days`;
}

type Tone = (typeof RUN_STATE)[keyof typeof RUN_STATE]["tone"];

/** What people call a state of a run. */
export const stateWords = (state: string): string => {
  const known = RUN_STATES.find((one) => one === state);
  return known ? RUN_STATE[known].words : state;
};

/** The state of a run, in words and in a colour. */
export const RunState: FC<{ readonly state: string }> = ({ state }) => {
  const known = RUN_STATES.find((one) => one === state);
  return <Badge tone={known ? RUN_STATE[known].tone : "quiet"}>{stateWords(state)}</Badge>;
};

/** The state of an event. */
export const EventState: FC<{ readonly state: string }> = ({ state }) => (
  <Badge tone={state === "rejected" ? "bad" : state === "taken" ? "good" : "quiet"}>{state}</Badge>
);

export const Badge: FC<{ readonly tone: Tone; readonly children?: unknown }> = ({ tone, children }) => (
  <span class={`badge ${tone}`}>{children}</span>
);

export const RunLink: FC<{ readonly id: string }> = ({ id }) => (
  <a class="id short" href={`/runs/${id}`} title={id}>
    {shortId(id)}
  </a>
);

export const EventLink: FC<{ readonly id: string }> = ({ id }) => (
  <a class="id short" href={`/events/${id}`} title={id}>
    {shortId(id)}
  </a>
);

/** Ids begin with their time, so runs of one minute look alike in front: the end tells them apart. */
const shortId = (id: string): string => id.slice(-8);
