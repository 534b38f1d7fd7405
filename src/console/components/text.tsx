// Small components: untrusted text, times, states, links, forms.
import { type Child, type FC, useContext } from "hono/jsx";
import { formatDay } from "../../base/days.ts";
import { showInvisibles } from "../../base/text.ts";
import { isCommitment } from "../../ledger/people/texts.ts";
import { isAllowed } from "../../operate/person.ts";
import { RUN_STATE, type RunState } from "../../runs/states.ts";
import { PAGE_FIELD, TOKEN_FIELD } from "../csrf.ts";
import { PageFrame, useFrame, useTimeZone } from "./frame.ts";

/**
 * Maximum characters of a sentence in a list. For text on one line, the maximum is `LINE_CHARS`, and for text on
 * several lines, `TEXT_CHARS`.
 */
export const ROW_CHARS = 120;
export const LINE_CHARS = 300;
export const TEXT_CHARS = 2_000;

/** Maximum characters of a word that a cut leaves whole. Longer words, such as links, are cut. */
const WORD_CHARS = 40;

/**
 * Cuts text to a maximum length, between two words if possible, and marks the cut.
 * @param isCounted False to leave out the numbers of characters. @default true
 */
export function shorten(text: string, most: number, isCounted = true): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf(" ", most);
  const cut = text.slice(0, end > most - WORD_CHARS ? end : most).toWellFormed();
  return `${cut}…${isCounted ? ` (${count(text.length)} characters, ${count(cut.length)} shown)` : ""}`;
}

/** Formats a whole number for people: 1,048,576. */
export const count = (n: number): string => n.toLocaleString("en-US");

interface TextProps {
  readonly of: string;
  readonly most?: number;
  /** The element that contains the text and nothing else. */
  readonly as?: "p" | "li" | "span" | "strong" | "h2" | "q" | "code";
  readonly class?: string;
}

/**
 * Shows untrusted text: isolated for bidirectional text, with invisible characters written out, cut to a maximum
 * length.
 */
export const Text: FC<TextProps> = ({ of, most = LINE_CHARS, as: Element, class: kind }) => {
  const text = <bdi>{showInvisibles(shorten(of, most))}</bdi>;
  return Element ? <Element class={kind}>{text}</Element> : text;
};

const EXACT = new Map<string, Intl.DateTimeFormat>();

/** Formats a time (Unix milliseconds) to the second, with its time zone. */
export function exactly(at: number, timeZone: string): string {
  const format =
    EXACT.get(timeZone) ??
    new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "medium", timeStyle: "long" });
  EXACT.set(timeZone, format);
  return format.format(at);
}

/**
 * Formats a time relative to now, both in Unix milliseconds: `3 min ago`, `in 2 days`. The page's script formats times
 * in the same way.
 */
export function ago(at: number, now: number): string {
  const distance = Math.abs(now - at);
  if (distance < 45_000) return now >= at ? "just now" : "in a moment";
  const words =
    distance < 90 * 60_000
      ? `${Math.max(1, Math.round(distance / 60_000))} min`
      : distance < 36 * 3_600_000
        ? `${Math.round(distance / 3_600_000)} h`
        : `${Math.round(distance / 86_400_000)} days`;
  return now >= at ? `${words} ago` : `in ${words}`;
}

/** Shows a time (Unix milliseconds) relative to now, with the exact time as a tooltip. */
export const Time: FC<{ readonly at: number }> = ({ at }) => (
  <time datetime={new Date(at).toISOString()} title={exactly(at, useTimeZone())}>
    {ago(at, Date.now())}
  </time>
);

/** Shows words and a relative time, such as `, expires in 2 days`, or nothing if there is no time. */
export const At: FC<{ readonly label: string; readonly at: number | null | undefined }> = ({ label, at }) =>
  at === null || at === undefined ? null : (
    <>
      {label} <Time at={at} />
    </>
  );

/** Shows the exact time (Unix milliseconds) in the page's time zone. */
export const ExactTime: FC<{ readonly at: number }> = ({ at }) => <>{exactly(at, useTimeZone())}</>;

/** Shows the exact time, with the relative time below. */
export const TimeAgo: FC<{ readonly at: number }> = ({ at }) => (
  <>
    <ExactTime at={at} />
    <span class="under">
      <Time at={at} />
    </span>
  </>
);

const ISO_TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g;
const ISO_DAY = /\b(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\w-])/g;

/** Shows a sentence, such as a plan's, with its times and days formatted for people, in the page's time zone. */
export const Sentence: FC<TextProps> = ({ of, most = TEXT_CHARS, ...around }) => {
  const timeZone = useTimeZone();
  const formatted = of
    .replace(ISO_TIME, (time) =>
      Number.isNaN(Date.parse(time)) ? time : exactly(Date.parse(time), timeZone),
    )
    .replace(ISO_DAY, (day) => formatDay(day));
  return <Text of={formatted} most={most} {...around} />;
};

/** Formats a duration: `340 ms`, `2.4 s`, `24 s`, `3 min`, `1 h 40 min`, `2 days 3 h`. @param ms Milliseconds */
export function span(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 59_500) return `${Math.round(ms / 1_000)} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(ms / 3_600_000);
  if (hours < 10 && minutes % 60 > 0) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days${hours < 240 && hours % 24 > 0 ? ` ${hours % 24} h` : ""}`;
}

export type Tone = (typeof RUN_STATE)[RunState]["tone"];

/**
 * Shows the state of a run as words and a colour.
 * @param paused The reason for the pause, or `null` if the run is not paused
 */
export const RunStateBadge: FC<{
  readonly state: RunState;
  readonly paused?: string | null;
}> = ({ state, paused = null }) => {
  if (paused !== null) return <Badge tone="wait">paused</Badge>;
  const { tone, words } = RUN_STATE[state];
  return <Badge tone={tone}>{words}</Badge>;
};

export const Badge: FC<{ readonly tone: Tone; readonly children?: unknown }> = ({ tone, children }) => (
  <span class={`badge ${tone}`}>{children}</span>
);

/** Links to a page that only viewers may read. Other readers see only the text. */
export const ViewerLink: FC<{ readonly to: string; readonly title?: string; readonly children?: Child }> = ({
  to,
  children,
  ...more
}) => {
  const frame = useContext(PageFrame);
  if (!frame || !isAllowed(frame.person, "read")) return <span>{children}</span>;
  return <a {...{ href: to, ...more }}>{children}</a>;
};

/**
 * Links to a person's page. Reeve, shown by name, and an erased person, shown by the pseudonym that replaced their
 * email, have no link.
 */
export const PersonLink: FC<{ readonly email: string; readonly name?: string }> = ({
  email,
  name = email === "reeve" ? "Reeve" : isCommitment(email) ? `erased, ${email.slice(0, 10)}…` : email,
}) => {
  const shown = <Text of={name} most={80} />;
  if (!EMAIL.test(email)) return shown;
  const to = `/person?email=${encodeURIComponent(email)}`;
  return <ViewerLink {...{ to, ...(name !== email && { title: email }) }}>{shown}</ViewerLink>;
};

/** Shows a link on its own line. */
export const Link: FC<{ readonly to: string; readonly children?: Child }> = ({ to, children }) => (
  <p>
    <a href={to}>{children}</a>
  </p>
);

/**
 * Shows a form that changes something, with the page's CSRF token, the page to show again if the form is rejected, and
 * hidden fields.
 */
export const PostForm: FC<{
  readonly action: string;
  readonly class?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly children?: Child;
}> = ({ action, class: kind, fields = {}, children }) => {
  const { token, page } = useFrame();
  return (
    <form method="post" action={action} class={kind}>
      {Object.entries({ [TOKEN_FIELD]: token, [PAGE_FIELD]: page, ...fields }).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
};

/** Number of background colours for initials. */
const FACES = 5;

/** Shows initials in a circle, or in a square for a system. A name always has the same colour. */
export const Face: FC<{ readonly of: string; readonly square?: boolean }> = ({ of, square = false }) => {
  const letters = of.match(/(?<!\p{L})\p{L}/gu) ?? [];
  const n = Array.from(of).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % FACES;
  return (
    <span class={`face f${n}${square ? " square" : ""}`} aria-hidden="true">
      {`${letters[0] ?? "?"}${letters[1] ?? ""}`.toUpperCase()}
    </span>
  );
};

/** The form of an email address that the person page and a URL accept: an unpaired surrogate can't be encoded. */
const EMAIL = /^[^\s@<>\p{Cs}]{1,200}@[^\s@<>\p{Cs}]{1,200}$/u;
