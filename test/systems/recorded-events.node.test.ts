// Tests that each recorded delivery is read as its events in test/systems/events, with their ids. After an intended
// change, run EVENTS=write npm test -- test/systems/recorded-events and npm run format, and review the changed events.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fixture, fixtures } from "../../src/cli/send/deliver.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import { senders } from "../../src/sandbox/vendors/senders.ts";
import { RECORDED } from "../../src/sandbox/vendors/template.ts";
import { sourceNamed } from "../support/source-named.ts";
import { dressed, NOW } from "./support/dressed.ts";

// The callback address in these deliveries is encrypted by their verification: see conductorone.test.ts.
const played = senders.filter(({ source }) => source !== "conductorone");

it.for(played.map((sender) => [sender.source, sender] as const))(
  "each recording from %s is read as its recorded events",
  async ([name, sender]) => {
    const read: Record<string, unknown> = {};
    for (const recording of fixtures(name)) {
      const { body, headers } = fixture(name, recording, RECORDED);
      const parsed = sourceNamed(name).parse(await dressed(sender, body, {}, headers), NOW);
      read[recording] = parsed.ok ? parsed.value.map(({ id, event }) => ({ id, event })) : parsed.reason;
    }
    const file = root(`test/systems/events/${name}.json`);
    if (process.env["EVENTS"] === "write") writeFileSync(file, `${JSON.stringify(read, null, 2)}\n`);
    expect(read).toEqual(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});
  },
);
