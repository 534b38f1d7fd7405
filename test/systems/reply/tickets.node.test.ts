// Tests that one ticket is created at the simulated APIs of ticket systems, even after a lost response.
import { expect, it } from "vitest";
import { findReference, referTo } from "../../../src/systems/reading/ticket.ts";
import { createTicket } from "../../../src/systems/reply/replies.ts";
import { startVendor } from "../../vendors/stub.ts";
import { TICKET_VENDORS } from "../../vendors/tickets.ts";

it.each([
  ["jira", "IAM"],
  ["servicenow", "sc_req_item"],
  ["zendesk", "360001"],
] as const)("%s creates one ticket, even if the first response is lost", async (system, project) => {
  const { vendor, variables } = TICKET_VENDORS[system];
  // The response to the first request after a search, which creates the ticket, is lost.
  let isLost = false;
  const stub = await startVendor((asked) => {
    if (asked.method === "GET" && !isLost) {
      isLost = true;
      stub.fail("lost after");
    }
    return vendor(asked);
  });
  const env = { ...variables(stub.url), LOCAL_STACK: "yes" } as const;
  const draft = {
    project,
    fields: { priority: "2", labels: ["access"] },
    title: "GitHub admin for Ada Marsh",
    message: { sentences: ["Provision it. <b>[code]"] },
    reference: referTo(`evt_${system}`),
  };
  const make = (reference = draft.reference) => createTicket(system, { ...draft, reference }, env);
  const made = () =>
    stub.asked.filter(({ method, path }) => method === "POST" && !path.endsWith("/tokens")).length;
  await expect(make()).rejects.toMatchObject({ retry: "backoff" });
  expect(await make()).toMatch(new RegExp(`^${system}:[0-9]+$`));
  expect(made()).toBe(1);
  await make(referTo(`evt_${system}_2`));
  expect(made()).toBe(2);
  await stub.stop();
});

it.each<[string, Record<string, string | readonly string[]>, string | null]>([
  ["a label", { labels: ["access", "reeve-evt_12-ab"] }, "evt_12-ab"],
  ["an external id", { external_id: "reeve-evt_1" }, "evt_1"],
  ["another field", { note: "see reeve-evt_1" }, null],
])("a ticket's reference is read only from a label or an external id: %s", (_, fields, expected) => {
  expect(findReference({ fields })).toBe(expected);
});
