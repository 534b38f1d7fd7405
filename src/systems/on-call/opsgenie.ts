// Opsgenie: reads who is on call. It sends nothing to Reeve.
import { defineApi } from "../api/api.ts";
import { path } from "../api/client.ts";
import { valueAt } from "../reading/json.ts";
import type { System } from "../system.ts";

/** Opsgenie. Source: docs.opsgenie.com/docs/who-is-on-call-api. The users' names are their emails. */
export const opsgenie: System = {
  name: "opsgenie",
  title: "Opsgenie",
  sources: [],
  api: defineApi({
    address: { variable: "OPSGENIE_URL", hosts: ["api.opsgenie.com", "api.eu.opsgenie.com"] },
    variables: ["OPSGENIE_API_KEY"],
    end: "unknown",
    authorize: ({ OPSGENIE_API_KEY }) => ({ authorization: `GenieKey ${OPSGENIE_API_KEY}` }),
  }),
  async listOnCall(client, schedule) {
    const query = { flat: "true" };
    const answer = await client.call({
      method: "GET",
      path: path`/v2/schedules/${schedule}/on-calls`,
      query,
    });
    const people = valueAt(answer, "data", "onCallRecipients");
    return Array.isArray(people) ? people.map(String) : null;
  },
};
