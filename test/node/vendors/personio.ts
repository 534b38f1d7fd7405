import { valueAt } from "../../../src/systems/reading/json.ts";
import { type Records, tokenFor, type Vendor } from "./stub.ts";

const CREDENTIAL = {
  PERSONIO_CLIENT_ID: "papi-1",
  PERSONIO_CLIENT_SECRET: "personio-client-secret-of-the-tests",
};

/** Variables with which Reeve reaches the stub. */
export const personioVariables = (url: string) => ({ PERSONIO_URL: url, ...CREDENTIAL });

/** Personio's API v2, as far as persons are read: what is at an address, for who has a token. */
export const personio =
  (records: Records): Vendor =>
  ({ method, path, query, headers, body }) => {
    if (path === "/v2/auth/token")
      return tokenFor(
        method,
        body,
        CREDENTIAL.PERSONIO_CLIENT_ID,
        CREDENTIAL.PERSONIO_CLIENT_SECRET,
        "personio-token",
      );
    if (headers["authorization"] !== "Bearer personio-token") return { status: 401 };
    const found = valueAt(records, path);
    if (method !== "GET" || found === undefined) return null;
    if (path.startsWith("/v2/org-units/") && query["type"] !== "department") return { status: 400 };
    return { status: 200, body: found };
  };
