// Finds the known names closest to a mistyped one, for settings and Slack's commands.
import { distance } from "fastest-levenshtein";

const MAX_OFFERED = 3;
/** Maximum characters of a name that are compared: nobody types longer names by hand. */
const MAX_LENGTH = 60;

/**
 * Returns the names closest to the given text, closest first: names that contain it or are part of it, and names a few
 * typos away.
 */
export function closest(names: readonly string[], written: string): string[] {
  const wanted = written.trim().toLowerCase().slice(0, MAX_LENGTH);
  return names
    .map((name) => {
      const own = name.toLowerCase().slice(0, MAX_LENGTH);
      const contains = wanted.length > 2 && (own.includes(wanted) || wanted.includes(own));
      return { name, typos: contains ? 0 : distance(own, wanted) };
    })
    .filter(({ name, typos }) => typos <= 1 + Math.floor(name.length / 3))
    .sort((a, b) => a.typos - b.typos)
    .slice(0, MAX_OFFERED)
    .map(({ name }) => name);
}
