// `npm run probe`: reports where a live governance service departs from the contract, and changes nothing in it.
import { writeFileSync } from "node:fs";
import { type ExitCode, printJson, UsageError } from "../shared/command-line.ts";
import { devVars } from "../shared/dev-vars.ts";
import { withProgress } from "../shared/progress.ts";
import { writeReport } from "./findings.ts";
import { type ProbedTool, probe } from "./look.ts";

type Options = { readonly tool?: string; readonly out?: string; readonly json?: true };

export default async function ({ tool, out, json }: Options): Promise<ExitCode> {
  const at = new Date().toISOString();
  const settings = { ...devVars(), ...process.env };
  const looked = tool === undefined ? undefined : toolNamed(tool);
  if (!settings["GOVERNANCE_CLIENT_ID"])
    throw new Error(
      "GOVERNANCE_CLIENT_ID is not set: npm run init asks for a credential, and writes it to .dev.vars",
    );
  const probed = await withProgress((show) => probe(settings, looked, show));
  const ok =
    probed.credentials.every(({ refused }) => refused === null) &&
    probed.findings.every(({ is }) => is !== "departure");
  const report = writeReport(probed, at);
  if (json) printJson({ ok, at, ...probed });
  else console.log(report);
  if (out !== undefined) writeFileSync(out, report);
  return ok ? 0 : 1;
}

function toolNamed(text: string): ProbedTool {
  const [appId, connectorId, id, more] = text.split("/");
  if (!appId || !connectorId || !id || more !== undefined)
    throw new UsageError("--tool reads <app>/<connector>/<id>");
  return { appId, connectorId, id };
}
