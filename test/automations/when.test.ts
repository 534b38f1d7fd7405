import { describe, expect, it } from "vitest";
import { fromTickets } from "../../src/automations/from-tickets.ts";
import { automations } from "../../src/automations/index.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { type Automation, automation } from "../../src/kit/automation.ts";
import { withNamedFields } from "../../src/kit/fields.ts";
import { isSchedule } from "../../src/kit/schedule.ts";
import { automationSettings, type Settings } from "../../src/kit/settings.ts";
import { ownAutomations } from "../../src/own/automations/index.ts";
import { withFacts } from "../../src/systems/api/complete.ts";
import type { Event, SenderEvent, Ticket, WorkerEvent } from "../../src/systems/event.ts";
import type { WorkerRecord } from "../../src/systems/system.ts";
import { tenantAt } from "../governance/tenant.ts";
import { isFullSweep } from "../support/sweep.ts";
import { findForm, makeContext } from "./support/context.ts";
import { tick } from "./support/proposed.ts";
import { forbidAllElse, frozen, recordedEvents } from "./support/recorded-events.ts";
import { ticketNews, workerNews } from "./support/workers.ts";

const settings: Settings = {
  ...sample.settings,
  automations: {
    ...sample.settings.automations,
    "policy-step-by-hr": automationSettings["policy-step-by-hr"].parse({ inOrder: "approve" }),
    "provision-by-ticket": automationSettings["provision-by-ticket"].parse({
      ticket: { system: "jira", project: "IAM" },
      completeIn: "Done",
      errorIn: "Declined",
    }),
  },
};
const all = Array.from(automations.values());
const named = (name: string): Automation => {
  const found = automations.get(name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};

describe("an event is wanted by", () => {
  it.for(Array.from(fromTickets))(
    "the ticket automation for %s if it is an approved ticket with the right form and project",
    ([action]) => {
      const asked = fromTickets.get(action);
      const { requestType = "", status = [] } = findForm(settings, action) ?? {};
      const why = (change: Partial<Ticket>, other: Partial<Settings> = {}) =>
        asked?.when(ticketNews({ requestType, ...change }), { ...settings, ...other });
      const wanted = status.map((name) => `"${name}"`).join(" or ");
      expect([
        ...status.map((to) => why({ status: { to } })),
        why({ requestType: "New laptop" }),
        why({ requestType: undefined as never }),
        why({ status: { to: "Open" } }),
        why({ status: undefined as never }),
        why({ project: "HR" }),
        why(
          { system: "zendesk" },
          { ticketProjects: {}, automations: { [asked?.name ?? ""]: { requestType, status } } },
        ),
        why({}, { automations: {} }),
        asked?.when({ ...ticketNews({ requestType }), type: "ticket.updated" }, settings),
      ]).toEqual([
        ...status.map(() => true),
        `The form is "New laptop", not "${requestType}".`,
        `The ticket does not name a form. The required form is "${requestType}".`,
        `The status is "Open", not ${wanted}.`,
        `The status is not ${wanted}.`,
        'settings.ticketProjects does not list the project "HR" of jira.',
        "settings.ticketProjects lists no project of zendesk.",
        "src/config.ts defines no form for this automation.",
        `${asked?.name} does not listen to ticket.updated.`,
      ]);
    },
  );

  it.for<[string, WorkerEvent, boolean]>([
    ["mover", workerNews("worker.changed", { changed: ["location", "jobTitle"] }), true],
    ["mover", workerNews("worker.changed", { changed: ["location"] }), false],
    ["mover", workerNews("worker.changed"), false],
    ["mover", workerNews("worker.hired", { possibleTypes: ["worker.changed"] }), true],
    ["mover", workerNews("worker.hired"), false],
    ["joiner", workerNews("worker.hired"), true],
    ["joiner", workerNews("worker.hired", { worker: { department: "Sales" } }), true],
    ["joiner", workerNews("worker.returned"), true],
    ["joiner", workerNews("worker.terminated"), true],
    ["joiner", workerNews("worker.changed", { possibleTypes: ["worker.returned"] }), true],
    ["joiner", workerNews("worker.changed"), false],
    ["leaver", workerNews("worker.terminated"), true],
    ["leaver", workerNews("worker.returned"), true],
    ["leaver", workerNews("worker.changed", { possibleTypes: ["worker.terminated"] }), true],
    ["leaver", workerNews("worker.hired"), false],
  ])("%s or not, depending on its data: %j: %s", ([name, event, is]) => {
    const relevance = named(name).when(event, settings);
    if (is) expect(relevance).toBe(true);
    else expect(relevance).toMatch(/\.$/);
  });

  it("requested-action if it is a request", () => {
    const event: Event = { type: "request.made", subject: "slack:1", request: { action: "x", input: {} } };
    expect(named("requested-action").when(event, settings)).toBe(true);
  });

  it.for(all.flatMap((one) => (isSchedule(one.on) ? [[one.name, one] as const] : [])))(
    "%s only if it is the automation's own schedule",
    ([, one]) => {
      const dueAt = "2027-03-29T05:00:00.000Z";
      expect(one.when(tick(one, dueAt), settings)).toBe(true);
      const other = automation({ name: "other", on: one.on, propose: () => ({ ignore: "" }) });
      expect(one.when(tick(other, dueAt), settings)).toMatch(/^\S+ does not listen to schedule.due/);
    },
  );
});

const worker = { email: "ada.marsh@example.com", department: "Engineering", jobTitle: "Staff Engineer" };
/** Possible responses from an HR system about a worker. */
const RECORDS: readonly WorkerRecord[] = [
  { active: true, worker },
  { active: true, hiredOn: "2098-01-01", worker },
  { active: true, worker: { ...worker, lastDay: "2098-01-01", department: "Security" } },
  { active: false, hiredOn: "2020-01-01", worker: { ...worker, lastDay: "2026-01-01" } },
];

/** Lists the forms that an event can have when its run proposes. */
const completed = (event: SenderEvent): readonly SenderEvent[] =>
  "worker" in event ? [event, ...RECORDS.map((record) => withFacts(event, record))] : [event];

/** Returns settings in which an event's ticket has the form of every ticket automation. */
function asking(event: SenderEvent): Settings {
  if (!("ticket" in event)) return settings;
  const { system, requestType = "", status } = event.ticket;
  const form = { requestType, status: [status?.to ?? ""], projects: { [system]: ["*"] } };
  return {
    ...settings,
    automations: {
      ...settings.automations,
      ...Object.fromEntries(Array.from(fromTickets.values(), ({ name }) => [name, form])),
    },
  };
}

describe("the function `when`", async () => {
  const tenant = await tenantAt("when.example.com");
  const events = await recordedEvents();
  const kinds = events.map((one) => {
    const [file, event] = one;
    const kind = "ticket" in event ? event.ticket.requestType : file.split("/")[0];
    return [`${event.type} ${kind}`, one] as const;
  });
  // Other events of the same kind differ only in data that no automation uses.
  const sampled = isFullSweep ? events : [...new Map(kinds).values()];

  it("never declines an event for which its automation would propose something", async () => {
    const busy = new Set<string>();
    for (const [file, event] of sampled)
      for (const by of new Set([settings, asking(event)])) {
        const context = makeContext(tenant.client(), { settings: by });
        for (const one of all) {
          const atIntake = one.when(withNamedFields(event, by.fields), by);
          for (const complete of completed(event)) {
            const proposal = await Promise.resolve()
              .then(() => one.propose(withNamedFields(complete, by.fields), context))
              .catch((error: Error) => ({ threw: error.message }));
            // The desk checks by itself whether an event withdraws waiting plans.
            const nothing =
              "ignore" in proposal &&
              (!proposal.cancelsEarlier || proposal.ignore.includes("does not listen to"));
            if (nothing) continue;
            expect(atIntake, `${one.name} of ${file}: ${JSON.stringify(proposal).slice(0, 300)}`).toBe(true);
            busy.add(one.name);
          }
        }
      }
    const onEvents = all.filter(({ on }) => !isSchedule(on));
    expect(Array.from(busy).sort()).toEqual(onEvents.map(({ name }) => name).sort());
  });

  it("is pure and synchronous: it returns the same result for frozen arguments, and uses no clock, randomness or network", () => {
    forbidAllElse();
    for (const [file, event] of events)
      for (const one of [...all, ...ownAutomations]) {
        const by = asking(event);
        const [given, before] = [frozen(structuredClone(event)), one.when(event, by)];
        expect(one.when(given, frozen(structuredClone(by))), `${one.name} of ${file}`).toBe(before);
        if (before !== true) expect(before).toMatch(/^\S.*\.$/s);
      }
  });
});
