import { Problem } from "../base/problem.ts";

/** Names offered where the one that was written is not known. */
const MAX_OFFERED = 3;

/** What a name stands for, as people write it: case and outer spaces aside; with the name as it is configured. */
export function byName<Value>(
  names: Readonly<Record<string, Value>>,
  written: string,
): { readonly name: string; readonly value: Value } | undefined {
  const wanted = written.trim().toLowerCase();
  const found = Object.entries(names).find(([name]) => name.toLowerCase() === wanted);
  return found && { name: found[0], value: found[1] };
}

/**
 * What a name stands for.
 * @param what What is named, for people: `connector`.
 * @throws Problem `request_unclear`, with the closest names that there are
 */
export function requireName<Value>(
  names: Readonly<Record<string, Value>>,
  what: string,
  written: string,
): { readonly name: string; readonly value: Value } {
  const found = byName(names, written);
  if (found) return found;
  const offered = closest(Object.keys(names), written).map((name) => `"${name}"`);
  const hint = offered.length > 0 ? `; close to it: ${offered.join(", ")}` : "";
  throw new Problem("request_unclear", `No ${what} is called "${written.trim()}"${hint}.`);
}

/** The names that are most like what was written, by the letter pairs they share; those that share none are left out. */
function closest(names: readonly string[], written: string): string[] {
  const wanted = pairs(written);
  return names
    .map((name) => {
      const own = pairs(name);
      const shared = [...own].filter((pair) => wanted.has(pair)).length;
      return { name, likeness: shared / Math.max(1, own.size + wanted.size) };
    })
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MAX_OFFERED)
    .map(({ name }) => name);
}

function pairs(text: string): Set<string> {
  const letters = text.trim().toLowerCase();
  return new Set(Array.from(letters.slice(1), (_, n) => letters.slice(n, n + 2)));
}
