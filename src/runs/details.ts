// The details of a run: what is only for the record, and lies apart from the run's row, which is written with each step.
import type { Run } from "./run.ts";

/** JSON by part: `facts`, which the run's last proposal was based on, and long responses by the number of their effect. */
export type RunDetails = Readonly<Record<string, unknown>>;

interface Detailed {
  readonly facts?: unknown;
  readonly journal: readonly { readonly state: string; readonly answer?: unknown }[];
}

/** Returns a run with its details in their places. Facts of an earlier proposal have none. */
export function withDetails<One extends Detailed>(run: One, details: RunDetails): One {
  const { facts } = details;
  return {
    ...run,
    ...(readHash(facts) !== undefined && readHash(facts) === readHash(run.facts) && { facts }),
    journal: run.journal.map((entry, n) =>
      details[n] === undefined || entry.state !== "applied" ? entry : { ...entry, answer: details[n] },
    ),
  };
}

/** Returns the details that are in a run. */
export const pickDetails = ({ facts, journal }: Detailed): RunDetails => ({
  facts,
  ...journal.map(({ answer }) => answer),
});

const readHash = (facts: unknown): unknown => Reflect.get(Object(facts), "hash");

/** Parses a run and its details, both JSON texts. */
export const parseRun = <One extends Detailed = Run>(row: {
  readonly run: string;
  readonly details?: string | null;
}): One => withDetails(JSON.parse(row.run), JSON.parse(row.details ?? "{}"));
