import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { requestedAction } from "../../../src/automations/platform/requested-action.ts";
import { Desk } from "../../../src/desk/desk.ts";
import { findControl, nameDesk } from "../../../src/desk/directory.ts";
import type { Env } from "../../../src/env.ts";
import { delivery, incoming, matched, policy, rulesOf, settings } from "../../simulation/world.ts";
import { until } from "../../support/until.ts";
import { DESK } from "../bindings.ts";

it("a desk rejects deliveries of another desk's subject", async () => {
  const one = delivery("D-1");
  await runInDurableObject(DESK.getByName("desk-7"), (desk) =>
    expect(desk.accept(one)).rejects.toThrow("D-1 does not belong to desk-7"),
  );
  expect(await DESK.getByName(nameDesk(4, "D-1")).accept(one)).toMatchObject({ duplicate: false });
});

it("Control permanently stores the first number of desks that it receives", async () => {
  const control = findControl(env as unknown as Env);
  expect([await control.keepDesks(4), await control.keepDesks(1), await control.keepDesks(4)]).toEqual([
    4, 4, 4,
  ]);
});

it("subjects are distributed over all desks, and equal subjects belong to the same desk", () => {
  const subjects = Array.from({ length: 200 }, (_, n) => `jira:${n}`);
  expect(new Set(subjects.map((subject) => nameDesk(4, subject))).size).toBe(4);
  expect(new Set(subjects.map((subject) => nameDesk(1, subject)))).toEqual(new Set(["desk-0"]));
  expect(nameDesk(4, "jira:10042")).toBe(nameDesk(4, "jira:10042"));
});

it("a run begins without waiting for the alarm, which is set before the sender gets its response", async () => {
  await runInDurableObject(DESK.getByName(nameDesk(4, "D-1")), async (_, ctx) => {
    // The object's alarm goes to its own instance, and never to this one.
    const desk = new Desk(ctx, env as Env, {
      settings: { ...settings, automations: { "requested-action": {} } },
      policy,
      approvers: null,
      replies: {},
      channels: () => ({ hasMessage: () => false, sendMessages: async () => {} }),
    });
    const request = incoming({
      type: "request.made",
      subject: "D-1",
      request: { action: "no.such", input: {} },
    });
    await desk.accept(matched(rulesOf(requestedAction), request));
    expect(await ctx.storage.getAlarm()).not.toBeNull();
    expect(desk.health().due + desk.health().inFlight).toBeGreaterThan(0);
    await until("the run to be worked on", () => desk.health().due === 0);
  });
});
