// Names of sources, systems and agents in sentences.
import { systems } from "../index.ts";

const titles = new Map([
  ["schedule", "the clock"],
  ["console", "the console"],
  ["mcp", "an agent"],
  ...Array.from(systems.values()).flatMap(({ name, title, sources, entrance }) =>
    [{ name, title }, ...sources, entrance ?? []]
      .flat()
      .map((one) => [one.name, one.title ?? title] as const),
  ),
]);

/** An agent in a sentence. @param name As it calls itself: untrusted */
export const formatAgent = (name: string): string => `the agent “${name}”`;

/** Name of a source in pages and messages; an unknown source keeps its own name. */
export const titleSource = (source: string): string => titles.get(source) ?? source;
