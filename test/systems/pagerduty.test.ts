import { describe, expect, it } from "vitest";
import { pagerduty as sender } from "../../src/cli/send/senders.ts";
import { bytes } from "../../src/cli/send/signing.ts";
import { sourceNamed } from "../support/source-named.ts";
import { describeSource, dressed, eventOf, NOW, type Recorded, said } from "./laws.ts";

const pagerduty = sourceNamed("pagerduty");

const recorded: Recorded = import.meta.glob("../fixtures/pagerduty/*", {
  query: "?raw",
  import: "default",
  eager: true,
});
describeSource(pagerduty, sender, recorded);

/** Published with PagerDuty's Go client: webhookv3/webhookv3_test.go. */
const SECRET = "lDQHScfUeXUKaQRNF+8XIiDKZ7XX3itBAYzwU0TARw8lJqRnkKl2iB1anSb0Z+IK";
const BODY = `{"event":{"id":"01BWDWL3NYY7LUFPZCC28QUCMK","event_type":"incident.priority_updated","resource_type":"incident","occurred_at":"2021-04-26T17:36:27.458Z","agent":{"html_url":"https://acme.pagerduty.com/users/PLH1HKV","id":"PLH1HKV","self":"https://api.pagerduty.com/users/PLH1HKV","summary":"Tenex Engineer","type":"user_reference"},"client":null,"data":{"id":"PGR0VU2","type":"incident","self":"https://api.pagerduty.com/incidents/PGR0VU2","html_url":"https://acme.pagerduty.com/incidents/PGR0VU2","number":2,"status":"triggered","title":"A little bump in the road","service":{"html_url":"https://acme.pagerduty.com/services/PF9KMXH","id":"PF9KMXH","self":"https://api.pagerduty.com/services/PF9KMXH","summary":"API Service","type":"service_reference"},"assignees":[{"html_url":"https://acme.pagerduty.com/users/PTUXL6G","id":"PTUXL6G","self":"https://api.pagerduty.com/users/PTUXL6G","summary":"User 123","type":"user_reference"}],"escalation_policy":{"html_url":"https://acme.pagerduty.com/escalation_policies/PUS0KTE","id":"PUS0KTE","self":"https://api.pagerduty.com/escalation_policies/PUS0KTE","summary":"Default","type":"escalation_policy_reference"},"teams":[{"html_url":"https://acme.pagerduty.com/teams/PFCVPS0","id":"PFCVPS0","self":"https://api.pagerduty.com/teams/PFCVPS0","summary":"Engineering","type":"team_reference"}],"priority":{"html_url":"https://acme.pagerduty.com/account/incident_priorities","id":"PSO75BM","self":"https://api.pagerduty.com/priorities/PSO75BM","summary":"P1","type":"priority_reference"},"urgency":"high","conference_bridge":{"conference_number":1000,"conference_url":"https://example.com"},"resolve_reason":null}}}`;
const vector = "v1=0c0b9495b893a39e70d1fea2fe11fbe0a825f88b9f67846f6cc07dd2bc5476cd";
const other = "v1=7020c8a7ec668a9b7012bc3dd82e483394b038f4230acc6785efbf2a7d8bcaf5";
const published = (headers: Record<string, string>) => ({
  method: "POST",
  url: new URL("https://reeve.example.com/hooks/pagerduty"),
  headers: new Headers(headers),
  body: bytes([BODY]),
});

describe("PagerDuty's signature", () => {
  it.for<[string, string]>([
    ["as it is published", vector],
    ["the first of two", `${vector},${other}`],
    ["the second of two", `${other},${vector}`],
    ["the last of several, with spaces", `${other}, ${other} , ${vector}`],
    ["beside one of a version to come", `v2=00,${vector}`],
  ])("is believed %s", async ([, signature]) => {
    const delivery = published({ "x-pagerduty-signature": signature });
    expect(await pagerduty.verify(delivery, [SECRET], NOW)).toMatchObject({ ok: true });
    expect(pagerduty.parse(delivery, NOW)).toMatchObject({
      value: [{ id: "01BWDWL3NYY7LUFPZCC28QUCMK", event: { type: "incident.updated" } }],
    });
  });

  it.for<[string, Record<string, string>, string]>([
    ["of something else", { "x-pagerduty-signature": other }, "signature_mismatch"],
    ["without its version", { "x-pagerduty-signature": vector.slice(3) }, "signature_malformed"],
    ["of another version", { "x-pagerduty-signature": vector.replace("v1", "v0") }, "signature_malformed"],
    ["separated by semicolons", { "x-pagerduty-signature": `${other};${vector}` }, "signature_malformed"],
    ["under another name", { "x-webhook-signature": vector }, "signature_missing"],
  ])("is refused %s", async ([, headers, check]) => {
    expect(await pagerduty.verify(published(headers), [SECRET], NOW)).toEqual({
      ok: false,
      reason: { check },
    });
  });
});

const GITA = { id: "PGITA01", name: "Gita Lund" };
const HUGO = { id: "PHUGO01", name: "Hugo Pike" };

describe("what PagerDuty says", () => {
  it("is an incident that began, known by the signed id of the event", async () => {
    expect(await said(pagerduty, sender, recorded, "incident.triggered")).toMatchObject([
      { id: "01FZREEVE0000000000TRIGGER" },
    ]);
    expect(await eventOf(pagerduty, sender, recorded, "incident.triggered")).toEqual({
      type: "incident.triggered",
      subject: "pagerduty:Q1REEVE42PGR0V",
      occurredAt: "2026-06-15T07:50:27.169Z",
      actor: { id: "PSVC0042", name: "Metrics" },
      incident: {
        system: "pagerduty",
        id: "Q1REEVE42PGR0V",
        key: "1042",
        title: "Sign-in errors above 5 %",
        url: "https://acme.pagerduty.example.com/incidents/Q1REEVE42PGR0V",
        status: "triggered",
        urgency: "high",
        service: "Sign-in",
        assignees: [GITA],
      },
    });
  });

  it.for([
    ["incident.acknowledged", "incident.acknowledged", "acknowledged"],
    ["incident.priority_updated", "incident.updated", "acknowledged"],
    ["incident.resolved", "incident.resolved", "resolved"],
  ] as const)("%s is %s", async ([name, type, status]) => {
    expect(await eventOf(pagerduty, sender, recorded, name)).toMatchObject({
      type,
      subject: "pagerduty:Q1REEVE42PGR0V",
      actor: GITA,
      incident: { status },
    });
  });

  it("is a note, of the incident's subject", async () => {
    expect(await eventOf(pagerduty, sender, recorded, "incident.annotated")).toEqual({
      type: "incident.commented",
      subject: "pagerduty:Q1REEVE42PGR0V",
      occurredAt: "2026-06-15T07:55:12.500Z",
      actor: HUGO,
      comment: "Rolled back the identity provider's certificate.",
      incident: {
        system: "pagerduty",
        id: "Q1REEVE42PGR0V",
        key: "Q1REEVE42PGR0V",
        title: "Sign-in errors above 5 %",
        url: "https://acme.pagerduty.example.com/incidents/Q1REEVE42PGR0V",
        assignees: [],
      },
    });
  });

  it("is an update with its text where a status was published", async () => {
    expect(await eventOf(pagerduty, sender, recorded, "incident.status_update_published")).toMatchObject({
      type: "incident.updated",
      comment: "A fix is being rolled out",
    });
  });

  it.for([
    ["pagey.ping", "PagerDuty's event pagey.ping is not about an incident"],
    ["service.updated", "PagerDuty's event service.updated is not about an incident"],
  ] as const)("means nothing as %s", async ([name, ignored]) => {
    expect(await said(pagerduty, sender, recorded, name)).toMatchObject([{ event: { ignored } }]);
  });

  const parse = async (event: object) =>
    pagerduty.parse(await dressed(sender, JSON.stringify({ event })), NOW);
  const data = { type: "incident", id: "Q1" };

  it.for<[string, object, string]>([
    ["reopened", { event_type: "incident.reopened", data }, "incident.reopened"],
    ["unacknowledged", { event_type: "incident.unacknowledged", data }, "incident.updated"],
    [
      "with other custom fields",
      {
        event_type: "incident.custom_field_values.updated",
        data: { type: "incident_field_values", incident: { id: "Q1" } },
      },
      "incident.updated",
    ],
  ])("is an incident %s", async ([, event, type]) => {
    expect(await parse({ id: "e", ...event })).toMatchObject({
      value: [{ event: { type, subject: "pagerduty:Q1" } }],
    });
  });

  it("is ignored, and not refused, as an event to come that names no incident: refusals end the subscription", async () => {
    expect(await parse({ id: "e", event_type: "incident.reviewed", data: {} })).toMatchObject({
      value: [{ event: { ignored: "PagerDuty's event incident.reviewed is not about an incident" } }],
    });
  });

  it("does not pass on what a responder is told", async () => {
    const parsed = await parse({
      id: "e",
      event_type: "incident.responder.added",
      data: { type: "incident_responder", incident: { id: "Q1" }, message: "Please help" },
    });
    expect(parsed).toMatchObject({ value: [{ event: { type: "incident.updated" } }] });
    expect(parsed.ok && parsed.value[0]?.event).not.toHaveProperty("comment");
  });

  it.for<[string, object, string]>([
    ["no incident", { id: "e", event_type: "incident.triggered", data: { type: "incident" } }, "event.data"],
    ["no id", { event_type: "incident.triggered", data }, "event.id"],
    ["no type", { id: "e", data }, "event.event_type"],
  ])("can't be read with %s, and what is wrong is named", async ([, event, detail]) => {
    expect(await parse(event)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringContaining(detail) },
    });
  });
});
