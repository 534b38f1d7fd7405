/** A ticket that somebody asked for and moved to "Approved" themselves has nobody's approval yet. */
import { describe, expect, it } from "vitest";
import { sample } from "../../../src/cli/start/sample.ts";
import type { Run } from "../../../src/desk/run/run.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, GITA, HUGO } from "../tickets.ts";

const { settings } = sample;

const [RETIRES, OWNS] = ["tool-retirement-from-ticket", "connector-owner-from-ticket"] as const;
const reeve = RuledReeve.forFile({
  enabled: [RETIRES, OWNS],
  policy: { approvals: [{ when: "asked_by_who_approved_it" }], unknownRequestersFrom: ["jira"] },
  fields: settings.fields,
});

interface Account {
  readonly accountId: string;
  readonly emailAddress?: string;
}
const account = (emailAddress: string): Account => ({
  accountId: `account of ${emailAddress}`,
  emailAddress,
});
const named = settings.fields["jira"] ?? {};

/** An approved ticket. @returns its run, once it is in this state */
async function approved(
  { by, askedBy, fields, form }: { by: Account | null; askedBy: Account; fields: object; form: string },
  automation: string,
  state: Run["state"],
): Promise<Run> {
  const event = await reeve.send({}, undefined, (webhook) => {
    webhook.user = by;
    webhook.issue.fields.reporter = askedBy;
    webhook.issue.fields.customfield_10010 = { requestType: { name: form } };
    for (const [name, value] of Object.entries(fields)) webhook.issue.fields[named[name] ?? name] = value;
  });
  return reeve.runOf(event, automation, state);
}
const retire = { fields: { tool: "Create issue", connector: null }, form: "Retire tool" };
const own = (user: string) => ({
  fields: { user, connector: "GitHub MCP", role: "Owner", until: null },
  form: "Connector owner",
});

describe("a plan waits for somebody else", () => {
  it("where who asked for the ticket approved it from an account that shows no address", async () => {
    const hidden = { accountId: "one account" };
    const run = await approved({ by: hidden, askedBy: hidden, ...retire }, RETIRES, "awaiting_approval");
    expect(run.asks).toEqual(["its ticket's approver asked for it or is affected by it"]);
  });

  it("where they show their address, until somebody else approves it, which retires the tool", async () => {
    const run = await approved(
      { by: account(ADA), askedBy: account(ADA), ...retire },
      RETIRES,
      "awaiting_approval",
    );
    expect(run.asks).toEqual([`${ADA}, who approved the ticket, asked for it or is affected by it`]);
    expect(await reeve.approve(run, ADA)).toMatchObject({ status: 403 });
    expect(await reeve.approve(run, HUGO)).toMatchObject({ status: 200 });
  });
});

it("a plan waits for nobody where somebody else has approved the ticket", async () => {
  await approved({ by: account(GITA), askedBy: account(ADA), ...own(HUGO) }, OWNS, "done");
});
