import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { Desk } from "../../src/desk/desk.ts";
import type { Env } from "../../src/env.ts";
import { incoming, policy, settings } from "../simulation/world.ts";
import { until } from "../support/until.ts";
import { DESK } from "./bindings.ts";

it("a run begins without waiting for the alarm, which is set before anyone is told", async () => {
  await runInDurableObject(DESK.getByName("desk-0"), async (_, ctx) => {
    // The alarm of the object goes to the instance that it has itself, and never to this one.
    const desk = new Desk(ctx, env as Env, {
      settings: { ...settings, automations: { "requested-action": {} } },
      policy,
      approvers: null,
      replies: {},
      channels: () => ({ hasMessage: () => false, sendMessages: async () => {}, reply: async () => {} }),
    });
    const request = { action: "no.such", input: {} };
    await desk.accept(incoming({ type: "request.made", subject: "D-1", request }));
    expect(await ctx.storage.getAlarm()).not.toBeNull();
    expect(desk.health().due + desk.health().inFlight).toBeGreaterThan(0);
    await until("the run to be worked on", () => desk.health().due === 0);
  });
});
