// Reads the events of recorded deliveries, and checks that a function uses nothing but its arguments.
import { onTestFinished, vi } from "vitest";
import { senders } from "../../../src/sandbox/vendors/senders.ts";
import type { SenderEvent } from "../../../src/systems/event.ts";
import { sources } from "../../../src/systems/index.ts";
import { dressed, NOW, recordings } from "../../systems/support/dressed.ts";
import { recordedIn } from "../../systems/support/vendor.ts";

/** Reads the events of all recorded deliveries, with the name of each file. */
export async function recordedEvents(): Promise<readonly (readonly [string, SenderEvent])[]> {
  const events = senders.map(async (sender) => {
    const source = sources.get(sender.source);
    return Promise.all(
      recordings(recordedIn(sender.source)).map(async ({ name, body, headers }) => {
        const parsed = source?.parse(await dressed(sender, body, {}, headers), NOW);
        if (!parsed?.ok) return [];
        return parsed.value.flatMap(({ event }) =>
          "ignored" in event ? [] : [[`${sender.source}/${name}`, event] as const],
        );
      }),
    );
  });
  return (await Promise.all(events)).flat(2);
}

/** Makes clock, randomness and network throw until the test ends. */
export function forbidAllElse(): void {
  const nothing = () => {
    throw new Error("asked for something else than its arguments");
  };
  for (const spy of [vi.spyOn(Date, "now"), vi.spyOn(Math, "random"), vi.spyOn(globalThis, "fetch")]) {
    spy.mockImplementation(nothing);
    onTestFinished(() => spy.mockRestore());
  }
}

export function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
