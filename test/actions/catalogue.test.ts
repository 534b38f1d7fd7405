// The catalogue of actions: each entry is complete, and everybody who asks can ask for the same.
import { expect, it } from "vitest";
import { actions, requests } from "../../src/actions/index.ts";
import { fromTickets } from "../../src/automations/from-tickets.ts";
import { automations } from "../../src/automations/index.ts";
import { commands } from "../../src/channels/slack/commands/index.ts";
import { understand } from "../../src/channels/slack/grammar/grammar.ts";

it.for(Array.from(actions))("%s says how it is asked for, or why nobody can ask", ([name, { request }]) => {
  if ("notAskedFor" in request) return expect(request.notAskedFor).toMatch(/^[A-Z].*\.$/);
  expect(requests.get(name)).toBe(request);
  expect(request.action).toBe(name);
  expect(request.description).toMatch(/^[A-Z].*\.$/);
  for (const [member, schema] of Object.entries(request.input.shape))
    expect(schema.meta()?.description, member).toBeTruthy();
});

it("tickets ask for every action that can be asked for, each by an automation of its own", () => {
  expect(Array.from(fromTickets.keys()).sort()).toEqual(Array.from(requests.keys()).sort());
  expect(new Set(Array.from(fromTickets.values(), ({ name }) => name)).size).toBe(fromTickets.size);
  for (const automation of fromTickets.values()) expect(automations.get(automation.name)).toBe(automation);
});

it("Slack has a command for every action that can be asked for, and for no other", () => {
  const texts = [
    ...Array.from(commands.values(), ({ example }) => example),
    "owner remove GitHub maintainer from GitHub user ada.marsh@example.com",
  ];
  const now = Date.parse("2026-04-01T08:00:00Z");
  const asked = texts.flatMap((text) => {
    const understood = understand(text, { now, timeZone: "Europe/Berlin" });
    if (understood.kind !== "understood") throw new Error(`${text}: ${JSON.stringify(understood)}`);
    const command = commands.get(understood.command);
    return command && "request" in command ? [command.request(understood.args).action] : [];
  });
  expect(Array.from(new Set(asked)).sort()).toEqual(Array.from(requests.keys()).sort());
});
