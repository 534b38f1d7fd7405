import { expect, it } from "vitest";
import { withNamedFields } from "../../src/kit/fields.ts";
import type { Fields, TicketEvent } from "../../src/systems/event.ts";

const named = (fields: Fields, names: Readonly<Record<string, string>>) => {
  const ticket = { system: "github", id: "1", key: "a/b#1", title: "", fields };
  const event: TicketEvent = { type: "ticket.created", subject: "github:1", ticket };
  const { ticket: after } = withNamedFields(event, { github: names }) as TicketEvent;
  return after;
};

it("a ticket's request type is read from the configured field", () => {
  expect(named({ form: "Retire tool" }, { requestType: "form" }).requestType).toBe("Retire tool");
});

it("a ticket's request type is not read from a field called requestType, which any author of an issue can add", () => {
  expect(named({ requestType: "Retire tool" }, {}).requestType).toBeUndefined();
  expect(named({ requestType: "Retire tool" }, { requestType: "form" }).requestType).toBeUndefined();
});
