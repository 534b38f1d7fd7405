// The catalogue of look-ups.
import { audit } from "./audit-events.ts";
import type { Lookup } from "./lookup.ts";
import { people, person } from "./people.ts";
import { catalog, server, tool } from "./tools.ts";

const all: readonly Lookup[] = [people, person, tool, catalog, server, audit];

export const lookups: ReadonlyMap<string, Lookup> = new Map(all.map((lookup) => [lookup.name, lookup]));
