import { expect, it } from "vitest";
import { describeVendor } from "./support/vendor.ts";

const freshservice = describeVendor("freshservice");

const form = (change: object) => ({
  freshservice_webhook: { ...freshservice.json("form.updated").freshservice_webhook, ...change },
});

freshservice.reads([
  ...["created", "transitioned", "commented"].map(
    (event) =>
      [
        `a form as ${event} if the address names that event`,
        "form.updated",
        { type: `ticket.${event}` },
        { query: { event }, id: `42:ticket.${event}:Approved:2026-06-15T08:00:00Z` },
      ] as const,
  ),
  ["ticket #INC-7", form({ ticket_id: "#INC-7" }), { ticket: { id: "7", key: "INC-7" } }],
  ["ticket #7", form({ ticket_id: "#7" }), { ticket: { id: "7", key: "7" } }],
  [
    "a second update to the same status, distinguished by its time",
    form({ ticket_updated_at: "2026-06-15T09:00:00Z" }),
    {},
    { id: "42:ticket.updated:Approved:2026-06-15T09:00:00Z" },
  ],
  [
    "typed values only if the ticket does not contain them",
    {
      typed: {
        title: "Typed",
        requester: { name: "Ada Marsh", email: "typed@example.com" },
        fields: { role: "Owner", user: "a" },
      },
      id: 1,
      ticket: { id: 42, requester: { email: "ada.marsh@example.com" }, fields: { role: "" } },
      event: "updated",
      comment: "said long ago",
    },
    {
      type: "ticket.updated",
      subject: "freshservice:42",
      ticket: {
        system: "freshservice",
        id: "42",
        key: "42",
        title: "Typed",
        requester: { name: "Ada Marsh", email: "ada.marsh@example.com" },
        fields: { user: "a" },
        unsure: ["status", "requestType"],
      },
    },
    { id: "42:updated::1", whole: true },
  ],
]);

it("a message in Reeve's format is stored unchanged", async () => {
  const message = JSON.stringify(freshservice.json("ticket_message"));
  expect(await freshservice.said(message)).toMatchObject([{ payload: message }]);
});

it("a form is stored but ignored if the address names an unknown event", async () => {
  expect(await freshservice.said("form.updated", { query: { event: "approved" } })).toMatchObject([
    { event: { ignored: expect.stringContaining("event=approved") } },
  ]);
});

freshservice.refuses([
  ["freshservice_webhook.ticket_id: ", form({ ticket_id: "42/../7" })],
  ["freshservice_webhook.ticket_id: ", form({ ticket_id: undefined })],
  ["freshservice_webhook.ticket_updated_at: ", form({ ticket_updated_at: undefined })],
  ["id: ", { event: "created", ticket: { id: 43 } }],
]);
