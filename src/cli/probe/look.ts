// Looks at a live governance service with calls that read, and says where it departs from the contract.

import { Problem } from "../../base/problem.ts";
import { signAssertion } from "../../governance/client/assertion.ts";
import {
  CREDENTIAL_PARTS,
  type Credential,
  type CredentialSettings,
  credentialsSet,
  parseCredential,
  parseCredentials,
} from "../../governance/client/credential.ts";
import { ErrorAnswer } from "../../governance/contract/errors.ts";
import { operations } from "../../governance/contract/index.ts";
import { CLIENT_ASSERTION_TYPE } from "../../governance/contract/token.ts";
import { parseVaultEvent } from "../../governance/vault-event.ts";
import { Caller, type ProbeAnswer } from "./caller.ts";
import { type ProbeFinding, ShownMembers } from "./shown.ts";

/** How long the probe goes on at most. */
const MAX_PROBE_MS = 50_000;
/** Reads sent at once, to meet a limit of rate if there is one. */
const BURST = 30;

/** An MCP tool to look at: the API has no list of them. */
export interface ProbedTool {
  readonly appId: string;
  readonly connectorId: string;
  readonly id: string;
}

/** A credential that is set, by the variable of its id. */
interface ProbedCredential {
  readonly variable: string;
  /** Why it gets no token; `null`: it gets one. */
  readonly refused: string | null;
}

/** What was found, and what was not looked at, in words. */
export interface Probed {
  /** In the order in which they are used. */
  readonly credentials: readonly ProbedCredential[];
  readonly findings: readonly ProbeFinding[];
  readonly skipped: readonly string[];
  readonly tookMs: number;
}

const { createToken, searchUsers, getUser, listMcpCatalog, searchAuditEvents, getMcpTool } = operations;

type Row = Record<string, unknown>;
const row = (value: unknown): Row => (typeof value === "object" && value !== null ? (value as Row) : {});
const listOf = ({ body }: ProbeAnswer): Row[] => {
  const { list } = row(body) as { list?: unknown };
  return Array.isArray(list) ? list.map(row) : [];
};
const tokenOf = ({ body }: ProbeAnswer): string => String(row(body)["nextPageToken"] ?? "");

/**
 * Probes a service: only operations that read, with the first credential that gets a token, and a token request with each.
 * @throws Error where none gets a token or the service can't be reached
 */
export async function probe(settings: CredentialSettings, tool?: ProbedTool): Promise<Probed> {
  const begun = Date.now();
  const [{ root }] = parseCredentials(settings);
  const caller = new Caller(root, begun + MAX_PROBE_MS);
  const findings: ProbeFinding[] = [];
  const skipped: string[] = [];
  const departs = (where: string, what: string) => void findings.push({ is: "departure", where, what });
  const shown = new Map<string, ShownMembers>();
  const note = (
    operation: { id: string; response: Parameters<ShownMembers["add"]>[0] },
    answer: ProbeAnswer,
  ) => {
    const seen = shown.get(operation.id) ?? new ShownMembers(operation.id);
    shown.set(operation.id, seen);
    if (answer.status === 200) seen.add(operation.response, answer.body);
    return answer;
  };

  const credentials: ProbedCredential[] = [];
  const tokens: string[] = [];
  for (const of of credentialsSet(settings)) {
    const { id: variable } = CREDENTIAL_PARTS[of];
    try {
      const credential = parseCredential(settings, of);
      if (credential.root !== root) throw new Problem("configuration_invalid", "it is of another tenant");
      tokens.push(await tokenFor(credential, caller, note, departs));
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
  const search = async (body: object) =>
    note(searchUsers, await caller.ask({ method: "POST", path: searchUsers.path, body, token }));
  const read = (path: string, bearer = token) => caller.ask({ method: "GET", path, token: bearer });
  /** What a request that is wrong has to be answered with. */
  const refused = (where: string, { status, body }: ProbeAnswer, wanted: number) => {
    if (status !== wanted) departs(where, `is answered with ${status}, where ${wanted} is expected`);
    else if (!ErrorAnswer.safeParse(body).success)
      departs(where, "is refused in another shape than { code, message, details }");
  };

  const looks: readonly (readonly [what: string, look: () => Promise<void>])[] = [
    [
      "users",
      async () => {
        const first = await search({ pageSize: 100 });
        if (first.status !== 200) return departs("searchUsers", `is answered with ${first.status}`);
        const rows = listOf(first);
        const next = tokenOf(first);
        if (next !== "" && rows.length < 100)
          departs("searchUsers pageSize", `a page of 100 has ${rows.length} rows, and more follow`);
        const ids = rows.map(idOf);
        if (ids.includes(undefined)) departs("searchUsers list.*.user.id", "is missing, and Reeve needs it");
        await followed("searchUsers", rows, next, (pageToken) => search({ pageSize: 100, pageToken }), idOf);
        if (next !== "") {
          refused(
            "searchUsers with another query's pageToken",
            await search({ pageSize: 100, pageToken: next, query: "a" }),
            400,
          );
          const tiny = listOf(await search({ pageSize: 1 })).length;
          if (tiny !== 10)
            departs("searchUsers pageSize", `a page of 1 has ${tiny} rows, where 10 are expected`);
        }
        refused("searchUsers with a pageSize of 101", await search({ pageSize: 101 }), 400);
        const nulls = await search({ expandMask: null, query: null, pageSize: 10 });
        if (nulls.status !== 200)
          departs("searchUsers with null for optional members", `is answered with ${nulls.status}`);
        await byEmail(rows);
        await one(rows);
      },
    ],
    [
      "errors",
      async () => {
        const nobody = getUser.path.replace("{id}", "reeve-probe-no-such-user");
        refused("getUser of an id that nobody has", await read(nobody), 404);
        const stranger = await read(nobody, "reeve-probe-no-such-token");
        refused("a call with a token that was not given", stranger, 401);
      },
    ],
    [
      "catalog",
      async () => {
        const page = async (query: string) =>
          note(listMcpCatalog, await read(`${listMcpCatalog.path}?${query}`));
        const first = await page("page_size=100");
        if (first.status !== 200) return departs("listMcpCatalog", `is answered with ${first.status}`);
        const rows = listOf(first);
        if (rows.some(({ id }) => typeof id !== "string"))
          departs("listMcpCatalog list.*.id", "is missing, and Reeve needs it");
        await followed(
          "listMcpCatalog",
          rows,
          tokenOf(first),
          (pageToken) => page(`page_size=100&page_token=${encodeURIComponent(pageToken)}`),
          ({ id }) => id,
        );
        refused("listMcpCatalog with a page_size of 101", await page("page_size=101"), 400);
      },
    ],
    [
      "audit events",
      async () => {
        const path = searchAuditEvents.path;
        const answer = note(
          searchAuditEvents,
          await caller.ask({ method: "POST", path, body: { pageSize: 100 }, token }),
        );
        if (answer.status !== 200) return departs("searchAuditEvents", `is answered with ${answer.status}`);
        const events = listOf(answer).map(parseVaultEvent);
        const parts = ["at", "person", "address", "activity", "id"] as const;
        for (const part of parts) {
          const without = events.filter((event) => event[part] === null).length;
          if (without > 0)
            departs("searchAuditEvents list.*", `${without} of ${events.length} events say no ${OCSF[part]}`);
        }
      },
    ],
    [
      "tool",
      async () => {
        if (!tool) return void skipped.push("getMcpTool: name a tool with --tool <app>/<connector>/<id>");
        const path = getMcpTool.path
          .replace("{app_id}", encodeURIComponent(tool.appId))
          .replace("{connector_id}", encodeURIComponent(tool.connectorId))
          .replace("{id}", encodeURIComponent(tool.id));
        const answer = note(getMcpTool, await read(path));
        if (answer.status !== 200) return departs("getMcpTool", `is answered with ${answer.status}`);
        if (!row(answer.body)["tool"]) departs("getMcpTool tool", "is missing, and Reeve needs it");
      },
    ],
    [
      "rate limit",
      async () => {
        const path = getUser.path.replace("{id}", "reeve-probe-no-such-user");
        await Promise.all(Array.from({ length: BURST }, () => read(path)));
      },
    ],
  ];

  async function followed(
    where: string,
    rows: readonly Row[],
    pageToken: string,
    page: (token: string) => Promise<ProbeAnswer>,
    id: (of: Row) => unknown,
  ): Promise<void> {
    const seen = rows.map(id).filter((one) => one !== undefined);
    if (pageToken !== "") {
      const next = await page(pageToken);
      if (next.status !== 200) departs(`${where} next page`, `is answered with ${next.status}`);
      if (tokenOf(next) === pageToken)
        departs(`${where} nextPageToken`, "is the one that was sent: its list has no end");
      seen.push(
        ...listOf(next)
          .map(id)
          .filter((one) => one !== undefined),
      );
    }
    const twice = seen.length - new Set(seen).size;
    if (twice > 0) departs(`${where} paging`, `${twice} of ${seen.length} rows came twice`);
  }

  async function byEmail(rows: readonly Row[]): Promise<void> {
    const email = rows
      .map((view) => row(view["user"])["email"])
      .find((one) => typeof one === "string" && one !== "");
    if (typeof email !== "string") return void skipped.push("searchUsers by email: no user shows one");
    const written = email.toUpperCase() === email ? email.toLowerCase() : email.toUpperCase();
    const found = listOf(await search({ email: written })).length;
    if (found === 0) departs("searchUsers email", "finds nobody by an address in other letter case");
  }

  async function one(rows: readonly Row[]): Promise<void> {
    const id = rows.map(idOf).find((found) => typeof found === "string");
    if (typeof id !== "string") return void skipped.push("getUser: no user shows an id that is text");
    const answer = note(getUser, await read(getUser.path.replace("{id}", encodeURIComponent(id))));
    if (answer.status !== 200) return departs("getUser", `is answered with ${answer.status}`);
    const shownId = idOf(row(row(answer.body)["userView"]));
    if (shownId === undefined) departs("getUser userView.user.id", "is missing, and Reeve needs it");
    else if (shownId !== id && typeof shownId === "string")
      departs("getUser userView.user.id", "is not the one that was asked for");
  }

  for (const [what, look] of looks) {
    if (caller.isOver) skipped.push(`${what}: it ran out of time`);
    else await look();
  }
  const ofAnswers = [...shown.values()].flatMap((one) => one.findings());
  return {
    credentials,
    findings: [...findings, ...ofAnswers, ...caller.findings()],
    skipped,
    tookMs: Date.now() - begun,
  };
}

/** What a part of an audit event is called in OCSF. */
const OCSF = {
  at: "time",
  person: "actor.user",
  address: "src_endpoint.ip",
  activity: "activity_name",
  id: "metadata.uid",
} as const;

/** A user's id: its own, else its view's. */
const idOf = (view: Row): unknown => row(view["user"])["id"] ?? view["userId"] ?? undefined;

async function tokenFor(
  credential: Credential,
  caller: Caller,
  note: (operation: typeof createToken, answer: ProbeAnswer) => ProbeAnswer,
  departs: (where: string, what: string) => void,
): Promise<string> {
  const proof =
    credential.flow === "secret"
      ? { client_secret: credential.secret }
      : {
          client_assertion_type: CLIENT_ASSERTION_TYPE,
          client_assertion: await signAssertion(credential, Date.now()),
        };
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: credential.clientId,
    ...proof,
  });
  const answer = note(createToken, await caller.askForm(createToken.path, form));
  const { access_token: token, expires_in: lifetime } = row(answer.body);
  if (answer.status !== 200 || typeof token !== "string")
    throw new Problem("governance_unauthenticated", `the token endpoint answers with ${answer.status}`);
  if (lifetime === undefined) departs("createToken expires_in", "is missing, and Reeve needs it");
  return token;
}
