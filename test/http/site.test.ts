import { describe, expect, it } from "vitest";
import { ofOurSite } from "../../src/http/incoming.ts";
import { sources } from "../../src/systems/index.ts";
import { valueAt } from "../../src/systems/reading/json.ts";
import { ticketEvent } from "../../src/systems/reading/ticket.ts";
import { sourceNamed } from "../support/source-named.ts";
import { NOW } from "../systems/support/dressed.ts";
import { requestTo } from "../systems/support/vendor.ts";

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

const API = "https://api.atlassian.com/ex/jira/11223344-a1b2-4b33-8c44-def123456789";
const ELSEWHERE = API.replace("11223344", "99887766");
const SITE = "https://acme.atlassian.net";
const issue = { id: "10427", key: "IAM-42", self: `${API}/rest/api/3/issue/10427`, fields: {} };

describe.for(["jira", "jira-automation"])(
  "an issue from %s that has its address at api.atlassian.com",
  (name) => {
    const body = JSON.stringify({ webhookEvent: "jira:issue_created", issue });
    const parsed = sourceNamed(name).parse(requestTo(name)({}, { body }), NOW);
    it.for<[does: string, env: object, url: string | undefined, ignored?: string]>([
      ["links to its page", { JIRA_URL: SITE, JIRA_API_URL: `${API}/` }, `${SITE}/browse/IAM-42`],
      ["links to its page without JIRA_API_URL", { JIRA_URL: `${SITE}/` }, `${SITE}/browse/IAM-42`],
      ["has no link without JIRA_URL", { JIRA_API_URL: API }, undefined],
      [
        "is ignored if it belongs to another site",
        { JIRA_URL: SITE, JIRA_API_URL: ELSEWHERE },
        undefined,
        `the ticket belongs to ${API}, but JIRA_API_URL is ${ELSEWHERE}`,
      ],
    ])("%s", ([, env, url, ignored]) => {
      const [one] = parsed.ok ? parsed.value.map(ofOurSite(sourceNamed(name), env)) : [];
      expect([valueAt(one, "event", "ticket", "url"), valueAt(one, "event", "ignored")]).toEqual([
        url,
        ignored,
      ]);
    });
  },
);
