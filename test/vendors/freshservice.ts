import { basic, type Vendor } from "../../src/sandbox/vendors/serve.ts";
import { valueAt } from "../../src/systems/reading/json.ts";

/** Variables with which Reeve reaches the stub. */
export const freshserviceVariables = (url: string) => ({
  FRESHSERVICE_URL: url,
  FRESHSERVICE_API_KEY: "freshservice-api-key-of-the-tests",
});

/** Freshservice's API v2, as far as answers need it. */
export const freshservice: Vendor = ({ method, path, headers, body }) => {
  if (headers["authorization"] !== basic("freshservice-api-key-of-the-tests", "X")) return { status: 401 };
  const [, id, notes] = path.match(/^\/api\/v2\/tickets\/(\d+)(\/notes)?$/) ?? [];
  if (!id || method !== (notes ? "POST" : "PUT")) return null;
  if (notes)
    return typeof valueAt(body, "body") === "string" && typeof valueAt(body, "private") === "boolean"
      ? { status: 201, body: { conversation: { id: 1 } } }
      : { status: 400 };
  return { status: [2, 3, 4, 5].includes(Number(valueAt(body, "status"))) ? 200 : 400, body: {} };
};
