// The catalogue of actions: each entry is complete, and all channels offer the same actions.
import { expect, it } from "vitest";
import type { PlannedAction } from "../../src/actions/action.ts";
import { formFields } from "../../src/actions/form.ts";
import { actions, requests, undoing } from "../../src/actions/index.ts";
import { fromTickets } from "../../src/automations/from-tickets.ts";
import { automations } from "../../src/automations/index.ts";
import { findMeaning } from "../../src/channels/slack/commands.ts";
import { actionsModal } from "../../src/channels/slack/forms.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { inputs } from "./inputs.ts";

const planOf = (name: string) => actions.get(name)?.fromRecord(inputs[name]) as PlannedAction;

it.for(Array.from(actions))(
  "%s has a request form, or a reason why it can't be requested",
  ([name, { request }]) => {
    if ("notAskedFor" in request) return expect(request.notAskedFor).toMatch(/^[A-Z].*\.$/);
    expect(requests.get(name)).toBe(request);
    expect(request.action).toBe(name);
    expect(request.description).toMatch(/^[A-Z].*\.$/);
    for (const { name: member, hint } of formFields(request.input, sample.settings))
      expect(hint, member).toBeTruthy();
  },
);

it.for(Array.from(actions))(
  "%s is undone by another action, or by a person who follows instructions",
  ([name, action]) => {
    const planned = action.fromRecord(inputs[name]);
    const undo = undoing(JSON.parse(JSON.stringify(planned)));
    expect(undo).not.toBeNull();
    if ("by" in action.undo) return expect(undo?.effects).not.toEqual([]);
    const target = `undoing of ${planned.target}`;
    expect(undo).toMatchObject({ action: "undo.by-hand", target, effects: [] });
    expect(undo?.summary).toContain(action.undo.byHand);
    expect(action.undo.byHand).toMatch(/^[A-Z].*\.$/);
    expect(undo?.beneficiaries).toEqual(planned.beneficiaries);
  },
);

it("undoing an action removes its inventory entries, except entries that prevent the action from being repeated", () => {
  const left = (name: string) => undoing(planOf(name))?.leaves;
  expect(left("connector-owner.add")).toEqual([
    { kind: "ownership", key: "connector/app_1/con_1/usr_1/owner", data: null },
  ]);
  expect(left("tool.retire")).toEqual([{ kind: "retired_tool", key: "app_1/con_1/tool_1", data: null }]);
  // Without the entry, the schedule would create the campaign again.
  expect(left("campaign.create")).toEqual([]);
});

it("undoing a manual end of an ownership adds the ownership again, without the past last day", () => {
  expect(undoing(planOf("connector-owner.end-by-hand"))?.summary).toBe(
    "Add Ada Marsh as owner of the connector GitHub MCP (app GitHub).",
  );
});

it("an action has no undo action if the action's name is unknown or its input can't be read", () => {
  const planned = planOf("connector-owner.end-by-hand");
  expect(undoing({ ...planned, action: "mainframe.reboot" })).toBeNull();
  expect(undoing({ ...planned, input: {} })).toBeNull();
});

it("every requestable action has its own ticket automation", () => {
  expect(Array.from(fromTickets.keys()).sort()).toEqual(Array.from(requests.keys()).sort());
  expect(new Set(Array.from(fromTickets.values(), ({ name }) => name)).size).toBe(fromTickets.size);
  for (const automation of fromTickets.values()) expect(automations.get(automation.name)).toBe(automation);
});

it("Slack offers every requestable action by its name and in the list of actions", () => {
  const meant = Array.from(requests.keys(), (action) => findMeaning(action.toUpperCase()));
  expect(meant).toEqual(Array.from(requests.keys(), (action) => ({ kind: "ask", action })));
  const { blocks } = actionsModal({ responseUrl: null });
  expect(blocks.map((block) => "accessory" in block && block.accessory)).toEqual(
    Array.from(requests.keys(), (action) => expect.objectContaining({ value: `ask:${action}` })),
  );
});
