import { basic, type Vendor } from "../../src/sandbox/vendors/serve.ts";
import { isObject, valueAt } from "../../src/systems/reading/json.ts";

/** Variables with which Reeve reaches the stub. */
export const zendeskVariables = (url: string) => ({
  ZENDESK_URL: url,
  ZENDESK_EMAIL: "reeve@example.com",
  ZENDESK_API_TOKEN: "zendesk-api-token-of-the-tests",
});

const STATUSES = ["new", "open", "pending", "hold", "solved", "closed"];

/** Zendesk's API v2, as far as answers need it, and people: every user there is, is Ada. */
export const zendesk: Vendor = ({ method, path, headers, body }) => {
  if (headers["authorization"] !== basic("reeve@example.com/token", "zendesk-api-token-of-the-tests"))
    return { status: 401 };
  const [, what, id] = path.match(/^\/api\/v2\/(tickets|users)\/(\d+)\.json$/) ?? [];
  if (what === "users" && method === "GET")
    return {
      status: 200,
      body: { user: { id: Number(id), name: "Ada Marsh", email: "ada.marsh@example.com" } },
    };
  if (what !== "tickets" || method !== "PUT") return null;
  const status = valueAt(body, "ticket", "status");
  const comment = valueAt(body, "ticket", "comment");
  if (status !== undefined && !STATUSES.includes(String(status))) return { status: 422 };
  if (status === undefined && !isObject(comment)) return { status: 400 };
  return { status: 200, body: { ticket: { id: Number(id) } } };
};
