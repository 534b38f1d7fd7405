import { expect, it } from "vitest";
import { ofOurSite } from "../../src/http/incoming.ts";
import { sources } from "../../src/systems/index.ts";
import { ticketEvent } from "../../src/systems/reading/ticket.ts";

it.for([
  ["jira", "JIRA_URL", "acme.atlassian.net", "acme-sandbox.atlassian.net"],
  ["jira-automation", "JIRA_URL", "acme.atlassian.net", "acme-sandbox.atlassian.net"],
  ["servicenow", "SERVICENOW_URL", "acme.service-now.com", "acmedev.service-now.com"],
  ["zendesk", "ZENDESK_URL", "acme.zendesk.com", "acme1718000000.zendesk.com"],
  ["freshservice", "FRESHSERVICE_URL", "acme.freshservice.com", "acme-sandbox.freshservice.com"],
] as const)("a ticket from a sandbox site or a clone of %s is ignored", ([name, variable, ours, theirs]) => {
  const source = sources.get(name);
  if (!source) throw new Error(`no source is called ${name}`);
  const from = (url?: string) => {
    const event = ticketEvent(name, { type: "ticket.created", id: "1", key: "1", fields: {}, url });
    return ofOurSite(source, { [variable]: `https://${ours}` })({ id: null, event, payload: "{}" }).event;
  };
  expect(from(`https://${theirs}/1`)).toEqual({
    ignored: `the ticket belongs to ${theirs}, but ${variable} is ${ours}`,
  });
  expect(from(`https://${ours}/1`)).toMatchObject({ type: "ticket.created" });
  expect(from()).toMatchObject({ type: "ticket.created" });
});
