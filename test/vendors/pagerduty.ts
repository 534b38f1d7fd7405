import type { Vendor } from "../../src/sandbox/vendors/serve.ts";
import { valueAt } from "../../src/systems/reading/json.ts";

/** Variables with which Reeve reaches the stub. */
export const pagerdutyVariables = (url: string) => ({
  PAGERDUTY_URL: url,
  PAGERDUTY_API_TOKEN: "pagerduty-api-token-of-the-tests",
  PAGERDUTY_FROM: "reeve@example.com",
});

/** PagerDuty's REST API, as far as answers need it. Whoever writes has to say in whose name. */
export const pagerduty: Vendor = ({ method, path, headers, body }) => {
  if (headers["authorization"] !== "Token token=pagerduty-api-token-of-the-tests") return { status: 401 };
  if (!headers["accept"]?.includes("version=2")) return { status: 406 };
  if (!headers["from"]?.includes("@")) return { status: 400 };
  if (method === "POST" && /^\/incidents\/\w+\/notes$/.test(path))
    return typeof valueAt(body, "note", "content") === "string"
      ? { status: 201, body: { note: { id: "N1" } } }
      : { status: 400 };
  if (method !== "PUT" || path !== "/incidents") return null;
  const incidents = valueAt(body, "incidents");
  const areKnown =
    Array.isArray(incidents) &&
    incidents.every((one) => ["acknowledged", "resolved"].includes(String(valueAt(one, "status"))));
  return { status: areKnown ? 200 : 400, body: {} };
};
