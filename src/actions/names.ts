import { closest } from "../base/closest.ts";
import { Problem } from "../base/problem.ts";

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
