// Makes commands of the look-ups.
import * as z from "zod";
import { plainWords } from "../../../base/configured.ts";
import { timeWords } from "../../../base/days.ts";
import { faultWords } from "../../../base/problem.ts";
import { lookups } from "../../../lookups/index.ts";
import type { Lookup } from "../../../lookups/lookup.ts";
import { type Args, type Command, defineCommand } from "../grammar/command.ts";
import { sentence } from "../grammar/words.ts";

const EXAMPLES: Readonly<Record<string, string>> = {
  users: "users marsh --department Engineering --status enabled",
  user: "user ada.marsh@example.com",
  tool: "tool Delete branch",
  catalog: "catalog git",
  server: "server mcp_analytics",
  audit: "audit --actor ada.marsh@example.com since 30d",
};
const WHAT: Readonly<Record<string, string>> = {
  users: "people",
  user: "the person",
  tool: "the tool",
  catalog: "the MCP servers that can be connected",
  server: "the MCP server",
  audit: "audit events",
};

/** The command of a look-up: its words, or what it needs, stand after its name, and everything else is an option. */
function fromLookup({ name, help, input, reads, find }: Lookup): Command {
  const [first = "", ...others] = Object.keys(input.shape);
  const isNeeded = !z.safeParse(input, {}).success;
  const option = (member: string) => (member === "time" ? "[since <time>]" : `[--${member} <${member}>]`);
  const head = isNeeded ? `<${first}>` : first === "words" ? "[<words>]" : option(first);
  return defineCommand<string>([name, head, ...others.map(option)].join(" "), {
    help,
    example: EXAMPLES[name] ?? name,
    says: (args: Args) =>
      sentence([
        `Look up ${WHAT[name] ?? name}`,
        ...Object.entries(args).map(([member, value]) =>
          member === first ? `“${value}”` : `${member} ${member === "time" ? timeWords(value) : value}`,
        ),
      ]),
    reads,
    check(args: Args) {
      const [issue] = readInput(input, args).error?.issues ?? [];
      return issue ? `${faultWords(issue.path.join("."), issue.message)}.` : null;
    },
    async answer({ page, ...given }: Args, { governance, settings, link }) {
      const read = readInput(input, given);
      const { title, lines, note, next } = await find(read.data, { governance, settings }, page);
      return {
        title,
        lines: lines.map(({ more, ...line }) => {
          const at = more && link(`/look-up/${more.lookup}?${new URLSearchParams(more.input).toString()}`);
          return at ? { ...line, link: at } : line;
        }),
        ...(note && { note }),
        ...(next && { next: { ...given, page: next } }),
      };
    },
  });
}

/** The arguments as the look-up's input; choices may be in any case. */
function readInput(input: z.ZodObject, { page: _, ...given }: Args) {
  const isChoice = (schema: unknown) =>
    (schema instanceof z.ZodOptional ? schema.unwrap() : schema) instanceof z.ZodEnum;
  const members = Object.entries(given).map(([name, value]) => [
    name,
    isChoice(input.shape[name]) ? value.toLowerCase() : value,
  ]);
  return input.safeParse(Object.fromEntries(members), { error: plainWords });
}

/** The commands that look something up. */
export const lookupCommands: readonly Command[] = Array.from(lookups.values(), fromLookup);
