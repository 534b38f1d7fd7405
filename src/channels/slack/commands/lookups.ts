// Makes commands of the look-ups, and one that looks in all of them.
import * as z from "zod";
import { formFields, readFilled } from "../../../actions/form.ts";
import { parseAgo } from "../../../base/days.ts";
import { faultWords, Problem } from "../../../base/problem.ts";
import { listRuns } from "../../../ledger/runs.ts";
import { lookups } from "../../../lookups/index.ts";
import type { Found, Lookup } from "../../../lookups/lookup.ts";
import { people } from "../../../lookups/people.ts";
import { catalog } from "../../../lookups/tools.ts";
import type { Answer } from "../answer.ts";
import { readFilters } from "../text.ts";
import type { Command, ReadContext } from "./command.ts";
import { formatRunLine } from "./runs.ts";

/** The command of a look-up: the words behind its name are its first member, and `name:value` is a filter. */
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
        throw new Problem(
          "request_unclear",
          `There is no filter "${unknown}" here; there are ${fields.map((field) => field.name).join(", ")}.`,
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
      throw new Problem("request_unclear", `${faultWords(member, message)}. ${help}`);
    },
  };
}

const toAnswer = (found: Found, link: ReadContext["link"]): Answer => ({
  ...found,
  lines: found.lines.map(({ more, ...line }) => {
    const at = more && link(`/look-up/${more.lookup}?${new URLSearchParams(more.input).toString()}`);
    return at ? { ...line, link: at } : line;
  }),
});

export const lookupCommands: readonly Command[] = Array.from(lookups.values(), fromLookup);

const MOST = 5;

/** Looks for words wherever they may stand: it answers what is no command. */
export const search: Command = {
  name: "search",
  usage: "<words>",
  help: "Whatever else you type is looked for among people, tools, the MCP catalog and runs.",
  reads: [...people.reads, ...catalog.reads],
  async answer(text, context) {
    const { governance, settings, ledger, link } = context;
    const { words } = readFilters(text);
    const [who, servers, { items: runs }] = await Promise.all([
      people.find({ words }, { governance, settings }),
      catalog.find({ words }, { governance, settings }),
      listRuns(ledger, { q: words }, { limit: MOST }),
    ]);
    const tools = Object.keys(settings.tools).filter((name) =>
      name.toLowerCase().includes(words.toLowerCase()),
    );
    const lines = [
      ...[who, servers].flatMap((found) => toAnswer(found, link).lines.slice(0, MOST)),
      ...tools.slice(0, MOST).map((name) => ({ name, detail: `tool; /reeve tool ${name}` })),
      ...runs.map((run) => formatRunLine(run, link)),
    ];
    return {
      title: lines.length > 0 ? `Found for "${words}"` : `Nothing found for "${words}"`,
      lines,
      note: '"/reeve help" lists all commands.',
    };
  },
};
