// Finds a source in the catalogue, for tests of one source.
import { sources } from "../../src/systems/index.ts";
import type { Source } from "../../src/systems/system.ts";

/** Returns the source with this name. @throws Error if there is none */
export function sourceNamed(name: string): Source {
  const source = sources.get(name);
  if (!source) throw new Error(`there is no source ${name}`);
  return source;
}
