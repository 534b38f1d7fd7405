// `npm run doctor`: examines the working tree's configuration with the environment's values and, after them, those of
// `.dev.vars`.
import { printable } from "../../base/text.ts";
import { isSet, type Variables, variables } from "../../env.ts";
import { type ExitCode, printJson } from "../shared/command-line.ts";
import { devVars, findStrayLines } from "../shared/dev-vars.ts";
import { fetchWhole } from "../shared/governance.ts";
import { paint } from "../shared/paint.ts";
import { loadWorkingTree } from "../shared/working-tree.ts";
import { examine } from "./examine.ts";
import { type Finding, problem } from "./finding.ts";

const LABELS = {
  ok: ["good", "ok      "],
  unused: ["quiet", "-       "],
  problem: ["bad", "PROBLEM "],
  needs: ["go", "        "],
} as const satisfies Record<Finding["is"], readonly [string, string]>;

function formatFinding(finding: Finding): string[] {
  const [tone, label] = LABELS[finding.is];
  const line = paint(tone, label) + printable(`${finding.what}: ${finding.detail}`);
  return finding.is === "problem" ? [line, printable(`        fix: ${finding.fix}`)] : [line];
}

/** The next step for somebody who has set up nothing yet. */
const next = (env: Variables): string =>
  variables().some(({ name }) => isSet(env, name))
    ? ""
    : "\nThat is for a deployment, or a tenant of your own, which npm run init sets up. On the sample tenant, npm start needs none of it.";

export default async function ({ json }: { readonly json?: true }): Promise<ExitCode> {
  const env = { ...devVars(), ...process.env };
  const findings = [
    ...(await examine(env, loadWorkingTree, fetchWhole)),
    ...findStrayLines().map((text) => problem("variables", text, "correct the line, or take it out")),
  ];
  const problems = findings.filter(({ is }) => is === "problem").length;
  if (json) printJson({ ok: problems === 0, findings });
  else {
    const needs = findings.filter(({ is }) => is === "needs");
    const examined = findings.filter(({ is }) => is !== "needs");
    for (const line of examined.flatMap(formatFinding)) console.log(line);
    if (needs.length > 0) console.log("\nTo enter in the tenant's form for the credential:");
    for (const line of needs.flatMap(formatFinding)) console.log(line);
    const end =
      problems === 0 ? paint("good", "No problems.") : paint("bad", `${problems} to fix.`) + next(env);
    console.log(`\n${end}`);
  }
  return problems === 0 ? 0 : 1;
}
