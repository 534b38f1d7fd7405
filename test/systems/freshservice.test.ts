import { describe, expect, it } from "vitest";
import { dressed, NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

const freshservice = describeVendor("freshservice");

const form = (): Record<string, unknown> => freshservice.json("form.updated").freshservice_webhook;
const read = async (change: object, event?: string) => {
  const delivery = await dressed(
    freshservice.sender,
    JSON.stringify({ freshservice_webhook: { ...form(), ...change } }),
  );
  if (event !== undefined) delivery.url.searchParams.set("event", event);
  return freshservice.parse(delivery, NOW);
};

describe("the simple form", () => {
  it("is an update, since it does not say what happened", async () => {
    expect(await freshservice.said("form.updated")).toMatchObject([
      { id: "42:ticket.updated:Approved:2026-06-15T08:00:00Z" },
    ]);
    expect(await freshservice.event("form.updated")).toMatchObject({
      type: "ticket.updated",
      subject: "freshservice:42",
      occurredAt: "2026-06-15T08:00:00.000Z",
      ticket: {
        system: "freshservice",
        id: "42",
        key: "SR-42",
        title: "Owner for the GitHub MCP connector",
        url: "https://acme.freshservice.example.com/a/tickets/42",
        status: { to: "Approved" },
        requester: { name: "Ada Marsh", email: "ada.marsh@example.com" },
        assignee: { name: "Bram Cole" },
        fields: { ticket_type: "Service Request", ticket_department_name: "Platform" },
      },
    });
  });

  it.for(["created", "transitioned", "commented"])("is %s where the address says so", async (event) => {
    expect(await read({}, event)).toMatchObject({
      value: [{ id: `42:ticket.${event}:Approved:2026-06-15T08:00:00Z`, event: { type: `ticket.${event}` } }],
    });
  });

  it("is kept, and means nothing, where the address says something else", async () => {
    expect(await read({}, "approved")).toMatchObject({
      value: [{ event: { ignored: expect.stringContaining("event=approved") } }],
    });
  });

  it("may number a ticket without its kind, and have nobody assigned", async () => {
    const event = await freshservice.event("form.numbered");
    expect(event).toMatchObject({
      subject: "freshservice:43",
      ticket: { id: "43", key: "43", status: { to: "Open" }, requester: { name: "Gita Lund" } },
    });
    expect(event).not.toHaveProperty("ticket.assignee");
  });

  it.for([
    ["#INC-7", "7", "INC-7"],
    ["#7", "7", "7"],
  ] as const)("calls ticket %s %s", async ([ticket_id, id, key]) => {
    expect(await read({ ticket_id })).toMatchObject({ value: [{ event: { ticket: { id, key } } }] });
  });

  it("tells apart two updates to the same status by their times", async () => {
    const ids = [await read({}), await read({ ticket_updated_at: "2026-06-15T09:00:00Z" })].map(
      (parsed) => parsed.ok && parsed.value[0]?.id,
    );
    expect(new Set(ids).size).toBe(2);
  });

  it.for([
    ["ticket_id", { ticket_id: "42/../7" }],
    ["ticket_id", { ticket_id: undefined }],
    ["ticket_updated_at", { ticket_updated_at: undefined }],
  ] as const)("is refused without a fit %s", async ([member, change]) => {
    expect(await read(change)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringMatching(`^freshservice_webhook.${member}: `) },
    });
  });
});

describe("a ticket message", () => {
  it("is a transition", async () => {
    expect(await freshservice.said("ticket_message")).toMatchObject([
      { id: "42:transitioned:Approved:2026-06-15T08:00:00Z" },
    ]);
    expect(await freshservice.event("ticket_message")).toMatchObject({
      type: "ticket.transitioned",
      subject: "freshservice:42",
      ticket: {
        system: "freshservice",
        key: "SR-42",
        status: { to: "Approved" },
        project: "IT",
        requestType: "Connector owner",
        fields: { user: "ada.marsh@example.com", connector: "GitHub MCP", role: "Owner" },
      },
    });
  });

  it("is a ticket that was made", async () => {
    const event = await freshservice.event("ticket_message.created");
    expect(event).toMatchObject({ type: "ticket.created", ticket: { id: "43", key: "INC-43" } });
    expect(event).not.toHaveProperty("ticket.requestType");
  });

  it("takes from what was typed only what the ticket does not name", async () => {
    const message = {
      typed: {
        title: "Typed",
        requester: { name: "Ada Marsh", email: "typed@example.com" },
        fields: { role: "Owner", user: "a" },
      },
      id: 1,
      ticket: { id: 42, requester: { email: "ada.marsh@example.com" }, fields: { role: "" } },
      event: "updated",
      comment: "said long ago",
    };
    const parsed = await freshservice.read(message);
    expect(parsed).toEqual({
      ok: true,
      value: [
        {
          id: "42:updated::1",
          payload: JSON.stringify(message),
          event: {
            type: "ticket.updated",
            subject: "freshservice:42",
            ticket: {
              system: "freshservice",
              id: "42",
              key: "42",
              title: "Typed",
              requester: { name: "Ada Marsh", email: "ada.marsh@example.com" },
              fields: { user: "a" },
            },
          },
        },
      ],
    });
  });

  it("is refused without an id", async () => {
    const body = '{"event":"created","ticket":{"id":43}}';
    expect(await freshservice.read(body)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringMatching("^id: ") },
    });
  });
});
