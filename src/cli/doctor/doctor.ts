// `npm run doctor`: examines the working tree's configuration with the environment's values and, after them, those of
// `.dev.vars`. It changes nothing and prints no secret. Exit 0: no problems; 1: problems.
import { printable } from "../../base/text.ts";
import { isSet, type Variables, variables } from "../../env.ts";
import { command, readOptions } from "../shared/command-line.ts";
import { devVars, unknownIn } from "../shared/dev-vars.ts";
import { fetchWhole } from "../shared/governance.ts";
import { loadWorkingTree } from "../shared/working-tree.ts";
import { type Finding, unused } from "./finding.ts";

const LABELS = { ok: "ok", unused: "-", problem: "PROBLEM", needs: "" } as const satisfies Record<
  Finding["is"],
  string
>;

function formatFinding(finding: Finding): string[] {
  const lines = [`${LABELS[finding.is].padEnd(8)}${finding.what}: ${finding.detail}`];
  if (finding.is === "problem") lines.push(`        fix: ${finding.fix}`);
  return lines.map(printable);
}

/** The next step for somebody who has set up nothing yet. */
const next = (env: Variables): string =>
  variables().some(({ name }) => isSet(env, name))
    ? ""
    : "\nThat is for a deployment, or a tenant of your own, which npm run init sets up. On the sample tenant, npm start needs none of it.";

const USAGE = "usage: npm run doctor";

await command(USAGE, async (args) => {
  readOptions(args, {});
  const { examine } = await import("./examine.ts");
  const env = { ...devVars(), ...process.env };
  const findings = await examine(env, loadWorkingTree, fetchWhole);
  const needs = findings.filter(({ is }) => is === "needs");
  const examined = [
    ...findings.filter(({ is }) => is !== "needs"),
    ...unknownIn(devVars()).map((text) => unused("variables", text)),
  ];
  for (const line of examined.flatMap(formatFinding)) console.log(line);
  if (needs.length > 0) console.log("\nTo enter in the tenant's form for the credential:");
  for (const line of needs.flatMap(formatFinding)) console.log(line);
  const problems = findings.filter((finding) => finding.is === "problem").length;
  console.log(problems === 0 ? "\nNo problems." : `\n${problems} to fix.${next(env)}`);
  return problems === 0 ? 0 : 1;
});
