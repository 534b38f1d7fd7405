import { describe, expect, it } from "vitest";
import { automations } from "../../src/automations/index.ts";
import { fixture } from "../../src/cli/send/deliver.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { withNamedFields } from "../../src/kit/fields.ts";
import { bytes } from "../../src/sandbox/vendors/signing.ts";
import type { TicketEvent } from "../../src/systems/event.ts";
import { sourceNamed } from "../support/source-named.ts";

const NAME = "connector-owner-from-ticket";

/** Changes of a recorded body: pairs of a text and its replacement. */
type Change = readonly (readonly [found: string, becomes: string])[];

interface Case {
  /** The recording of an approved ticket of the form, changed if necessary. */
  readonly approved: string;
  readonly status: string;
  readonly change?: Change;
  /** Changes that turn the recording into a delivery that declines the ticket, changes its form, or deletes it. */
  readonly declined: Change;
  readonly otherForm: Change;
  readonly deleted: Change;
  readonly query?: string;
  /** The id of the approved status, a change to its name in another language, and a change to another status. */
  readonly byId?: readonly [id: string, translated: Change, other: Change];
}

/** Returns the change of a text in a recorded body. */
const set = (name: string, found: string, becomes: string) =>
  [`"${name}": "${found}"`, `"${name}": "${becomes}"`] as const;
const FORM = ["Connector owner", "New laptop"] as const;
const withId = (name: string, id: string): Change => [
  ['"status": "Approved"', `"status": "${name}", "statusId": "${id}"`],
];
const MESSAGE = {
  byId: ["7", withId("Genehmigt", "7"), withId("Abgelehnt", "8")],
  declined: [set("status", "Approved", "Declined")],
  otherForm: [FORM, ['"transitioned"', '"updated"']],
  deleted: [['"transitioned"', '"deleted"']],
} as const;

const SYSTEMS: Readonly<Record<string, Case>> = {
  jira: {
    approved: "issue_updated.transitioned",
    status: "Approved",
    declined: [set("name", "Approved", "Declined")],
    otherForm: [FORM, set("fieldId", "status", "customfield_10010")],
    deleted: [["jira:issue_updated", "jira:issue_deleted"]],
    byId: [
      "10042",
      [set("name", "Approved", "Genehmigt")],
      [set("name", "Approved", "Abgelehnt"), set("id", "10042", "10043")],
    ],
  },
  "jira-automation": {
    approved: "ticket_message",
    status: "Approved",
    ...MESSAGE,
    otherForm: [...MESSAGE.otherForm, set("previousStatus", "Waiting for approval", "")],
  },
  zendesk: { approved: "trigger.approved", status: "Approved", ...MESSAGE },
  freshservice: { approved: "ticket_message", status: "Approved", ...MESSAGE },
  servicenow: {
    approved: "sc_req_item.approved",
    status: "Approved",
    declined: [set("display_value", "Approved", "Declined")],
    otherForm: [
      FORM,
      set("display_value", "Requested", "Approved"),
      set("display_value", "Approved", "Approved"),
    ],
    deleted: [set("operation", "update", "delete")],
    byId: [
      "approved",
      [set("display_value", "Approved", "Genehmigt")],
      [set("display_value", "Approved", "Abgelehnt"), set("value", "approved", "rejected")],
    ],
  },
  github: {
    approved: "issues.closed",
    status: "completed",
    declined: [set("state_reason", "completed", "not_planned")],
    otherForm: [['"name": "request: ', '"name": "was: '], set("action", "closed", "unlabeled")],
    deleted: [set("action", "closed", "deleted")],
  },
  gitlab: {
    approved: "issue.close",
    status: "closed",
    declined: [set("state", "closed", "opened"), set("action", "close", "reopen")],
    otherForm: [['"title": "request: ', '"title": "was: '], set("action", "close", "update")],
    // GitLab sends no event for a deleted issue.
    deleted: [],
    byId: [
      "2",
      [set("state", "closed", "geschlossen")],
      [set("state", "closed", "Abgelehnt"), ['"state_id": 2', '"state_id": 1']],
    ],
  },
  linear: {
    approved: "issue.update.transitioned",
    status: "Approved",
    declined: [set("name", "Approved", "Canceled")],
    otherForm: [
      ['"name": "request: ', '"name": "was: '],
      ['"updatedFrom"', '"was"'],
    ],
    deleted: [set("action", "update", "remove")],
    byId: [
      "a1f0c6de-0000-4000-8000-000000000002",
      [set("name", "Approved", "Genehmigt")],
      [
        set("name", "Approved", "Abgelehnt"),
        set("id", "a1f0c6de-0000-4000-8000-000000000002", "a1f0c6de-0000-4000-8000-000000000003"),
      ],
    ],
  },
};

/** Parses a delivery. @returns the event of its ticket, or the reason why it is ignored */
function parse(source: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  const url = new URL(`https://reeve.example.com/hooks/${source}`);
  const delivery = { method: "POST", url, headers: new Headers(headers), body: bytes([body]) };
  const parsed = sourceNamed(source).parse(delivery, Date.now());
  return parsed.ok ? parsed.value[0]?.event : undefined;
}

function parseTicket(...delivery: Parameters<typeof parse>): TicketEvent {
  const event = parse(...delivery);
  const named = event && !("ignored" in event) && withNamedFields(event, sample.settings.fields);
  if (!named || !("ticket" in named)) throw new Error(`${delivery[0]} reads no ticket`);
  return named;
}

const replaced = (body: string, changes: Change) =>
  changes.reduce((text, [found, becomes]) => {
    expect(text).toContain(found);
    return text.replaceAll(found, becomes);
  }, body);

function read(source: string, one: Case, further: Change): TicketEvent {
  const { body, headers } = fixture(source, one.approved);
  return parseTicket(source, replaced(body, [...(one.change ?? []), ...further]), headers);
}

/** Returns settings in which the rule has a form, for all projects of a system. */
const settingsFor = (system: string, form: object) =>
  ({
    ...sample.settings,
    automations: { [NAME]: { requestType: "Connector owner", ...form } },
    ticketProjects: { [system]: ["*"] },
  }) as typeof sample.settings;

const rule = Array.from(automations.values()).find(({ name }) => name === NAME);

describe.for(Object.entries(SYSTEMS))("the ticket automation for %s", ([source, one]) => {
  const [system = ""] = source.split("-");
  const settings = settingsFor(system, { status: [one.status] });
  const withdrawn = (change: Change) => rule?.withdrawn?.(read(source, one, change), settings);
  const named = (change: Change) => {
    const event = read(source, one, change);
    return { type: event.type, subject: event.subject };
  };
  const { subject } = named([]);

  it("matches an approved ticket, and withdraws no run because of it", () => {
    const event = read(source, one, []);
    expect(rule?.when(event, settings)).toBe(true);
    expect(withdrawn([])).toBeNull();
  });

  it.runIf(one.byId)("matches and withdraws by the id of a status, regardless of the status's name", () => {
    const [id = "", translated = [], other = []] = one.byId ?? [];
    const byId = settingsFor(system, { status: [], statusId: [id] });
    const events = [translated, other].map((change) => read(source, one, change));
    expect(events.map((event) => rule?.when(event, byId))).toEqual([
      true,
      expect.stringContaining(`not the status with the id ${id}`),
    ]);
    expect(events.map((event) => rule?.withdrawn?.(event, byId))).toEqual([
      null,
      expect.stringMatching(/ is now “Abgelehnt”$/),
    ]);
    const nameless = events.map((event) => {
      if (!event.ticket.status) throw new Error(`${source} reads no status`);
      const { from = "", to } = event.ticket.status;
      return { ...event, ticket: { ...event.ticket, status: { from, to } } };
    });
    expect(nameless.map((event) => rule?.withdrawn?.(event, byId))).toEqual([null, null]);
  });

  it("withdraws the plans of a declined ticket", () => {
    expect(withdrawn(one.declined)).toMatch(/^\S+ is now “(Declined|not_planned|opened|Canceled)”$/);
    expect(named(one.declined).subject).toBe(subject);
  });

  it("withdraws the plans of a ticket whose form changed", () => {
    expect(withdrawn(one.otherForm)).toMatch(
      /now has the form “New laptop”$|no longer has the form “Connector owner”$/,
    );
    expect(named(one.otherForm)).toEqual({ type: "ticket.updated", subject });
  });

  it.runIf(one.deleted.length > 0)("withdraws the plans of a deleted ticket", () => {
    expect(withdrawn(one.deleted)).toMatch(/^\S+ was deleted$/);
    expect(named(one.deleted)).toEqual({ type: "ticket.deleted", subject });
  });

  it("withdraws the plans of a ticket if its event names a project that the settings do not list", () => {
    const event = read(source, one, one.otherForm);
    const form = { ...event, ticket: { ...event.ticket, requestType: "Connector owner" } };
    const elsewhere = { ...settings, ticketProjects: { [system]: ["nowhere"] } };
    const { key, project } = form.ticket;
    const reason = project ? `${key} is now in the project “${project}”` : null;
    expect(rule?.withdrawn?.(form, elsewhere) ?? null).toBe(reason);
  });
});

it("a ticket that never had the form withdraws nothing", () => {
  const { jira } = SYSTEMS;
  const laptop = read("jira", jira as Case, [FORM]);
  expect(rule?.withdrawn?.(laptop, sample.settings)).toBeNull();
});

describe("a withdrawal", () => {
  const settings = (status: string) => settingsFor("zendesk", { status: [status] });
  const told = (ticket: object) => {
    const body = { event: "updated", ticket: { id: "7", project: "Internal", ...ticket } };
    const event = parseTicket("zendesk", JSON.stringify(body), { "x-zendesk-webhook-invocation-id": "1" });
    return rule?.withdrawn?.(event, settings("Solved")) ?? null;
  };
  const requestType = "Connector owner";

  it.each([
    ["a status in another language", { status: "Løst", requestType }],
    ["a placeholder for the status that was not filled in", { status: "{{ticket.status}}", requestType }],
    ["a placeholder for the form that was not filled in", { status: "Solved", requestType: "<form>" }],
    ["a message that omits the form", { status: "Solved" }],
  ])("is not made for %s", (_, ticket) => {
    expect(told(ticket)).toBeNull();
  });

  it.each([
    ["another status", { status: "Open", requestType }, "7 is now “Open”"],
    [
      "an approved previous status",
      { status: "Afvist", previousStatus: "Solved", requestType },
      "7 is now “Afvist”",
    ],
    ["an empty form", { status: "Solved", requestType: "" }, "7 no longer has the form “Connector owner”"],
  ])("is made if the ticket has %s", (_, ticket, reason) => {
    expect(told(ticket)).toBe(reason);
  });

  it("is not made for an event from Zendesk's event subscription, which contains no form", () => {
    const { body, headers } = fixture("zendesk", "ticket.agent_assignment_changed");
    const event = parseTicket("zendesk", body, headers);
    expect(rule?.withdrawn?.(event, settings("Open")) ?? null).toBeNull();
  });
});

describe("custom statuses of Zendesk, which have only ids,", () => {
  const moved = (from: string, to: string) => {
    const { body, headers } = fixture("zendesk", "ticket.status_changed");
    const changed = body
      .replace("ticket.status_changed", "ticket.custom_status_changed")
      .replace('"previous": "HOLD"', `"previous": "${from}"`)
      .replace('"current": "SOLVED"', `"current": "${to}"`);
    const event = parseTicket("zendesk", changed, headers);
    return { ...event, ticket: { ...event.ticket, requestType: "Connector owner" } };
  };
  const settings = (form: object) => settingsFor("zendesk", { status: [], ...form });

  it.each([
    ["a rule by id", { statusId: ["77"] }, true, "#5158 is now “78”"],
    ["a rule by a built-in status", { status: ["Solved"] }, expect.stringContaining("not"), null],
    ["a rule by a name", { status: ["Approved"] }, expect.stringContaining("not"), null],
  ])("cause transitions that only a rule by id matches: %s", (_, form, wanted, reason) => {
    const approved = moved("76", "77");
    expect(approved.type).toBe("ticket.transitioned");
    expect(rule?.when(approved, settings(form))).toEqual(wanted);
    expect(rule?.withdrawn?.(approved, settings(form)) ?? null).toBeNull();
    expect(rule?.withdrawn?.(moved("77", "78"), settings(form)) ?? null).toBe(reason);
  });
});

it.each<[source: string, recording: string, change: Change, subject: string]>([
  ["github", "issues.closed", [['"action": "closed"', '"action": "pinned"']], "github:2310042012"],
  ["gitlab", "issue.close", [['"action": "close"', '"action": "promoted"']], "gitlab:301"],
  ["linear", "issue.update.transitioned", [['"action": "update"', '"action": "archive"']], "linear:"],
  ["jira", "issue_updated.transitioned", [["jira:issue_updated", "jira:issue_moved"]], "jira:10427"],
  ["zendesk", "ticket.attachment_linked_to_comment", [], "zendesk:5158"],
])(
  "an unknown action from %s is ignored, with its ticket as the subject: %s",
  (source, recording, change, subject) => {
    const { body, headers } = fixture(source, recording);
    expect(parse(source, replaced(body, change), headers)).toMatchObject({
      ignored: expect.stringContaining("is unknown to Reeve"),
      subject: expect.stringContaining(subject),
    });
  },
);

it.each([
  ["github", "transferred", [['"action": "closed"', '"action": "transferred"']]],
  ["gitlab", "closed by a move", [['"action": "close"', '"action": "close", "moved_to_id": 8']]],
] as const)("an issue in %s that is %s is treated as deleted", (source, _, change) => {
  expect(read(source, SYSTEMS[source] as Case, change).type).toBe("ticket.deleted");
});
