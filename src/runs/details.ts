// The details of a run: data that only the record needs. It is stored apart from the run's row, which is rewritten with
// each step.
import type { Run } from "./run.ts";

/**
 * JSON by part: `facts`, the data that the run's last proposal was based on, and long responses by the number of their
 * effect.
 */
export type RunDetails = Readonly<Record<string, unknown>>;

interface Detailed {
  readonly facts?: unknown;
  readonly journal: readonly { readonly state: string; readonly answer?: unknown }[];
}

/** Returns a run with its details merged in. Facts of an earlier proposal are omitted. */
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

/** Returns the details that a run contains. */
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
