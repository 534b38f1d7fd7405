import type { Vendor } from "../../src/sandbox/vendors/serve.ts";
import { valueAt } from "../../src/systems/reading/json.ts";

/** Variables with which Reeve reaches the stub. */
export const linearVariables = (url: string) => ({
  LINEAR_URL: url,
  LINEAR_API_KEY: "linear-api-key-of-the-tests",
});

/** Linear's GraphQL, as far as answers need it: it knows three operations, and refuses with 200 and `errors`. */
export const linear: Vendor = ({ method, path, headers, body }) => {
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
