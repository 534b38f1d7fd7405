// `npm run probe`: examines a live governance service with reading calls, reports where it departs from the contract, and changes
// nothing in it.
import { writeFileSync } from "node:fs";
import * as z from "zod";
import { Problem } from "../../base/problem.ts";
import {
  CREDENTIAL_PARTS,
  type CredentialSettings,
  credentialsSet,
  parseCredential,
  parseCredentials,
} from "../../governance/client/credential.ts";
import { governanceOver } from "../../governance/client/index.ts";
import type { CallInput } from "../../governance/client/request.ts";
import { issueToken } from "../../governance/client/token.ts";
import { ErrorAnswer } from "../../governance/contract/errors.ts";
import { operations } from "../../governance/contract/index.ts";
import type { Operation } from "../../governance/contract/operation.ts";
import { parseVaultEvent } from "../../governance/vault-event.ts";
import { textAt, valueAt } from "../../systems/reading/json.ts";
import { type ExitCode, printJson, UsageError } from "../shared/command-line.ts";
import { devVars } from "../shared/dev-vars.ts";
import { type ShowProgress, withProgress } from "../shared/progress.ts";
import { findingsIn, type Probed, type ProbeFinding, writeReport } from "./findings.ts";
import { type ProbeAnswer, Service } from "./service.ts";

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

/** No look begins later than this. */
const MAX_PROBE_MS = 50_000;
/** Reads sent at once, to meet a rate limit. */
const BURST = 30;

/** An MCP tool to read: the API has no list. */
export interface ProbedTool {
  readonly appId: string;
  readonly connectorId: string;
  readonly id: string;
}

const { createToken, searchUsers, getUser, listMcpCatalog, searchAuditEvents, getMcpTool } = operations;
const NOBODY = { path: { id: "reeve-probe-no-such-user" } };
/** Calls that must be refused, each with its status. */
const REFUSED: readonly (readonly [where: string, Operation, CallInput, status: number])[] = [
  ["getUser of an id that nobody has", getUser, NOBODY, 404],
  ["searchUsers with a pageSize of 101", searchUsers, { body: { pageSize: 101 } }, 400],
  ["listMcpCatalog with a page_size of 101", listMcpCatalog, { query: { page_size: 101 } }, 400],
];

const readList = ({ body }: ProbeAnswer): readonly unknown[] => {
  const list = valueAt(body, "list");
  return Array.isArray(list) ? list : [];
};
const readPageToken = ({ body }: ProbeAnswer): string => String(valueAt(body, "nextPageToken") ?? "");
/** A user's id: its own, else its view's. */
const userId = (view: unknown): unknown =>
  valueAt(view, "user", "id") ?? valueAt(view, "userId") ?? undefined;
const entryId = (entry: unknown): unknown => valueAt(entry, "id");

/**
 * Probes a service with reading operations, using the first credential that gets a token, and requests a token with each.
 * @throws Error if none gets a token or the service can't be reached
 */
export async function probe(
  settings: CredentialSettings,
  tool?: ProbedTool,
  show: ShowProgress = () => {},
): Promise<Probed> {
  const begun = Date.now();
  const [{ root }] = parseCredentials(settings);
  const service = new Service();
  const findings: ProbeFinding[] = [];
  const skipped: string[] = [];
  const departs = (where: string, what: string) => void findings.push({ is: "departure", where, what });

  /** The answer to a call, whatever the client makes of it. @throws Error without an answer */
  async function answerTo(operation: Operation, call: () => Promise<unknown>): Promise<ProbeAnswer> {
    const last = await service.answerTo(call);
    if (!last) throw new Error(`${operation.id}: there is no answer`);
    if (last.status === 200) findings.push(...findingsIn(operation.id, operation.response, last.body));
    return last;
  }

  const credentials: Probed["credentials"][number][] = [];
  const tokens: string[] = [];
  for (const of of credentialsSet(settings)) {
    const { id: variable } = CREDENTIAL_PARTS[of];
    try {
      const credential = parseCredential(settings, of);
      if (credential.root !== root) throw new Problem("configuration_invalid", "it is of another tenant");
      const { status, body } = await answerTo(createToken, () => issueToken(credential, service.patient));
      const token = valueAt(body, "access_token");
      if (status !== 200 || typeof token !== "string")
        throw new Problem("governance_unauthenticated", `the token endpoint answers with ${status}`);
      tokens.push(token);
      credentials.push({ variable, refused: null });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      credentials.push({ variable, refused: error.message });
    }
  }
  const [token] = tokens;
  if (token === undefined)
    throw new Error(
      credentials.map(({ variable, refused }) => `${variable} gets no token: ${refused}`).join("\n"),
    );

  const clientWith = (bearer: string, transport = service.patient) => {
    const tokens = { get: () => bearer, renew: async () => bearer, renewals: 0 };
    return governanceOver(() => ({ root, tokens }), transport);
  };
  const client = clientWith(token);
  const ask = (operation: Operation, input: CallInput, by = client) =>
    answerTo(operation, () => by.call(loosened(operation), input));
  const search = (body: object) => ask(searchUsers, { body });
  /** Calls an operation that must answer with 200. */
  async function read(operation: Operation, input: CallInput): Promise<ProbeAnswer | null> {
    const answer = await ask(operation, input);
    if (answer.status === 200) return answer;
    departs(operation.id, `is answered with ${answer.status}`);
    return null;
  }
  /** Checks the refusal of a request. */
  const refused = (where: string, { status, body }: ProbeAnswer, wanted: number) => {
    if (status !== wanted) departs(where, `is answered with ${status}, where ${wanted} is expected`);
    else if (!ErrorAnswer.safeParse(body).success)
      departs(where, "is refused in another shape than { code, message, details }");
  };

  const looks: Readonly<Record<string, () => Promise<void>>> = {
    users: async () => {
      const first = await read(searchUsers, { body: { pageSize: 100 } });
      if (!first) return;
      const rows = readList(first);
      const pageToken = readPageToken(first);
      if (pageToken !== "" && rows.length < 100)
        departs("searchUsers pageSize", `a page of 100 has ${rows.length} rows, and more follow`);
      const ids = rows.map(userId);
      if (ids.includes(undefined)) departs("searchUsers list.*.user.id", "is missing, and Reeve needs it");
      await followed(searchUsers, first, { body: { pageSize: 100, pageToken } }, userId);
      if (pageToken !== "") {
        const another = await search({ pageSize: 100, pageToken, query: "a" });
        refused("searchUsers with another query's pageToken", another, 400);
        const tiny = readList(await search({ pageSize: 1 })).length;
        if (tiny !== 10)
          departs("searchUsers pageSize", `a page of 1 has ${tiny} rows, where 10 are expected`);
      }
      const nulls = await search({ expandMask: null, query: null, pageSize: 10 });
      if (nulls.status !== 200)
        departs("searchUsers with null for optional members", `is answered with ${nulls.status}`);
      await byEmail(rows);
      await byId(ids.find((id) => typeof id === "string"));
    },
    errors: async () => {
      for (const [where, operation, input, status] of REFUSED)
        refused(where, await ask(operation, input), status);
      const stranger = await ask(getUser, NOBODY, clientWith("reeve-probe-no-such-token"));
      refused("a call with a token that was not given", stranger, 401);
    },
    catalog: async () => {
      const first = await read(listMcpCatalog, { query: { page_size: 100 } });
      if (!first) return;
      if (readList(first).some((entry) => typeof entryId(entry) !== "string"))
        departs("listMcpCatalog list.*.id", "is missing, and Reeve needs it");
      const next = { query: { page_size: 100, page_token: readPageToken(first) } };
      await followed(listMcpCatalog, first, next, entryId);
    },
    "audit events": async () => {
      const answer = await read(searchAuditEvents, { body: { pageSize: 100 } });
      const events = answer ? readList(answer).map((event) => parseVaultEvent(Object(event))) : [];
      for (const [part, name] of OCSF) {
        const without = events.filter((event) => event[part] === null).length;
        if (without > 0)
          departs("searchAuditEvents list.*", `${without} of ${events.length} events say no ${name}`);
      }
    },
    tool: async () => {
      if (!tool) return void skipped.push("getMcpTool: name a tool with --tool <app>/<connector>/<id>");
      const path = { app_id: tool.appId, connector_id: tool.connectorId, id: tool.id };
      const answer = await read(getMcpTool, { path });
      if (answer && !valueAt(answer.body, "tool"))
        departs("getMcpTool tool", "is missing, and Reeve needs it");
    },
    "rate limit": async () => {
      const hasty = clientWith(token, service.hasty);
      await Promise.allSettled(Array.from({ length: BURST }, () => hasty.call(getUser, NOBODY)));
    },
  };

  /** Reads the second page. */
  async function followed(
    operation: Operation,
    first: ProbeAnswer,
    next: CallInput,
    id: (of: unknown) => unknown,
  ): Promise<void> {
    const pages = [first];
    const pageToken = readPageToken(first);
    if (pageToken !== "") {
      const second = await ask(operation, next);
      if (second.status !== 200) departs(`${operation.id} next page`, `is answered with ${second.status}`);
      if (readPageToken(second) === pageToken)
        departs(`${operation.id} nextPageToken`, "is the one that was sent: its list has no end");
      pages.push(second);
    }
    const seen = pages.flatMap((page) => readList(page).map(id)).filter((one) => one !== undefined);
    const twice = seen.length - new Set(seen).size;
    if (twice > 0) departs(`${operation.id} paging`, `${twice} of ${seen.length} rows came twice`);
  }

  async function byEmail(rows: readonly unknown[]): Promise<void> {
    const email = rows.map((view) => textAt(view, "user", "email")).find(Boolean);
    if (email === undefined) return void skipped.push("searchUsers by email: no user shows one");
    const written = email.toUpperCase() === email ? email.toLowerCase() : email.toUpperCase();
    const found = readList(await search({ email: written })).length;
    if (found === 0) departs("searchUsers email", "finds nobody by an address in other letter case");
  }

  async function byId(id: unknown): Promise<void> {
    if (typeof id !== "string") return void skipped.push("getUser: no user shows an id that is text");
    const answer = await read(getUser, { path: { id } });
    if (!answer) return;
    const shownId = userId(valueAt(answer.body, "userView"));
    if (shownId === undefined) departs("getUser userView.user.id", "is missing, and Reeve needs it");
    else if (shownId !== id && typeof shownId === "string")
      departs("getUser userView.user.id", "is not the one that was asked for");
  }

  const all = Object.entries(looks);
  for (const [n, [what, look]] of all.entries()) {
    show(`Probing: ${what}`, n, all.length);
    if (Date.now() - begun > MAX_PROBE_MS) skipped.push(`${what}: it ran out of time`);
    else await look();
  }
  findings.push(...service.findings());
  return { credentials, findings, skipped, tookMs: Date.now() - begun };
}

/** The members of an audit event that Reeve reads, by their names in OCSF. */
const OCSF = [
  ["at", "time"],
  ["person", "actor.user"],
  ["address", "src_endpoint.ip"],
  ["activity", "activity_name"],
  ["id", "metadata.uid"],
] as const;

/** An operation that the client sends with any input. */
const loosened = ({ query, body, ...operation }: Operation): Operation => ({
  ...operation,
  query: query && z.looseObject({}),
  body: body && z.looseObject({}),
});
