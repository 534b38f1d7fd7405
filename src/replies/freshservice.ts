import { path } from "../senders/request.ts";
import type { Channel } from "./channel.ts";
import { paragraphs } from "./paragraphs.ts";

/** Freshservice. A state is its number: 4 is resolved, 5 closed. Source: api.freshservice.com (Create a Note) */
export const freshservice: Channel = {
  system: "freshservice",
  async comment(client, { id }, message, visible) {
    const body = { body: paragraphs(message), private: !visible };
    await client.call({ method: "POST", path: path`/api/v2/tickets/${id}/notes`, body });
  },
  async move(client, { id }, to) {
    await client.call({ method: "PUT", path: path`/api/v2/tickets/${id}`, body: { status: Number(to) } });
  },
};
