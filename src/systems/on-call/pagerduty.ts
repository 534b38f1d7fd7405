// PagerDuty: reads who is on call. It sends nothing to Reeve: notices reach it by the webhook for notices.
import { defineApi } from "../api/api.ts";
import { textAt, valueAt } from "../reading/json.ts";
import type { System } from "../system.ts";

/** PagerDuty. Source: developer.pagerduty.com/api-reference, "List all of the on-calls" */
export const pagerduty: System = {
  name: "pagerduty",
  title: "PagerDuty",
  sources: [],
  api: defineApi({
    address: { variable: "PAGERDUTY_URL", hosts: ["api.pagerduty.com", "api.eu.pagerduty.com"] },
    variables: ["PAGERDUTY_API_KEY"],
    end: "unknown",
    authorize: ({ PAGERDUTY_API_KEY }) => ({ authorization: `Token token=${PAGERDUTY_API_KEY}` }),
  }),
  async listOnCall(client, schedule) {
    const query = { "schedule_ids[]": schedule, "include[]": "users", limit: "100" };
    const headers = { accept: "application/vnd.pagerduty+json;version=2" };
    const answer = await client.call({ method: "GET", path: "/oncalls", query, headers });
    const shifts = valueAt(answer, "oncalls");
    return Array.isArray(shifts) ? shifts.map((shift) => textAt(shift, "user", "email") ?? "") : null;
  },
};
