// `npm run reeve -- probe`: reads from a live governance service, and reports where the service departs from the
// contract. With `--spec`, the command instead compares the contract and the embedded tenant with a published
// description.

import { readFileSync } from "node:fs";
import { tryParseJson } from "../../base/text.ts";
import type { CredentialSettings } from "../../governance/client/credential.ts";
import { GovernanceProblem } from "../../governance/client/index.ts";
import { operations } from "../../governance/contract/index.ts";
import type { Operation } from "../../governance/contract/operation.ts";
import { parseVaultEvent } from "../../governance/vault-event.ts";
import { type ExitCode, printJson, UsageError } from "../shared/command-line.ts";
import { devVars } from "../shared/dev-vars.ts";
import { connectGovernance } from "../shared/governance.ts";
import { compareWithSpec, inspectResponse, type ProbeFinding } from "./spec.ts";

type Options = { readonly tool?: string; readonly spec?: string; readonly json?: true };

export default async function ({ tool, spec, json }: Options): Promise<ExitCode> {
  const findings =
    spec === undefined
      ? await probe({ ...devVars(), ...process.env }, tool)
      : compareWithSpec(JSON.parse(readFileSync(spec, "utf8")));
  const isFine = findings.every(({ is }) => is !== "departure");
  if (json) printJson({ ok: isFine, findings });
  else console.log(writeReport(findings));
  return isFine ? 0 : 1;
}

/** Returns the report in Markdown. */
export function writeReport(findings: readonly ProbeFinding[]): string {
  const list = (kind: ProbeFinding["is"]) => [
    ...new Set(findings.flatMap(({ is, where, what }) => (is === kind ? `- \`${where}\` ${what}` : []))),
  ];
  const departures = list("departure");
  return [`# Departures: ${departures.length}\n`, ...departures, "\n# Notes\n", ...list("note")].join("\n");
}

/** Maximum rows to read from each list: more than one page. */
const MAX_ROWS = 150;
const { createToken, searchUsers, getUser, listMcpCatalog, searchAuditEvents, getMcpTool } = operations;

/**
 * Probes a service with read operations. The doctor, not the probe, checks the credentials and the clock.
 * @param tool An MCP tool to read, as `<app>/<connector>/<id>`, because no operation lists tools
 * @throws Problem if no token is issued, or UsageError if `tool` has another form
 */
export async function probe(settings: CredentialSettings, tool?: string): Promise<ProbeFinding[]> {
  const [app_id = "", connector_id = "", toolId, ...more] = tool?.split("/") ?? [];
  if (tool !== undefined && (!toolId || more.length > 0))
    throw new UsageError("--tool must have the form <app>/<connector>/<id>");
  const findings: ProbeFinding[] = [];
  const departs = (where: string, what: string) => findings.push({ is: "departure", where, what });
  const bodies: unknown[] = [];
  const governance = connectGovernance(settings, async (url, init) => {
    const response = await fetch(url, init);
    if (response.ok && !url.endsWith(createToken.path))
      bodies.push(tryParseJson(await response.clone().text()));
    return response;
  });

  /**
   * Waits for an operation's calls, and inspects every response.
   * @returns the result of the calls, or `undefined` if one of them fails: the failure is reported as a departure
   * @throws Error if no token is issued, or if the failure is not a problem of the service
   */
  async function read<Value>(operation: Operation, calls: Promise<Value>): Promise<Value | undefined> {
    try {
      return await calls;
    } catch (error) {
      if (!(error instanceof GovernanceProblem) || error.operation === createToken.id) throw error;
      const status = error.httpStatus ? ` (HTTP ${error.httpStatus})` : "";
      departs(operation.id, `fails with ${error.code}${status}`);
      return undefined;
    } finally {
      findings.push(...bodies.splice(0).flatMap((body) => inspectResponse(operation, body)));
    }
  }
  async function readList<Row>(operation: Operation, rows: AsyncIterable<Row>): Promise<Row[]> {
    const list: Row[] = [];
    const some = async () => {
      for await (const row of rows) if (list.push(row) === MAX_ROWS) break;
    };
    await read(operation, some());
    return list;
  }
  function checkIds(operation: Operation, ids: readonly (string | undefined)[]): string | undefined {
    if (!ids.every(Boolean)) departs(`${operation.id} list.*.id`, "is missing, although Reeve requires it");
    const repeated = ids.length - new Set(ids).size;
    if (repeated > 0) departs(`${operation.id} paging`, `${repeated} of ${ids.length} rows were repeated`);
    return ids.find(Boolean);
  }

  const users = await readList(searchUsers, governance.items(searchUsers, { body: { pageSize: 100 } }));
  const userIds = users.map(({ user, userId }) => user?.id || userId);
  const id = checkIds(searchUsers, userIds);
  const [email] = users.flatMap(({ user }) => user?.email?.toUpperCase() || []);
  const found = email && (await read(searchUsers, governance.call(searchUsers, { body: { email } })));
  if (found && found.list.length === 0)
    departs("searchUsers email", "finds nobody if the letter case of an address differs");
  if (id) await read(getUser, governance.call(getUser, { path: { id } }));
  const nobody = { path: { id: "reeve-probe-no-such-user" } };
  const refusal = await governance.call(getUser, nobody).catch((error: unknown) => error);
  if (!(refusal instanceof GovernanceProblem && refusal.httpStatus === 404 && refusal.service))
    departs("getUser of an unknown id", "is not rejected with 404 in the API's error format");
  const entries = await readList(listMcpCatalog, governance.items(listMcpCatalog, {}));
  const entryIds = entries.map((entry) => entry.id);
  checkIds(listMcpCatalog, entryIds);
  const events = await readList(searchAuditEvents, governance.items(searchAuditEvents, { body: {} }));
  const unclear = events.map(parseVaultEvent).filter(({ at, person }) => !at || !person);
  if (unclear.length > 0)
    departs("searchAuditEvents", `${unclear.length} of ${events.length} events lack a time or a user`);
  const path = { app_id, connector_id, id: toolId ?? "" };
  const response = toolId ? await read(getMcpTool, governance.call(getMcpTool, { path })) : undefined;
  if (!toolId) findings.push({ is: "note", where: "getMcpTool", what: "needs --tool to be checked" });
  else if (!response?.tool) departs("getMcpTool tool", "is missing, although Reeve requires it");
  return findings;
}
