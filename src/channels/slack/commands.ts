// The commands of `/reeve` that read runs or perform lookups, and the parser for the text of a command.
import * as z from "zod";
import { formFields, readFilled } from "../../actions/form.ts";
import { requests } from "../../actions/index.ts";
import { parseAgo } from "../../base/days.ts";
import { formatInvalid, forRequester, Problem, problems, unclear } from "../../base/problem.ts";
import type { ReadOnlyGovernance } from "../../governance/client/index.ts";
import type { ReadOperationId } from "../../governance/contract/index.ts";
import type { Settings } from "../../kit/settings.ts";
import { readEvent } from "../../ledger/events.ts";
import { readRunHeadlines } from "../../ledger/headlines.ts";
import { readCursor } from "../../ledger/page.ts";
import { listRuns, readRun } from "../../ledger/runs.ts";
import type { RunSummary } from "../../ledger/shapes.ts";
import { catalog, lookups } from "../../lookups/index.ts";
import { type Found, type FoundLine, factLines, type Lookup, PAGE_SIZE } from "../../lookups/lookup.ts";
import { people } from "../../lookups/people.ts";
import { explainRun, formatLine, type Line } from "../../runs/explain.ts";
import { formatTitle } from "../../runs/headline.ts";
import { formatCallState, formatProgress } from "../../runs/journal.ts";
import { describeState, waitsSince } from "../../runs/run.ts";
import { NEEDING_RUN_STATES, RUN_STATE } from "../../runs/states.ts";
import type { Doc } from "../doc.ts";

export interface ReadContext {
  readonly governance: ReadOnlyGovernance;
  readonly settings: Settings;
  /** The database of the ledger. */
  readonly ledger: D1Database;
  readonly user: { readonly slackId: string; readonly email: string | null };
  /** Returns the address of a console page, or `null` if `REEVE_URL` is not set. */
  link(path: string): string | null;
}

export interface Command {
  readonly name: string;
  /** The command as a user types it. Brackets mark optional parts. */
  readonly usage: string;
  readonly help: string;
  /**
   * The text with which the command shows only the user's own requests, so that any user with a role may run it.
   * @default none
   */
  readonly ownText?: string;
  /** The read operations that the command calls. @default none */
  readonly reads?: readonly ReadOperationId[];
  /**
   * Runs the command.
   * @param text The text after the name, with emails in place of mentions
   * @param page The position from which a list continues
   * @throws Problem, which {@link formatForRequester} formats for the user
   */
  answer(text: string, context: ReadContext, page?: string): Promise<Answer>;
}

/** The result of a command. Its text is plain and can be untrusted; times are shown in the reader's time zone. */
export interface Answer extends Pick<Found, "title" | "note" | "next"> {
  readonly lines: readonly AnswerLine[];
}
interface AnswerLine extends Omit<FoundLine, "more"> {
  readonly link?: string | null | undefined;
}

/** Makes the message that shows a result. */
export const makeAnswerDoc = ({ title, lines, note }: Answer): Doc => ({
  head: title,
  items: lines.map(({ name, detail, link, at }) => {
    const below: Line = [...(at === undefined ? [] : [{ at }]), ...(detail ? [{ quote: detail }] : [])];
    return [
      [{ quote: name, bold: detail !== undefined || Boolean(link), link }],
      ...(below.length > 0 ? [below.flatMap((part, n) => (n > 0 ? [" · ", part] : [part]))] : []),
    ];
  }),
  asides: note ? [[note]] : [],
});

/** Formats an error for a user, without details for operators. */
export const formatForRequester = (error: unknown): string =>
  error instanceof Problem ? forRequester(error) : problems.internal.public;

const CHOICES = ["mine", "failed", "waiting"];

const runs: Command = {
  name: "runs",
  usage: "runs [mine | failed | waiting]",
  ownText: "mine",
  help: "The newest runs, or only your requests, failed runs, or runs that wait for a person.",
  async answer(text, { ledger, user, link }, page) {
    const which = text.trim().toLowerCase();
    if (which !== "" && !CHOICES.includes(which))
      throw unclear(`"${which}" is not a filter for runs; use one of ${CHOICES.join(", ")}.`);
    if (which === "mine" && user.email === null)
      throw unclear("Reeve doesn't know your email, so it can't find your requests.");
    const cursor = page === undefined ? undefined : readCursor(page, ["string"]);
    if (cursor === null) throw unclear("This page is invalid; run the command again.");
    const filter = {
      ...(which === "mine" && user.email !== null && { requester: user.email }),
      ...(which === "failed" && { state: "failed" as const }),
      ...(which === "waiting" && { states: NEEDING_RUN_STATES }),
    };
    const { items, next } = await listRuns(ledger, filter, { limit: PAGE_SIZE, cursor });
    return {
      title: items.length > 0 ? "Runs" : "No runs found",
      lines: items.map((run) => formatRunLine(run, link)),
      ...(next && { next }),
    };
  },
};

const runCommand: Command = {
  name: "run",
  usage: "run <id>",
  help: "One run: its plan, its progress, and the reason if it stopped.",
  async answer(text, context) {
    const id = requireRun(text, "run <id>");
    const found = await readRun(context.ledger, id);
    if (!found) throw unclear(`There is no run "${id}". "/reeve runs" lists the newest runs.`);
    const { plan, journal, mode, sameAs } = found;
    const [event, named] = await Promise.all([
      readEvent(context.ledger, found.eventId),
      readRunHeadlines(context.ledger, sameAs ? [sameAs] : []),
    ]);
    const same = formatTitle(named.get(sameAs ?? "")?.headline ?? null, sameAs ?? "");
    const facts = factLines({
      State: `${describeState(found)}${mode === "dry_run" ? ", in a dry run" : ""}`,
      Progress: formatProgress(found),
    });
    const headline = event?.headline ?? null;
    const since = waitsSince(found);
    const { askedBy = null, url = null, way = null } = headline ?? {};
    const asked = [askedBy?.name, way && `through ${way}`].filter(Boolean).join(", ");
    const lines: AnswerLine[] = [
      { name: formatTitle(headline, found.subject), ...(asked && { detail: asked }), link: url },
      ...facts,
      ...explainRun(found).lines.map((line) => ({ name: formatLine(line) })),
      ...(sameAs
        ? [{ name: "Run that does the same", detail: same, link: context.link(`/runs/${sameAs}`) }]
        : []),
      { name: "Began", at: found.createdAt },
      ...(since === null ? [] : [{ name: "Waiting since", at: since }]),
      { name: "Last change", at: found.updatedAt },
      ...(plan?.actions ?? []).map(({ summary }, n) => ({ name: `${n + 1}. ${summary}` })),
      ...journal.map((entry) => ({
        name: entry.operation,
        detail: `${formatCallState(entry)}${entry.attempts > 1 ? `, ${entry.attempts} attempts` : ""}`,
      })),
    ];
    const page = context.link(`/runs/${found.id}`);
    return {
      title: `Run of ${found.automation}`,
      lines: [...lines, ...(page ? [{ name: "Open in the console", link: page }] : [])],
    };
  },
};

/**
 * Returns the id of the run that a command names.
 * @throws Problem `request_unclear`, with the usage, if the command names no run
 */
export function requireRun(text: string, usage: string): string {
  const id = text.trim();
  if (id !== "") return id;
  throw unclear(`Name the run: "/reeve ${usage}". "/reeve runs mine" lists your requests.`);
}

function formatRunLine(run: RunSummary, link: ReadContext["link"]): AnswerLine {
  const { automation, headline, state, actions, ignored, problem, createdAt } = run;
  const [first, ...others] = actions;
  const plan = first && (others.length > 0 ? `${first} And ${others.length} more.` : first);
  const what = [plan || ignored, problem && forRequester(problem)].filter(Boolean).join(" ");
  return {
    name: formatTitle(headline, `A run of ${automation}`),
    at: createdAt,
    detail: [RUN_STATE[state].words, automation, what].filter(Boolean).join(" · "),
    link: link(`/runs/${run.id}`),
  };
}

/** Makes the command of a lookup: the words after its name are the first parameter, and `name:value` is a filter. */
function fromLookup({ name, help, input, reads, find }: Lookup): Command {
  const [first = "", ...others] = Object.keys(input.shape);
  const isNeeded = !z.safeParse(input, {}).success;
  return {
    name,
    usage: [name, isNeeded ? `<${first}>` : `[<${first}>]`, ...others.map((one) => `[${one}:…]`)].join(" "),
    help,
    reads,
    async answer(text, { governance, settings, link }, page) {
      const { words, options } = readFilters(text);
      const fields = formFields(input, settings);
      const unknown = Object.keys(options).find((one) => !fields.some((field) => field.name === one));
      if (unknown)
        throw unclear(
          `There is no filter "${unknown}"; use one of ${fields.map((field) => field.name).join(", ")}.`,
        );
      const given = fields.flatMap(({ name: member, kind, choices }) => {
        const value = options[member] ?? (member === first && words ? words : undefined);
        if (value === undefined) return [];
        const ago = kind === "time" ? parseAgo(value) : Number.NaN;
        const meant = Number.isNaN(ago) ? value : new Date(ago).toISOString();
        return [[member, choices ? meant.toLowerCase() : meant] as const];
      });
      const filled = readFilled(input, Object.fromEntries(given));
      if ("input" in filled) return toAnswer(await find(filled.input, { governance, settings }, page), link);
      const [[member, message] = ["", ""]] = Object.entries(filled.faults);
      throw unclear(`${formatInvalid(member, message)}. ${help}`);
    },
  };
}

const toAnswer = (found: Found, link: ReadContext["link"]): Answer => ({
  ...found,
  lines: found.lines.map(({ more, ...line }) => ({
    ...line,
    link: more && link(`/look-up/${more.lookup}?${new URLSearchParams(more.input)}`),
  })),
});

const MAX_SEARCH_HITS = 5;

/** The command that searches people, tools, the MCP catalog and runs, if the text after `/reeve` is not a command. */
const search: Command = {
  name: "search",
  usage: "<words>",
  help: "Any other text searches people, tools, the MCP catalog and runs.",
  reads: ["searchUsers", "listMcpCatalog"],
  async answer(text, context) {
    const { governance, settings, ledger, link } = context;
    const { words } = readFilters(text);
    const [who, servers, { items: runs }] = await Promise.all([
      people.find({ words }, { governance, settings }),
      catalog.find({ words }, { governance, settings }),
      listRuns(ledger, { q: words }, { limit: MAX_SEARCH_HITS }),
    ]);
    const tools = Object.keys(settings.tools).filter((name) =>
      name.toLowerCase().includes(words.toLowerCase()),
    );
    const lines = [
      ...[who, servers].flatMap((found) => toAnswer(found, link).lines.slice(0, MAX_SEARCH_HITS)),
      ...tools.slice(0, MAX_SEARCH_HITS).map((name) => ({ name, detail: `tool; /reeve tool ${name}` })),
      ...runs.map((run) => formatRunLine(run, link)),
    ];
    return {
      title: lines.length > 0 ? `Found for "${words}"` : `Nothing found for "${words}"`,
      lines,
      note: '"/reeve help" lists all commands.',
    };
  },
};

/** All commands that read runs or perform lookups, by name, in the order of the help. */
export const commands: ReadonlyMap<string, Command> = new Map(
  [...Array.from(lookups.values(), fromLookup), runs, runCommand, search].map((command) => [
    command.name,
    command,
  ]),
);

/**
 * The meaning of a command's text. `rest` is the text after the command's name, or the whole text of a search, with
 * mentions in Slack's format.
 */
export type TextMeaning =
  | { readonly kind: "help" }
  /** A request to open the form of an action, or the list of all actions if `action` is `null`. */
  | { readonly kind: "ask"; readonly action: string | null }
  | { readonly kind: "switch"; readonly paused: boolean; readonly rest: string }
  /** A request to remind the approvers of the run with this id. */
  | { readonly kind: "remind"; readonly run: string }
  | { readonly kind: "read"; readonly command: Command; readonly rest: string };

/** Maximum length of a command's text, in UTF-16 code units. Longer text is cut, because no command needs more. */
const MAX_LENGTH = 2_000;

/** Parses the text after `/reeve`. Text that is not a command is searched for. */
export function findMeaning(text: string): TextMeaning {
  const typed = asTyped(text.slice(0, MAX_LENGTH)).trim();
  const [, first = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(typed) ?? [];
  const name = first.toLowerCase();
  if (name === "" || name === "ask") return { kind: "ask", action: requests.has(rest) ? rest : null };
  if (name === "help") return { kind: "help" };
  if (name === "remind") return { kind: "remind", run: rest };
  if (name === "pause" || name === "resume") return { kind: "switch", paused: name === "pause", rest };
  if (requests.has(name)) return { kind: "ask", action: name };
  const command = commands.get(name);
  return command ? { kind: "read", command, rest } : { kind: "read", command: search, rest: typed };
}

export const helpAnswer: Answer = {
  title: "What you can request",
  lines: [
    {
      name: "/reeve",
      detail:
        "Every change that you can request, each with a form. You see the plan before anything is done.",
    },
    ...Array.from(requests, ([name, { description }]) => ({ name: `/reeve ${name}`, detail: description })),
    ...Array.from(commands.values(), ({ usage, help }) => ({ name: `/reeve ${usage}`, detail: help })),
    {
      name: "/reeve pause <automation> [reason]",
      detail: "Pauses an automation: it stops before its next change.",
    },
    {
      name: "/reeve remind <run>",
      detail: "Reminds the approvers of your request, at most once in 24 hours.",
    },
    { name: "/reeve resume <automation> [reason]", detail: "Lets a paused automation continue." },
  ],
  note: 'Write a filter as name:value, with quotes around a value of several words: users department:"Customer Support".',
};

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

export const asTyped = (text: string): string =>
  text
    .replace(/<mailto:([^<>|]*)(?:\|[^<>]*)?>/g, "$1")
    .replace(/<(https?:[^<>|]*)(?:\|([^<>]*))?>/g, (_, url: string, label?: string) => label || url)
    .replace(/<([#!])[^<>|]*\|([^<>]+)>/g, (_, kind: string, name: string) =>
      kind === "#" ? `#${name}` : name,
    )
    .replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);

const MENTION = /<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/g;

export const mentionsIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(MENTION), ([, id = ""]) => id)),
];

/** Replaces mentions with emails. @param emails Emails by Slack id. Mentions of other ids stay unchanged */
export const withMentions = (text: string, emails: ReadonlyMap<string, string>): string =>
  text.replace(MENTION, (mention, id: string) => emails.get(id) ?? mention);

/**
 * A filter: `name:value` or `name=value`, optionally with `--` before the name. The value can be in straight or
 * typographic quotes, because some keyboards insert typographic quotes.
 */
const OPTION =
  /(?:^|\s)(?:--|—)?(\w+)[:=](?:["“”„«»]([^"“”„«»]*)["“”«»]|['‘’‚]([^'‘’‚]*)['‘’](?=\s|$)|(\S+))/g;

/** Separates text into words and filters: `marsh department:"Customer Support" status:enabled`. */
export function readFilters(text: string): {
  readonly words: string;
  readonly options: Readonly<Record<string, string>>;
} {
  const options = Array.from(text.matchAll(OPTION), ([, name = "", quoted, single, plain = ""]) => [
    name.toLowerCase(),
    quoted ?? single ?? plain,
  ]);
  const words = text.replace(OPTION, " ").replace(/\s+/g, " ").trim();
  return { words: words.replace(/^["“„](.*)["”“]$/, "$1"), options: Object.fromEntries(options) };
}
