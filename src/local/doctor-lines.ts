import { printable } from "../base/text.ts";
import type { Finding } from "../preflight/finding.ts";

const LABELS = { ok: "ok", unused: "-", problem: "PROBLEM" } as const satisfies Record<Finding["is"], string>;

/** What is printed of a finding. */
export function linesOf(finding: Finding): string[] {
  const lines = [`${LABELS[finding.is].padEnd(8)}${finding.what}: ${finding.detail}`];
  if (finding.is === "problem") lines.push(`        mend: ${finding.mend}`);
  return lines.map(printable);
}
