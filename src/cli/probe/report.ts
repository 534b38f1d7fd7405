// Writes what a probe found as a report that may be shown: names of members, types, counts and times, and no values.
import type { Probed } from "./look.ts";
import type { ProbeFinding } from "./strict.ts";

/** The report, as Markdown. @param at When the probe began, ISO 8601. */
export function writeReport({ credentials, findings, skipped, tookMs }: Probed, at: string): string {
  const linesOf = (is: ProbeFinding["is"]): string[] => {
    const all = findings.flatMap((one) => (one.is === is ? `- \`${one.where}\` ${one.what}` : []));
    const grouped = Map.groupBy(all, (line) => line);
    return Array.from(grouped, ([line, { length }]) => (length > 1 ? `${line} (${length}×)` : line));
  };
  const departures = linesOf("departure");
  const notes = [...linesOf("note"), ...skipped.map((what) => `- not looked at: ${what}`)];
  return [
    "# Where a governance service departs from the contract",
    "",
    `Probed ${at.slice(0, 16)}Z in ${(tookMs / 1_000).toFixed(1)} s, with calls that read. It contains no values of answers, no ids and no address.`,
    "",
    "## Credentials",
    "",
    ...credentials.map(
      ({ variable, refused }) =>
        `- \`${variable}\` ${refused === null ? "gets a token" : `gets no token: ${refused}`}`,
    ),
    "",
    `## Departures: ${departures.length}`,
    "",
    ...(departures.length > 0 ? departures : ["None."]),
    "",
    "## Worth knowing",
    "",
    ...notes,
    "",
  ].join("\n");
}
