import { path } from "../senders/request.ts";
import type { Channel } from "./channel.ts";

/** PagerDuty. A state is `acknowledged` or `resolved`. Source: developer.pagerduty.com/api-reference (Incidents) */
export const pagerduty: Channel = {
  system: "pagerduty",
  async comment(client, { id }, { sentences, link }) {
    const content = [...sentences, ...(link ? [link] : [])].join("\n");
    await client.call({ method: "POST", path: path`/incidents/${id}/notes`, body: { note: { content } } });
  },
  async move(client, { id }, status) {
    const body = { incidents: [{ id, type: "incident", status }] };
    await client.call({ method: "PUT", path: "/incidents", body });
  },
};
