import { isObject, valueAt } from "../../../src/systems/reading/json.ts";
import { basic, type Records, type Vendor } from "./stub.ts";

/** Variables with which Reeve reaches the stub. */
export const bamboohrVariables = (url: string) => ({
  BAMBOOHR_URL: url,
  BAMBOOHR_API_KEY: "bamboohr-api-key-of-the-tests",
});

/** BambooHR's API v1, as far as employees are read. It answers the fields it is asked for, and the id. */
export const bamboohr =
  (employees: Records): Vendor =>
  ({ method, path, query, headers }) => {
    if (headers["authorization"] !== basic("bamboohr-api-key-of-the-tests", "x")) return { status: 401 };
    const [, id = ""] = path.match(/^\/api\/v1\/employees\/(\d+)$/) ?? [];
    const employee = valueAt(employees, id);
    if (method !== "GET" || !isObject(employee)) return null;
    const fields = (query["fields"] ?? "").split(",").filter((name) => Object.hasOwn(employee, name));
    if (fields.length > 400) return { status: 400 };
    return { status: 200, body: { id, ...Object.fromEntries(fields.map((name) => [name, employee[name]])) } };
  };
