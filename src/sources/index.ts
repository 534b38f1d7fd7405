import { bamboohr } from "./bamboohr.ts";
import { gusto } from "./gusto.ts";
import { hibob } from "./hibob.ts";
import { jira } from "./jira.ts";
import { merge } from "./merge.ts";
import { personio } from "./personio.ts";
import type { Source } from "./source.ts";

const all: readonly Source[] = [jira, bamboohr, hibob, personio, gusto, merge];

/** The sources by name. A `Map`, so that no name reaches an object's prototype. */
export const sources: ReadonlyMap<string, Source> = new Map(all.map((source) => [source.name, source]));
