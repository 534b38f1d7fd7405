// Finds the known names that a mistyped one may stand for. Used by settings' names and by Slack's commands.
import { distance } from "fastest-levenshtein";

/** Names offered in the place of one that is not known. */
const MAX_OFFERED = 3;
/** Letters of a name that are compared: nothing longer is typed by hand. */
const MAX_LENGTH = 60;

/** The names closest to what was written, the closest first: those that contain it, and those a few typos away. */
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
