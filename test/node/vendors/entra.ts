import { isObject, valueAt } from "../../../src/systems/reading/json.ts";
import { type Records, tokenFor, type Vendor } from "./stub.ts";

const CREDENTIAL = {
  MICROSOFT_TENANT_ID: "84bd8158-6d4d-4958-8b9f-9d6445542f95",
  MICROSOFT_CLIENT_ID: "5d0b7f0e-0f1c-4a55-8f61-3d1c7d2b9a10",
  MICROSOFT_CLIENT_SECRET: "microsoft-client-secret-of-the-tests",
};

/** Variables with which Reeve reaches the stub, which is Graph and the token endpoint. */
export const entraVariables = (url: string) => ({
  MICROSOFT_GRAPH_URL: url,
  MICROSOFT_LOGIN_URL: url,
  ...CREDENTIAL,
});

/** Microsoft Graph v1.0, as far as users are read and lifecycle workflows resumed, and its token endpoint. */
export const entra =
  (users: Records): Vendor =>
  ({ method, path, query, headers, body }) => {
    if (path === `/${CREDENTIAL.MICROSOFT_TENANT_ID}/oauth2/v2.0/token`) {
      if (valueAt(body, "scope") !== "https://graph.microsoft.com/.default") return { status: 400 };
      const { MICROSOFT_CLIENT_ID: id, MICROSOFT_CLIENT_SECRET: secret } = CREDENTIAL;
      return tokenFor(method, body, id, secret, "graph-token");
    }
    if (headers["authorization"] !== "Bearer graph-token") return { status: 401 };
    if (/^\/v1\.0\/identityGovernance\/lifecycleWorkflows\/workflows\/.+\/resume$/.test(path)) {
      const status = String(valueAt(body, "data", "operationStatus"));
      const isCallback = valueAt(body, "type") === "lifecycleEvent" && Boolean(valueAt(body, "source"));
      return { status: method === "POST" && isCallback && /^(Completed|Failed)$/.test(status) ? 204 : 400 };
    }
    const [, id = ""] = path.match(/^\/v1\.0\/users\/([\w-]+)$/) ?? [];
    const user = valueAt(users, id);
    if (method !== "GET") return null;
    if (!isObject(user)) return { status: 404, body: { error: { code: "Request_ResourceNotFound" } } };
    const names = [...(query["$select"] ?? "id").split(","), ...(query["$expand"] ? ["manager"] : [])];
    return {
      status: 200,
      body: Object.fromEntries(names.flatMap((name) => (name in user ? [[name, user[name]]] : []))),
    };
  };
