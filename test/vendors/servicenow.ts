import { basic, type Vendor } from "../../src/sandbox/vendors/serve.ts";
import { isObject } from "../../src/systems/reading/json.ts";

/** Variables with which Reeve reaches the stub. */
export const servicenowVariables = (url: string) => ({
  SERVICENOW_URL: url,
  SERVICENOW_USER: "reeve",
  SERVICENOW_PASSWORD: "servicenow-password-of-the-tests",
});

/** ServiceNow's Table API, as far as answers need it. It takes any column, and leaves out those it does not have. */
export const servicenow: Vendor = ({ method, path, headers, body }) => {
  if (headers["authorization"] !== basic("reeve", "servicenow-password-of-the-tests")) return { status: 401 };
  const [, table, id] = path.match(/^\/api\/now\/table\/(\w+)\/([0-9a-f]{32})$/) ?? [];
  if (!table || method !== "PATCH") return null;
  if (!isObject(body)) return { status: 400 };
  return { status: 200, body: { result: { sys_id: id, ...body } } };
};
