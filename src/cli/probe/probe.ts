// `npm run probe`: reports where a live governance service departs from the contract, and changes nothing in it.
import { writeFileSync } from "node:fs";
import { command, readOptions, UsageError } from "../shared/command-line.ts";
import { devVars } from "../shared/dev-vars.ts";
import { writeReport } from "./findings.ts";
import { type ProbedTool, probe } from "./look.ts";

const USAGE = `usage: npm run probe [-- --tool <app>/<connector>/<id>] [--out <file>]

Reads from the service of GOVERNANCE_CLIENT_ID, in under a minute, and says where it departs from the contract: members,
types, limits, paging, errors, clock and rate limit; and of each credential that is set, GOVERNANCE_NEW_CLIENT_ID too,
whether it gets a token. The report has no values of answers: it may be attached to an issue.

--tool  an MCP tool to look at; the API has no list of them
--out   a file for the report, besides the terminal`;

await command(USAGE, async (args) => {
  const { tool, out } = readOptions(args, { tool: { type: "string" }, out: { type: "string" } }).values;
  const at = new Date().toISOString();
  const settings = { ...devVars(), ...process.env };
  const probed = await probe(settings, tool === undefined ? undefined : toolNamed(tool));
  const report = writeReport(probed, at);
  console.log(report);
  if (out !== undefined) writeFileSync(out, report);
  const isWell =
    probed.credentials.every(({ refused }) => refused === null) &&
    probed.findings.every(({ is }) => is !== "departure");
  return isWell ? 0 : 1;
});

function toolNamed(text: string): ProbedTool {
  const [appId, connectorId, id, more] = text.split("/");
  if (!appId || !connectorId || !id || more !== undefined)
    throw new UsageError("--tool reads <app>/<connector>/<id>");
  return { appId, connectorId, id };
}
