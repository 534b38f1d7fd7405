import { isObject, valueAt } from "../../../src/systems/reading/json.ts";
import type { Records, Vendor } from "./stub.ts";

/** Variables with which Reeve reaches the stub. */
export const mergeVariables = (url: string) => ({
  MERGE_URL: url,
  MERGE_API_KEY: "merge-api-key-of-the-tests",
  MERGE_ACCOUNT_TOKEN: "merge-account-token-of-the-tests",
});

/** Merge's API of HR systems, as far as employees are read. Manager and team are ids where they are not expanded. */
export const merge =
  (employees: Records): Vendor =>
  ({ method, path, query, headers }) => {
    if (headers["authorization"] !== "Bearer merge-api-key-of-the-tests") return { status: 401 };
    if (headers["x-account-token"] !== "merge-account-token-of-the-tests") return { status: 401 };
    const [, id = ""] = path.match(/^\/api\/hris\/v1\/employees\/([\w-]+)$/) ?? [];
    const employee = valueAt(employees, id);
    if (method !== "GET" || !isObject(employee)) return null;
    const expanded = (query["expand"] ?? "").split(",");
    const shrunk = ["manager", "team"].filter((name) => !expanded.includes(name));
    const ids = Object.fromEntries(shrunk.map((name) => [name, valueAt(employee, name, "id") ?? null]));
    return { status: 200, body: { ...employee, ...ids } };
  };
