// Names sources, systems and agents in sentences.
import { systems } from "../index.ts";

const titles = new Map([
  ["schedule", "the schedule"],
  ["console", "the console"],
  ["mcp", "an agent"],
  ...Array.from(systems.values()).flatMap(({ name, title, sources, entrance }) =>
    [{ name, title }, ...sources, entrance ?? []]
      .flat()
      .map((one) => [one.name, one.title ?? title] as const),
  ),
]);

/** Formats an agent's name for a sentence. @param name The name that the agent gave itself: untrusted */
export const formatAgent = (name: string): string => `the agent “${name}”`;

/** Returns a source's name in pages and messages, or the given name if the source is unknown. */
export const titleSource = (source: string): string => titles.get(source) ?? source;
