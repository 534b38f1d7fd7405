import { valueAt } from "../../../src/systems/reading/json.ts";
import { basic, type Records, type Vendor } from "./stub.ts";

/** Variables with which Reeve reaches the stub. */
export const hibobVariables = (url: string) => ({
  HIBOB_URL: url,
  HIBOB_USER_ID: "SERVICE-1",
  HIBOB_API_TOKEN: "hibob-api-token-of-the-tests",
});

/** HiBob's API v1, as far as people are searched by their id. Who is not found is left out, and that is no error. */
export const hibob =
  (employees: Records): Vendor =>
  ({ method, path, headers, body }) => {
    if (headers["authorization"] !== basic("SERVICE-1", "hibob-api-token-of-the-tests"))
      return { status: 401 };
    if (method !== "POST" || path !== "/v1/people/search") return null;
    const filters = valueAt(body, "filters");
    const [filter] = Array.isArray(filters) ? filters : [];
    const wanted = valueAt(filter, "values");
    if (
      !Array.isArray(valueAt(body, "fields")) ||
      !Array.isArray(wanted) ||
      valueAt(filter, "fieldPath") !== "root.id" ||
      valueAt(filter, "operator") !== "equals"
    )
      return { status: 400, body: { error: "invalid search" } };
    const found = wanted.flatMap((id) => valueAt(employees, String(id)) ?? []);
    return { status: 200, body: { employees: found } };
  };
