import { basic, type Vendor } from "../../src/sandbox/vendors/serve.ts";
import { valueAt } from "../../src/systems/reading/json.ts";
import type { VendorStub } from "./stub.ts";

/** Variables with which Reeve reaches the stub. */
export const jiraVariables = (url: string) => ({
  JIRA_URL: url,
  JIRA_EMAIL: "reeve@example.com",
  JIRA_API_TOKEN: "jira-api-token-of-the-tests",
});

/** Whose email is shown to who asks for it: the reporter of the recorded tickets. */
const ADA = { displayName: "Ada Marsh", emailAddress: "ada.marsh@example.com" };

/** Jira Cloud's REST API v3, as far as answers need it. The issue can go to "Done" from where it is. */
export const jira: Vendor = ({ method, path, query, headers, body }) => {
  if (headers["authorization"] !== basic("reeve@example.com", "jira-api-token-of-the-tests"))
    return { status: 401 };
  const [, issue, what] = path.match(/^\/rest\/api\/3\/issue\/(\d+)\/(comment|transitions)$/) ?? [];
  if (path === "/rest/api/3/user" && method === "GET")
    return query["accountId"] ? { status: 200, body: { ...ADA, ...query } } : { status: 400 };
  if (!issue) return null;
  if (what === "comment") {
    const document = valueAt(body, "body");
    // Version 3 takes an Atlassian document, and no text.
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

/** What an issue was told, as plain text, and by which transition it was moved. */
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
