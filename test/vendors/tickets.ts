// Simulates the APIs of ticket systems by their documented rules, as far as replies need them.
import { tokenFor, type Vendor } from "../../src/sandbox/vendors/serve.ts";
import { basic } from "../../src/systems/api/api.ts";
import { isObject, textAt, valueAt } from "../../src/systems/reading/json.ts";
import type { VendorStub } from "./stub.ts";

export const jiraVariables = (url: string) => ({
  JIRA_URL: url,
  JIRA_EMAIL: "reeve@example.com",
  JIRA_API_TOKEN: "jira-api-token-of-the-tests",
});

export const CLOUD_ID = "8c5ff5a9-0f4e-4f4c-9a55-2f1f0c6f3b11";
const SERVICE_ACCOUNT = "reeve@serviceaccount.atlassian.com";
const SCOPED_TOKEN = "jira-scoped-token-of-the-tests";
/** Returns the variables of a service account, whose scoped token works only at the address of the API. */
const scopedJiraVariables = (url: string) => ({
  JIRA_URL: url,
  JIRA_API_URL: `${url}/ex/jira/${CLOUD_ID}`,
  JIRA_EMAIL: SERVICE_ACCOUNT,
  JIRA_API_TOKEN: SCOPED_TOKEN,
});

/** The ids of created tickets, by system and reference. */
const created = new Map<string, string>();
function create(system: string, reference: unknown): string {
  const id = String(50_000 + created.size);
  if (typeof reference === "string") created.set(`${system} ${reference}`, id);
  return id;
}

/** The reporter of the recorded tickets, whose email address the API shows. */
const ADA = { displayName: "Ada Marsh", emailAddress: "ada.marsh@example.com" };

/** Simulates Jira Cloud's REST API v3. The issue can be moved to "Done" from its current status. */
export const jira: Vendor = ({ method, path: asked, query, headers, body }) => {
  if (asked === "/_edge/tenant_info") return { status: 200, body: { cloudId: CLOUD_ID } };
  const [gateway = ""] = asked.match(/^\/ex\/jira\/[^/]+/) ?? [];
  if (gateway && !gateway.endsWith(CLOUD_ID)) return { status: 404 };
  const path = asked.slice(gateway.length);
  const credentials = gateway
    ? [SERVICE_ACCOUNT, "reeve@example.com"].map((email) => basic(email, SCOPED_TOKEN))
    : [basic("reeve@example.com", "jira-api-token-of-the-tests")];
  if (!credentials.includes(headers["authorization"] ?? "")) return { status: 401 };
  const [, issue, what] = path.match(/^\/rest\/api\/3\/issue\/(\d+)\/(comment|transitions)$/) ?? [];
  if (path === "/rest/api/3/myself" && method === "GET") return { status: 200, body: ADA };
  if (path === "/rest/api/3/user" && method === "GET")
    return query["accountId"] ? { status: 200, body: { ...ADA, ...query } } : { status: 400 };
  if (path === "/rest/api/3/search/jql" && method === "GET") {
    const [, label] = /^labels = "([^"]+)"$/.exec(query["jql"] ?? "") ?? [];
    const id = created.get(`jira ${label}`);
    return { status: 200, body: { issues: id ? [{ id, key: `IAM-${id}` }] : [], isLast: true } };
  }
  if (path === "/rest/api/3/issue" && method === "POST") {
    const fields = valueAt(body, "fields");
    const isValid =
      textAt(fields, "project", "key") === "IAM" &&
      textAt(fields, "issuetype", "name") &&
      textAt(fields, "summary") &&
      valueAt(fields, "description", "type") === "doc";
    if (!isValid) return { status: 400, body: { errors: { project: "valid project is required" } } };
    const id = create("jira", [valueAt(fields, "labels")].flat()[0]);
    return { status: 201, body: { id, key: `IAM-${id}`, self: `${gateway}/rest/api/3/issue/${id}` } };
  }
  if (!issue) return null;
  if (what === "comment") {
    const document = valueAt(body, "body");
    // Version 3 accepts Atlassian documents, but no plain text.
    if (method !== "POST" || valueAt(document, "type") !== "doc" || valueAt(document, "version") !== 1)
      return { status: 400, body: { errorMessages: ["Comment body is not valid!"] } };
    return { status: 201, body: { id: "10001" } };
  }
  const transitions = [
    { id: "21", name: "Resolve", to: { name: "Done" } },
    { id: "31", name: "Decline", to: { name: "Declined" } },
  ];
  if (method === "GET") return { status: 200, body: { transitions } };
  const known = transitions.some(({ id }) => id === valueAt(body, "transition", "id"));
  return known
    ? { status: 204 }
    : { status: 400, body: { errorMessages: ["It seems that you have tried ..."] } };
};

/** Returns the comments on an issue, as plain text, and the transition that moved it. */
export const toldByReeve = ({ asked }: VendorStub, issue: string): string[] =>
  asked
    .filter(({ method, path }) => method === "POST" && path.includes(`/issue/${issue}/`))
    .map(({ body }) => {
      const paragraphs = valueAt(body, "body", "content") as
        | readonly { readonly content: readonly { readonly text: string }[] }[]
        | undefined;
      const text = paragraphs?.map(({ content }) => content.map((node) => node.text).join("")).join("\n");
      return text ?? `to ${valueAt(body, "transition", "id")}`;
    });

/** Simulates ServiceNow's Table API. It accepts any column, and ignores those that it does not have. */
const servicenow: Vendor = ({ method, path, query, headers, body }) => {
  if (headers["x-sn-apikey"] !== "servicenow-api-key-of-the-tests") return { status: 401 };
  const record = (id: string) => ({ sys_id: id.padStart(32, "0"), number: `RITM${id}` });
  if (path === "/api/now/table/sc_req_item" && method === "GET") {
    const id = created.get(`servicenow ${query["sysparm_query"]?.replace("correlation_id=", "")}`);
    return { status: 200, body: { result: id ? [record(id)] : [] } };
  }
  if (path === "/api/now/table/sc_req_item" && method === "POST")
    return { status: 201, body: { result: record(create("servicenow", valueAt(body, "correlation_id"))) } };
  const [, table, id] = path.match(/^\/api\/now\/table\/(\w+)\/([0-9a-f]{32})$/) ?? [];
  if (!table || method !== "PATCH") return null;
  if (!isObject(body)) return { status: 400 };
  return { status: 200, body: { result: { sys_id: id, ...body } } };
};

const ZENDESK_STATUSES = ["new", "open", "pending", "hold", "solved", "closed"];

/** Simulates Zendesk's API v2, including people: every user is Ada. */
const zendesk: Vendor = ({ method, path, query, headers, body }) => {
  if (path === "/oauth/tokens") {
    // Zendesk documents this request as JSON, and requires a scope.
    if (!headers["content-type"]?.includes("json") || !valueAt(body, "scope")) return { status: 400 };
    return tokenFor(method, body, "reeve", "zendesk-client-secret-of-the-tests", "zendesk-token");
  }
  const apiToken = basic("reeve@example.com/token", "zendesk-api-token-of-the-tests");
  if (![apiToken, "Bearer zendesk-token"].includes(headers["authorization"] ?? "")) return { status: 401 };
  if (path === "/api/v2/tickets.json" && method === "GET") {
    const id = created.get(`zendesk ${query["external_id"]}`);
    return { status: 200, body: { tickets: id ? [{ id: Number(id) }] : [], count: id ? 1 : 0 } };
  }
  if (path === "/api/v2/tickets.json" && method === "POST") {
    // A ticket needs a comment, which becomes its description.
    if (!textAt(body, "ticket", "comment", "html_body")) return { status: 422 };
    const id = create("zendesk", valueAt(body, "ticket", "external_id"));
    return { status: 201, body: { ticket: { id: Number(id) } } };
  }
  const [, what, id] = path.match(/^\/api\/v2\/(tickets|users)\/(\d+)\.json$/) ?? [];
  if (what === "users" && method === "GET")
    return {
      status: 200,
      body: { user: { id: Number(id), name: "Ada Marsh", email: "ada.marsh@example.com" } },
    };
  if (what !== "tickets" || method !== "PUT") return null;
  const status = valueAt(body, "ticket", "status");
  const comment = valueAt(body, "ticket", "comment");
  if (status !== undefined && !ZENDESK_STATUSES.includes(String(status))) return { status: 422 };
  if (status === undefined && !isObject(comment)) return { status: 400 };
  return { status: 200, body: { ticket: { id: Number(id) } } };
};

/** Simulates Freshservice's API v2. */
const freshservice: Vendor = ({ method, path, headers, body }) => {
  if (headers["authorization"] !== basic("freshservice-api-key-of-the-tests", "X")) return { status: 401 };
  const [, id, notes] = path.match(/^\/api\/v2\/tickets\/(\d+)(\/notes)?$/) ?? [];
  if (!id || method !== (notes ? "POST" : "PUT")) return null;
  if (notes)
    return typeof valueAt(body, "body") === "string" && typeof valueAt(body, "private") === "boolean"
      ? { status: 201, body: { conversation: { id: 1 } } }
      : { status: 400 };
  return { status: [2, 3, 4, 5].includes(Number(valueAt(body, "status"))) ? 200 : 400, body: {} };
};

/** Simulates Linear's GraphQL API: it knows three operations, and rejects others with 200 and `errors`. */
const linear: Vendor = ({ method, path, headers, body }) => {
  if (path !== "/graphql" || method !== "POST") return null;
  if (headers["authorization"] !== "linear-api-key-of-the-tests") return { status: 401 };
  const query = valueAt(body, "query");
  if (typeof query !== "string") return { status: 400 };
  const input = valueAt(body, "variables", "input");
  const data = (answer: object) => ({ status: 200, body: { data: answer } });
  if (query.includes("commentCreate") && valueAt(input, "issueId") && valueAt(input, "body"))
    return data({ commentCreate: { success: true } });
  if (query.includes("issueUpdate") && valueAt(input, "stateId") === "state-done")
    return data({ issueUpdate: { success: true } });
  if (query.includes("states") && valueAt(body, "variables", "id"))
    return data({ issue: { team: { states: { nodes: [{ id: "state-done", name: "Done" }] } } } });
  return { status: 200, body: { errors: [{ message: "Argument Validation Error" }] } };
};

/** Simulates GitHub's REST API. It rejects clients without a user agent. */
const github: Vendor = ({ method, path, headers, body }) => {
  if (!headers["user-agent"]) return { status: 403 };
  if (headers["authorization"] !== "Bearer github-token-of-the-tests") return { status: 401 };
  const [, issue, comments] = path.match(/^(\/repos\/[\w.-]+\/[\w.-]+\/issues\/\d+)(\/comments)?$/) ?? [];
  if (!issue || method !== (comments ? "POST" : "PATCH")) return null;
  if (comments)
    return typeof valueAt(body, "body") === "string" ? { status: 201, body: { id: 1 } } : { status: 422 };
  const reason = valueAt(body, "state_reason");
  const isKnown = ["open", "closed"].includes(String(valueAt(body, "state")));
  const isReason = reason === undefined || ["completed", "not_planned"].includes(String(reason));
  return { status: isKnown && isReason ? 200 : 422, body: {} };
};

/** Each system's API, and the variables with which Reeve reaches it at an address. */
export const TICKET_VENDORS = {
  jira: { vendor: jira, variables: scopedJiraVariables },
  servicenow: {
    vendor: servicenow,
    variables: (url: string) => ({
      SERVICENOW_URL: url,
      SERVICENOW_API_KEY: "servicenow-api-key-of-the-tests",
    }),
  },
  zendesk: {
    vendor: zendesk,
    variables: (url: string) => ({
      ZENDESK_URL: url,
      ZENDESK_CLIENT_ID: "reeve",
      ZENDESK_CLIENT_SECRET: "zendesk-client-secret-of-the-tests",
    }),
  },
  freshservice: {
    vendor: freshservice,
    variables: (url: string) => ({
      FRESHSERVICE_URL: url,
      FRESHSERVICE_API_KEY: "freshservice-api-key-of-the-tests",
    }),
  },
  linear: {
    vendor: linear,
    variables: (url: string) => ({
      LINEAR_URL: url,
      LINEAR_API_KEY: "linear-api-key-of-the-tests",
    }),
  },
  github: {
    vendor: github,
    variables: (url: string) => ({
      GITHUB_URL: url,
      GITHUB_TOKEN: "github-token-of-the-tests",
    }),
  },
} as const;
