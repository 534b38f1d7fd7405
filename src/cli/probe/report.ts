// Writes what a probe found as a report that may be shown: names of members, types, counts and times, and no values.
import type { Probed } from "./look.ts";
import type { ProbeFinding } from "./shown.ts";

/** Most lines of a kind; the rest is counted. */
const MAX_LINES = 60;

/** The report, as Markdown. @param at When the probe began, ISO 8601. */
export function reportOf({ credentials, findings, skipped, tookMs }: Probed, at: string): string {
  const of = (is: ProbeFinding["is"]) => findings.filter((finding) => finding.is === is);
  const departures = of("departure");
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
    ...lines(departures.map(lineOf), "None."),
    "",
    "## Worth knowing",
    "",
    ...lines([...of("note").map(lineOf), ...skipped.map((what) => `- not looked at: ${what}`)], "Nothing."),
    "",
  ].join("\n");
}

const lineOf = ({ where, what }: ProbeFinding): string => `- \`${where}\` ${what}`;

function lines(all: readonly string[], none: string): string[] {
  if (all.length === 0) return [none];
  const more = all.length - MAX_LINES;
  return [...all.slice(0, MAX_LINES), ...(more > 0 ? [`- and ${more} more`] : [])];
}
