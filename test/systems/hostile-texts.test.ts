// Tests that hostile text in deliveries and in the responses of HR systems is read, or rejected with a message.
import { describe, expect, it } from "vitest";
import { startOfDay } from "../../src/base/days.ts";
import { once } from "../../src/base/once.ts";
import { Problem } from "../../src/base/problem.ts";
import { readIncoming } from "../../src/http/incoming.ts";
import { makeHeadline } from "../../src/runs/headline.ts";
import { senders } from "../../src/sandbox/vendors/senders.ts";
import { withFacts } from "../../src/systems/api/complete.ts";
import type { SenderEvent } from "../../src/systems/event.ts";
import { systems } from "../../src/systems/index.ts";
import { STATUS_CHANGES, workerEvent } from "../../src/systems/reading/worker.ts";
import type { ParsedDelivery } from "../../src/systems/system.ts";
import { rulesOf } from "../simulation/world.ts";
import { HOSTILE_TEXTS } from "../support/hostile-texts.ts";
import { sourceNamed } from "../support/source-named.ts";
import { sampleOf } from "../support/sweep.ts";
import { dressed, NOW, recordings } from "./support/dressed.ts";
import { recordedIn } from "./support/vendor.ts";

/** Placeholders that HR systems send instead of a day. */
const NO_DAYS = [
  "9999-12-31",
  "9999-12-31T23:59:59Z",
  "9999-12-31T00:00:00.000+14:00",
  "0001-01-01",
  "0001-01-01T00:00:00",
  "0000-00-00",
  "0000-01-01",
  "1753-01-01",
  "",
];
const DATE = /^\d{4}-\d\d-\d\d/;

/** Returns the replacement for a text, or `undefined` to keep it. */
type Put = (text: string) => string | undefined;

/** Replaces texts in JSON. */
const withTexts = (json: string, put: Put): string =>
  JSON.stringify(JSON.parse(json), (_, value) => (typeof value === "string" ? (put(value) ?? value) : value));

/** Replaces texts in a recorded body: in the fields of a form, in JSON, or the whole body if it is other text. */
function bodyWith(body: string, contentType: string, put: Put): string {
  if (contentType.includes("form"))
    return new URLSearchParams(
      Array.from(new URLSearchParams(body), ([name, text]) => [name, put(text) ?? text]),
    ).toString();
  return /^[[{]/.test(body) ? withTexts(body, put) : (put(body) ?? body);
}

/** Checks an event the way Reeve processes every external event. */
function isSound(event: SenderEvent): void {
  expect(JSON.parse(JSON.stringify(event))).toEqual(event);
  expect(event.subject).toMatch(/^[a-z-]+:/);
  expect(() => makeHeadline(event, "jira")).not.toThrow();
  if (event.occurredAt !== undefined)
    expect(new Date(Date.parse(event.occurredAt)).toISOString()).toBe(event.occurredAt);
  if ("worker" in event)
    for (const day of [event.effectiveOn, event.worker.lastDay])
      if (day !== undefined)
        expect(startOfDay(day.slice(0, 10), "Pacific/Kiritimati")).toBeGreaterThan(Date.parse("1899-12-30"));
}

/** Maximum length of the texts in a delivery, in UTF-16 units of up to three UTF-8 bytes, with room for the rest. */
const ROOM = 1_000_000 / 3;

describe.for(senders.map((sender) => [sender.source, sender] as const))(
  "a delivery from %s",
  ([name, sender]) => {
    const source = sourceNamed(name);
    const recorded = once(() =>
      Promise.all(
        recordings(recordedIn(name)).map(async ({ body, headers }) => ({
          body,
          delivery: await dressed(sender, body, {}, headers),
        })),
      ),
    );

    /** Reads the recorded bodies with replaced texts, up to the matching of automations. */
    async function read(put: Put, check: (said: ParsedDelivery) => void): Promise<void> {
      for (const { body, delivery } of await recorded()) {
        const text = bodyWith(body, delivery.headers.get("content-type") ?? "", put);
        const changed = { ...delivery, body: new Uint8Array(new TextEncoder().encode(text)) };
        const parsed = source.parse(changed, NOW);
        if (parsed.ok) {
          for (const one of parsed.value) check(one);
          expect(await readIncoming(source, [changed.body], parsed.value, rulesOf())).toHaveLength(
            parsed.value.length,
          );
        } else expect(parsed.reason.detail).toMatch(/\w/);
      }
    }

    /** Texts that determine a delivery's type: if they are replaced, nothing else in it is read. */
    const kinds = once(async () => {
      const says = async (put: Put): Promise<string> => {
        const all: string[] = [];
        await read(put, ({ event }) => all.push("ignored" in event ? "ignored" : event.type));
        return all.join();
      };
      const [texts, found] = [new Set<string>(), new Set<string>()];
      const usual = await says((text) => void texts.add(text));
      for (const text of texts)
        if ((await says((one) => (one === text ? "a" : undefined))) !== usual) found.add(text);
      return found;
    });

    it.for(sampleOf(Object.entries(HOSTILE_TEXTS), 8))(
      "is either read or rejected if its text contains %s",
      async ([, hostile]) => {
        const kept = await kinds();
        const check = ({ id, event }: ParsedDelivery) => {
          expect(id).not.toBe("");
          if ("ignored" in event) expect(event.ignored).toMatch(/\w/);
          else isSound(event);
        };
        const most = Math.floor(ROOM / Math.max(1, hostile.length));
        let [ofAll, ofMost] = [0, 0];
        await read(() => (ofAll++ < most ? hostile : undefined), check);
        await read((text) => (!kept.has(text) && ofMost++ < most ? hostile : undefined), check);
        expect(Reflect.get({}, "polluted")).toBeUndefined();
      },
    );

    it.for(NO_DAYS)("has no last or effective day if its dates are %j", async (none) => {
      await read(
        (text) => (DATE.test(text) ? none : undefined),
        ({ event }) => {
          if ("ignored" in event) return;
          isSound(event);
          expect(event).not.toHaveProperty("effectiveOn");
          expect(event).not.toHaveProperty("worker.lastDay");
          // A worker whose last day never comes stays employed.
          if (
            none === "9999-12-31" &&
            "worker" in event &&
            event.worker.system === name &&
            OWN_DAYS.has(name)
          )
            expect(event.type).not.toBe("worker.terminated");
        },
      );
    });
  },
);

/** Senders that report terminations in Reeve's own format. */
const OWN_DAYS: ReadonlySet<string> = new Set(["standard-webhooks", "workday", "rippling"]);

/** A worker recorded by an HR system, and its responses by the end of the requested path. */
interface OnRecord {
  readonly id: string;
  readonly folder: string;
  readonly answers: Readonly<Record<string, string>>;
}
const ON_RECORD: Readonly<Record<string, OnRecord>> = {
  bamboohr: { id: "118", folder: "bamboohr-api", answers: { "": "employee" } },
  hibob: { id: "3332883854254932118", folder: "hibob-api", answers: { "": "people-search" } },
  personio: {
    id: "10118",
    folder: "personio-api",
    answers: { "/employments": "employments.terminated", "": "person" },
  },
  gusto: { id: "118", folder: "gusto-api", answers: { "": "employee.terminating" } },
  merge: { id: "118", folder: "merge-api", answers: { "": "employee.expanded" } },
  entra: { id: "118", folder: "microsoft-graph-api", answers: { "": "user.leaving" } },
};

it("these tests cover every HR system that has an API", () => {
  const asked = Array.from(systems.values()).flatMap(({ name, complete }) => (complete ? [name] : []));
  expect(asked.sort()).toEqual(Object.keys(ON_RECORD).sort());
});

describe.for(Object.entries(ON_RECORD))("a worker recorded by %s", ([name, { id, folder, answers }]) => {
  const files = recordedIn(folder);
  const event = workerEvent(name, id, {
    type: "worker.changed",
    possibleTypes: STATUS_CHANGES,
    occurredAt: new Date(NOW).toISOString(),
  });

  /** Completes the event with responses whose texts are replaced. */
  async function completed(put: Put) {
    const client = {
      call: async ({ path }: { readonly path: string }) => {
        const end = Object.keys(answers).find((one) => path.endsWith(one)) ?? "";
        return JSON.parse(withTexts(files[`../../fixtures/${folder}/${answers[end]}.json`] ?? "null", put));
      },
    };
    const record = await systems.get(name)?.complete?.(event, client);
    return record ? { record, event: withFacts(event, record) } : null;
  }

  it("has a first or a last day", async () => {
    const found = await completed(() => undefined);
    const { hiredOn, worker } = found?.record ?? {};
    expect(hiredOn ?? worker?.lastDay ?? worker?.leavesAt?.slice(0, 10)).toMatch(DATE);
  });

  it.for(sampleOf(Object.entries(HOSTILE_TEXTS), 8))(
    "either is completed or fails with a problem if its text contains %s",
    async ([, hostile]) => {
      const found = await completed(() => hostile).catch((error: unknown) => {
        expect(error).toBeInstanceOf(Problem);
        return null;
      });
      if (found) isSound(found.event);
    },
  );

  it.for(NO_DAYS)("has no first, last or effective day if its dates are %j", async (none) => {
    const found = await completed((text) => (DATE.test(text) ? none : undefined));
    expect(found).not.toBeNull();
    for (const of of [found?.record, found?.event])
      for (const member of ["hiredOn", "worker.lastDay", "effectiveOn"])
        expect(of).not.toHaveProperty(member);
    if (found) isSound(found.event);
    if (found?.record.active) expect(found.event.type).not.toBe("worker.terminated");
  });
});
