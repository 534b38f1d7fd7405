import { valueAt } from "../../../src/systems/reading/json.ts";
import type { Records, Vendor } from "./stub.ts";

/** Variables with which Reeve reaches the stub. */
export const gustoVariables = (url: string) => ({
  GUSTO_URL: url,
  GUSTO_ACCESS_TOKEN: "gusto-access-token-of-the-tests",
});

/** The application's least version; older ones are refused. */
const LEAST_VERSION = "2024-04-01";

/** Gusto's API v1, as far as employees are read. */
export const gusto =
  (employees: Records): Vendor =>
  ({ method, path, headers }) => {
    if (headers["authorization"] !== "Bearer gusto-access-token-of-the-tests") return { status: 401 };
    const version = headers["x-gusto-api-version"] ?? LEAST_VERSION;
    if (!/^\d{4}-\d\d-\d\d$/.test(version) || version < LEAST_VERSION) return { status: 406 };
    const [, id = ""] = path.match(/^\/v1\/employees\/([\w-]+)$/) ?? [];
    const employee = valueAt(employees, id);
    return method === "GET" && employee ? { status: 200, body: employee } : null;
  };
