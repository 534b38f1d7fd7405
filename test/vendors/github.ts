import type { Vendor } from "../../src/sandbox/vendors/serve.ts";
import { valueAt } from "../../src/systems/reading/json.ts";

/** Variables with which Reeve reaches the stub. */
export const githubVariables = (url: string) => ({
  GITHUB_URL: url,
  GITHUB_TOKEN: "github-token-of-the-tests",
});

/** GitHub's REST API, as far as answers need it. It refuses who does not say what they are. */
export const github: Vendor = ({ method, path, headers, body }) => {
  if (!headers["user-agent"]) return { status: 403 };
  if (headers["authorization"] !== "Bearer github-token-of-the-tests") return { status: 401 };
  const [, issue, comments] = path.match(/^(\/repos\/[\w.-]+\/[\w.-]+\/issues\/\d+)(\/comments)?$/) ?? [];
  if (!issue || method !== (comments ? "POST" : "PATCH")) return null;
  if (comments)
    return typeof valueAt(body, "body") === "string" ? { status: 201, body: { id: 1 } } : { status: 422 };
  const reason = valueAt(body, "state_reason");
  const isKnown = ["open", "closed"].includes(String(valueAt(body, "state")));
  const isReason = reason === undefined || ["completed", "not_planned"].includes(String(reason));
  return { status: isKnown && isReason ? 200 : 422, body: {} };
};
