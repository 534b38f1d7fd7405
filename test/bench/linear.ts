// Measures parsers of untrusted text, to prevent denial of service: parsing twice the text must take at most three
// times as long.
import { formatDay, formatTime } from "../../src/base/days.ts";
import { redact } from "../../src/base/redact.ts";
import { comparable, cut, escapedJson, oneLine, pageAt, showInvisibles } from "../../src/base/text.ts";
import { findMeaning, mentionsIn, readFilters, withMentions } from "../../src/channels/slack/commands.ts";
import { readSlack } from "../../src/channels/slack/requests.ts";
import { makeEraser } from "../../src/ledger/people/eraser.ts";
import { normalizeReason } from "../../src/ledger/runs.ts";
import { resembles } from "../../src/policy/separation.ts";
import { makeHeadline } from "../../src/runs/headline.ts";
import { findMentioned, findNames, splitName } from "../../src/runs/names.ts";
import { findRequestType, labelNames, readSections } from "../../src/systems/reading/issue-form.ts";
import {
  cleanText,
  day,
  dayOrMoment,
  isoTime,
  pageUrl,
  plainText,
  readFields,
} from "../../src/systems/reading/text.ts";
import { asMarkdown, html, journal } from "../../src/systems/reply/message.ts";
import type { Delivery } from "../../src/systems/system.ts";
import type { Figure } from "./figures/table.ts";

/** Maximum size that the front door accepts, in bytes. */
const MAX = 1024 * 1024;

/** CPU milliseconds that are always acceptable: if the largest text takes less, its growth does not matter. */
const FREE_MS = 50;
/** Number of measurements. A busy machine distorts some of them, but hardly ever the minimum of several. */
const ROUNDS = 8;
/** CPU milliseconds after which a few rounds are enough, because such a duration is not a coincidence. */
const SPENT_MS = 10_000;

type Reading = () => unknown;

/** Returns the CPU milliseconds of this thread for a function. */
async function cpuMs(read: Reading): Promise<number> {
  const before = process.threadCpuUsage();
  await read();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Returns the length, up to the front door's maximum, at which doubling the text takes more than three times as long,
 * or `null` if there is none. The minimum of several rounds counts.
 * @param prepare Returns the function to measure, for a length
 */
async function bend(prepare: (length: number) => Reading | Promise<Reading>): Promise<number | null> {
  for (const length of [MAX / 16, MAX]) {
    const whole = await prepare(length);
    let [least, most, spent] = [Number.POSITIVE_INFINITY, await cpuMs(whole), 0];
    const half = most > FREE_MS && (await prepare(length / 2));
    for (let round = 0; half && most > FREE_MS && !(most <= 3 * least); round++) {
      if (round === ROUNDS || (round >= 3 && spent > SPENT_MS)) return length / 2;
      const [one, two] = [await cpuMs(half), await cpuMs(whole)];
      [least, most, spent] = [Math.min(least, one), Math.min(most, two), spent + one + two];
    }
  }
  return null;
}

type Shape = (length: number) => string;
const repeated =
  (unit: string, begin = "", end = ""): Shape =>
  (length) =>
    begin + unit.repeat(Math.ceil(length / unit.length)).slice(0, length - begin.length - end.length) + end;

/** Texts of a given length, each the worst case for some parser. */
const SHAPES: Readonly<Record<string, Shape>> = {
  "headings of one name": repeated("### a\nx\n"),
  "headings of many names": (length) =>
    Array.from({ length: length / 12 }, (_, n) => `### ${n}\nx\n`).join(""),
  "ticked boxes": repeated("- [x] a\n", "### a\n"),
  "blocks of code": repeated("```\n### a\n", "### a\n"),
  "a fence and a shorter one": (length) =>
    `### a\n\n${"`".repeat(length / 2)}x\n\n${"`".repeat(length / 2 - 9)}y`,
  "comments without an end": repeated("<!", "### a\n"),
  "elements without an end": repeated("<div\n<div", "### a\n"),
  "emphasis without an end": repeated("*", "### ", "a"),
  "definitions without an end": repeated("[", "### a\n"),
  "numbers signs with blanks": repeated(" #", "###", "a"),
  "line ends": repeated("\n"),
  "line ends of two characters": repeated("a\r\n"),
  commas: repeated("a,"),
  words: repeated("a "),
  "one word": repeated("a"),
  digits: repeated("1"),
  spaces: repeated(" ", "a", "b"),
  dots: repeated(".", "a@b", " "),
  "equals signs": repeated("=", "a", "b"),
  equations: repeated("a="),
  quotes: repeated(`"a:`),
  secrets: repeated(`"password"="`),
  brackets: repeated("[", "{"),
  "less-thans": repeated("<@"),
  ats: repeated("@", "<"),
  "invalid times": repeated("2026-99-99T99:99Z "),
  "marks out of order": repeated("\u0315\u0300", "a"),
  "half-width marks out of order": repeated("\u0315\uff9e", "a"),
  "joined emoji": repeated("👨‍👩‍👧‍👦\u200d"),
  "invisible characters": repeated("\u200b\ufeff"),
  "halves of pairs": repeated("\ud83d"),
  backslashes: repeated("\\", '"'),
  "JSON in a text": repeated(`["a",`),
};

const slackForm = (text: string): Delivery => ({
  method: "POST",
  url: new URL("https://reeve.example.com/hooks/slack"),
  headers: new Headers({ "content-type": "application/x-www-form-urlencoded" }),
  body: new TextEncoder().encode(`text=${text}&command=/reeve&${text}`),
});

/** Parsers of texts, from any origin. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  sectionsOf: (text) => readSections(text, new Set(["labels"])),
  requestTypeOf: (text) => findRequestType([text, `request: ${text}`]),
  labelNames: (text) => labelNames(text.split(",").map((name) => ({ name }))),
  plainText: (text) => plainText([{ value: text }, { type: "doc", content: [{ type: "paragraph", text }] }]),
  fieldsOf: (text) => readFields({ a: text, b: text.split("\n") }),
  "isoTime, day, pageUrl and pageAt": (text) => [isoTime(text), day(text), pageUrl(text), pageAt(text)],
  dayOrMoment: (text) => dayOrMoment(`T${text}`),
  cleanText: (text) => [text, ...(text.match(/.{1,1990}/gs) ?? [])].map((part) => cleanText(`<${part}`)),
  headlineOf: (text) =>
    makeHeadline({ ticket: { key: text, title: text, url: text, requester: { name: text } } }, "jira"),
  "dayWords and timeWords": (text) => [formatDay(text), formatTime(text)],
  "oneLine and cut": (text) => cut(oneLine(text), 200),
  showInvisibles,
  escapedJson,
  comparable,
  resembles: (text) => resembles(`${text}@example.com`, "ada@example.com"),
  redact: (text) => redact({ text, list: [text] }, ["password"]),
  "html, journal and asMarkdown": (text) => [html(text), journal(text), asMarkdown({ sentences: [text] })],
  "findMeaning and readFilters": (text) => [findMeaning(text), readFilters(text)],
  withMentions: (text) => withMentions(text, new Map(mentionsIn(text).map((id) => [id, "a@example.com"]))),
  readSlack: (text) => readSlack(slackForm(text)),
  "nameWords and findMentioned": (text) => [splitName(text), findMentioned(text, [text, "Kim Lee"])],
  findNames: (text) => findNames({ list: text.split(" ").map((name) => ({ email: "a@example.com", name })) }),
  makeEraser: (text) =>
    makeEraser({ email: "kim@example.com", names: ["Kim Lee"] }).erase({ text }, { text: "text" }),
  normalizeReason,
};

/** Lists the shapes of text for which a parser takes more than linear time. */
async function bendsOfReader(read: (text: string) => unknown): Promise<string[]> {
  const bent: string[] = [];
  for (const [shape, make] of Object.entries(SHAPES)) {
    const length = await bend((characters) => {
      const text = make(characters);
      return () => read(text);
    });
    if (length !== null) bent.push(`${shape}, from ${length} characters on`);
  }
  return bent;
}

/** Returns one figure per parser: the number of shapes of text that take more than linear time. */
export async function linear(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, read] of Object.entries(READERS)) {
    const bent = await bendsOfReader(read);
    figures.push({
      name: `more than linear: ${name}`,
      reeve: bent.length,
      unit: "",
      target: { of: "figure", at: "most", bound: 0 },
      ...(bent.length > 0 && { note: bent.join("; ") }),
    });
  }
  return figures;
}
