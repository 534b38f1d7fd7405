// Verifies that each entry of the catalogue of systems is complete, or that this file gives the reason for a gap.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { senders, slack } from "../../src/sandbox/vendors/senders.ts";
import { entrances, sources, systems } from "../../src/systems/index.ts";
import { rotaSystems } from "../../src/systems/on-call/rota.ts";

const all = Array.from(systems.values());
const read = (path: string): string => readFileSync(root(path), "utf8");
const reference = read("docs/reference/variables.md");
/** The names of the constants that list a sender's events. */
const EVENTS = /^\w*(ACTIONS|CHANGES|EVENTS|KINDS|LIFECYCLE|MEANINGS|NEWS)\b/;

/** Systems whose API Reeve does not need, with the reason. */
const WITHOUT_API: Readonly<Record<string, string>> = {
  gitlab: "its issues are not answered yet",
  rippling: "its events contain the data that automations need",
  workday: "the customer's integration sends the data that automations need",
  okta: "its events contain the data that automations need",
  "microsoft-graph": "its events are about workers of entra, whose API it is",
  "standard-webhooks": "it belongs to no vendor",
  actions: "it belongs to no vendor",
  conductorone: "it is answered by the governance client, at its callback addresses",
};

describe("in the catalogue of systems,", () => {
  it("each entry point has a unique name and a unique secret variable", () => {
    expect(new Set(entrances.map(({ name }) => name)).size).toBe(entrances.length);
    expect(new Set(entrances.map(({ secretVariable }) => secretVariable)).size).toBe(entrances.length);
  });

  it("each file of src/systems is listed, except those that all systems share", () => {
    const files = readdirSync(root("src/systems")).filter((name) => name.endsWith(".ts"));
    const served = ["event.ts", "index.ts", "system.ts"];
    const own = all.filter((system) => !rotaSystems.some((one) => one === system));
    expect(files.filter((name) => !served.includes(name)).sort()).toEqual(
      own.map(({ name }) => `${name}.ts`).sort(),
    );
  });

  it.for(entrances)("$name has a signer, and a line on its set-up", ({ name, setUp }) => {
    expect([...senders, slack, { source: "teams" }].map(({ source }) => source)).toContain(name);
    expect(setUp).toMatch(/^[A-Z].{20,}\.$/);
  });

  it.for([...sources.keys()])("%s has fixtures", (name) => {
    expect(existsSync(root(`test/fixtures/${name}`))).toBe(true);
    expect(readdirSync(root(`test/fixtures/${name}`)).length).toBeGreaterThan(0);
  });

  it.for([...sources.keys()])("%s has a recording of each event that it reads", (name) => {
    const code = existsSync(root(`src/systems/${name}.ts`)) ? read(`src/systems/${name}.ts`) : "";
    const maps = code.split(/^const /m).filter((part) => EVENTS.test(part));
    const lines = maps.flatMap((part) => part.split(/^[\]}]/m)[0]?.split("\n") ?? []);
    const events = lines.flatMap(
      (line) => /^ {2}\["([\w.:]+)",/.exec(line)?.slice(1) ?? line.match(/(?<=[ .]\[.*")[a-z]+(?=")/g) ?? [],
    );
    const recorded = readdirSync(root(`test/fixtures/${name}`))
      .map((file) => read(`test/fixtures/${name}/${file}`))
      .join();
    expect(events.filter((event) => !new RegExp(`[".]${event}"`).test(recorded))).toEqual([]);
  });

  it.for(all.map((system) => [system.name, system] as const))(
    "%s has an API on pinned hosts, or a reason to need no API",
    ([name, { api, complete, findPerson, replies }]) => {
      expect(api === undefined, `${name}: add an \`api\`, or its reason to WITHOUT_API`).toBe(
        name in WITHOUT_API,
      );
      if (!api) expect(complete ?? findPerson ?? replies).toBeUndefined();
      else {
        expect(api.address.hosts.length).toBeGreaterThan(0);
        for (const host of api.address.hosts) expect(host).toMatch(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)+$/);
        expect(api.variables.length).toBeGreaterThan(0);
        for (const variable of [api.address.variable, ...api.variables])
          expect(reference, variable).toContain(`\`${variable}\``);
      }
    },
  );
});
