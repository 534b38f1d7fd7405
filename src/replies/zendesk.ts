import { path } from "../senders/request.ts";
import type { Channel } from "./channel.ts";
import { paragraphs } from "./paragraphs.ts";

/** Zendesk. Source: developer.zendesk.com/api-reference/ticketing/tickets/tickets (Update Ticket) */
export const zendesk: Channel = {
  system: "zendesk",
  async comment(client, { id }, message, visible) {
    const comment = { html_body: paragraphs(message), public: visible };
    await client.call({
      method: "PUT",
      path: path`/api/v2/tickets/${id}.json`,
      body: { ticket: { comment } },
    });
  },
  async move(client, { id }, status) {
    await client.call({
      method: "PUT",
      path: path`/api/v2/tickets/${id}.json`,
      body: { ticket: { status } },
    });
  },
};
