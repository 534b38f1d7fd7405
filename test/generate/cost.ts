// Makes the table of docs/live/cost.md: the work that single events cause, and its price.
import { readFileSync } from "node:fs";
import { root } from "../../src/cli/shared/bundle.ts";

type Work = Readonly<Record<string, number>>;
const work: Readonly<Record<string, Work>> = JSON.parse(
  readFileSync(root("test/caps/work.json"), "utf8"),
).caps;

/** Counts the requests to Durable Objects: the calls, and an alarm. */
const countRequests = ({ objectCalls = 0 }: Work): number => objectCalls && objectCalls + 1;

/** What Cloudflare charges for: the label, the count for an event, and the price in dollars for a million. */
const CHARGES: readonly (readonly [label: string, count: (event: Work) => number, price: string])[] = [
  ["Worker requests", () => 1, "0.30"],
  ["Durable Object requests: `accept`, `admit`, an alarm", countRequests, "0.15"],
  ["Durable Object duration, 128 MB, ms", (event) => countRequests(event) && 210, "12.50 for a million GB-s"],
  ["Durable Object rows read", ({ objectRowsRead = 0 }) => objectRowsRead, "0.001"],
  ["Durable Object rows written", ({ objectRowsWritten = 0 }) => objectRowsWritten, "1.00"],
  ["D1 rows read", ({ ledgerRowsRead = 0 }) => ledgerRowsRead, "0.001"],
  ["D1 rows written, with indexes", ({ ledgerRowsWritten = 0 }) => ledgerRowsWritten, "1.00"],
  [
    "log events: lines, and one for each request",
    (event) => (event["logLines"] ?? 0) + 1 + countRequests(event),
    "0.60",
  ],
];

/** Returns the price of 100,000 events. A Durable Object's duration is counted in milliseconds of 128 MB. */
function priceOf(event: Work): number {
  const prices = CHARGES.map(([, count, price]) => {
    const unit = price.endsWith("GB-s") ? 0.128 / 1_000 : 1;
    return count(event) * unit * Number.parseFloat(price);
  });
  return prices.reduce((sum, one) => sum + one, 0) / 10;
}

export function costTable(): string {
  const kinds = ["ticket with one call", "for nobody, kept", "for nobody, counted"];
  const row = (label: string, cell: (event: Work) => unknown, price: string) =>
    `| ${label} | ${kinds.map((kind) => cell(work[kind] ?? {})).join(" | ")} | ${price} |`;
  return [
    `| Each event | ${kinds.join(" | ")} | Price for a million |`,
    "|-|-:|-:|-:|-:|",
    ...CHARGES.map(([label, count, price]) => row(label, count, `$${price}`)),
    row("**100,000 events**", (event) => `$${priceOf(event).toFixed(2)}`, ""),
  ].join("\n");
}
