import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { control } from "../../src/cli/start/stack.ts";
import { jiraFixture } from "../vendors/jira.ts";

/** An effect that a life must have exactly once. */
export interface ExpectedEffect {
  readonly operation: string;
  /** The name of the effect's call in crash points. */
  readonly call: string;
  /** True if a second call would do harm. If the outcome of the call is unknown, a person must then decide. */
  readonly once: boolean;
  /** Counts the objects that the effect created. */
  made(tenant: RunningWorker): Promise<number>;
}

/** One delivery and its expected result, regardless of where Reeve crashes. */
export interface Scenario {
  readonly name: string;
  /** The only automation that runs: one of Reeve's, or one from `test/support/rules.ts`. */
  readonly automation: string;
  /** The body of a Jira delivery that it acts on. */
  readonly body: string;
  /** Faults of the tenant's calls (docs/contribute/tenant.md), set again in each life. */
  readonly faults: readonly {
    readonly operation: string;
    readonly count: number;
    readonly [how: string]: unknown;
  }[];
  /** How long a change stays invisible, in seconds. @default 0 */
  readonly visibilityLagSeconds?: number;
  readonly effects: readonly ExpectedEffect[];
  /** The plan's approvers, each of whom approves once. The run must not act before the last approval. */
  readonly approvedBy?: readonly string[];
  /** Another delivery, which withdraws the waiting plan, so that nothing is done. */
  readonly withdrawn?: string;
  /** True if the automation is switched to dry runs while the plan waits, so that nothing is done. */
  readonly dried?: true;
  /** True if the run is paused before its first call, continues, and is cancelled shortly after. */
  readonly cancelled?: true;
  /** The person who reports the run's follow-up as done, once. */
  readonly reportedBy?: string;
  /** True if the run fails, and a person retries it together with all failed runs. */
  readonly triedAgain?: true;
  /** True if Reeve replies on the ticket, and moves it. */
  readonly replied?: true;
  /** True if it creates a ticket. */
  readonly ticketed?: true;
}

const body = jiraFixture("issue_updated.transitioned");

/** Returns the same ticket as a request to retire a tool. */
function retireTicket(): string {
  const webhook = JSON.parse(body);
  const { fields } = webhook.issue;
  for (const name of Object.keys(fields)) if (name.startsWith("customfield_")) fields[name] = null;
  fields.customfield_10010 = { requestType: { name: "Retire tool" } };
  fields.customfield_10067 = "Create issue";
  return JSON.stringify(webhook);
}

/** Returns the same ticket, declined a minute later. */
function declinedTicket(): string {
  const webhook = JSON.parse(body);
  webhook.timestamp += 60_000;
  webhook.issue.fields.updated = new Date(Date.parse(webhook.issue.fields.updated) + 60_000).toISOString();
  webhook.issue.fields.status.name = "Declined";
  for (const item of webhook.changelog.items)
    if (item.field === "status") Object.assign(item, { fromString: item.toString, toString: "Declined" });
  webhook.changelog.id = "999001";
  return JSON.stringify(webhook);
}

const owner: ExpectedEffect = {
  operation: "createConnectorOwner",
  call: "POST /api/v2/apps/app_github/connectors/con_github_mcp/owners/users/owner/usr_ada_marsh",
  once: false,
  async made(tenant) {
    const { connectorOwners } = await control<{
      connectorOwners: { connectorId: string; userId: string }[];
    }>(tenant, "GET", "owners");
    return connectorOwners.filter(
      ({ connectorId, userId }) => connectorId === "con_github_mcp" && userId === "usr_ada_marsh",
    ).length;
  },
};

const campaign: ExpectedEffect = {
  operation: "createCampaign",
  call: "POST /api/v1/access_review",
  once: true,
  async made(tenant) {
    const { campaigns } = await control<{ campaigns: { accessReview: { displayName: string } }[] }>(
      tenant,
      "GET",
      "campaigns",
    );
    return campaigns.filter(({ accessReview }) => accessReview.displayName === "IAM-42").length;
  },
};

const retired: ExpectedEffect = {
  operation: "deleteMcpTool",
  call: "DELETE /api/v1/apps/app_github/connectors/con_github_mcp/mcp_tools/tool_github_create_issue",
  once: false,
  async made(tenant) {
    const { tools } = await control<{ tools: { id: string; deletedAt?: string }[] }>(tenant, "GET", "tools");
    return tools.filter(({ id, deletedAt }) => id === "tool_github_create_issue" && deletedAt).length;
  },
};

const answer: ExpectedEffect = {
  operation: "answerWebhook",
  call: "POST /api/v1/webhooks/callbacks/policy-IAM-42",
  once: true,
  async made(tenant) {
    const { webhooks } = await control<{ webhooks: { answer?: { deny?: object } }[] }>(
      tenant,
      "GET",
      "webhooks",
    );
    return webhooks.filter((one) => one.answer?.deny).length;
  },
};

/** The scenarios of the sweep. To add one, add an entry. */
export const SCENARIOS = {
  ticketToOwner: {
    name: "a ticket makes an owner, is told so, and is moved",
    automation: "connector-owner-from-ticket",
    body,
    faults: [],
    effects: [owner],
    replied: true,
  },
  onceOnly: {
    name: "an owner, then a campaign that must not be created twice, and somebody reports that it was started",
    automation: "test-campaign-from-ticket",
    body,
    faults: [],
    effects: [owner, campaign],
    reportedBy: "nora.field@example.com",
  },
  answered: {
    name: "the governance service gets an answer that must not be given twice",
    automation: "test-answer",
    body,
    faults: [],
    effects: [answer],
  },
  ticketed: {
    name: "a ticket is created once",
    automation: "test-ticket",
    body,
    faults: [],
    effects: [],
    ticketed: true,
  },
  answerLost: {
    name: "the answer to the effect is lost",
    automation: "connector-owner-from-ticket",
    body,
    faults: [{ operation: "createConnectorOwner", count: 1, drop: "after" }],
    effects: [owner],
  },
  unseen: {
    name: "a tool is retired, and the tenant shows it later",
    automation: "tool-retirement-from-ticket",
    body: retireTicket(),
    faults: [],
    visibilityLagSeconds: 3,
    effects: [retired],
  },
  withdrawn: {
    name: "a ticket waits for an approval, and is declined",
    automation: "connector-owner-from-ticket",
    body,
    faults: [],
    effects: [owner],
    withdrawn: declinedTicket(),
  },
  quorum: {
    name: "a ticket waits for two approvals",
    automation: "connector-owner-from-ticket",
    body,
    faults: [],
    effects: [owner],
    approvedBy: ["nora.field@example.com", "iris.vale@example.com"],
  },
  dried: {
    name: "a plan waits for an approval, and its automation only plans from then on",
    automation: "connector-owner-from-ticket",
    body,
    faults: [],
    effects: [owner],
    approvedBy: ["nora.field@example.com"],
    dried: true,
  },
  cancelled: {
    name: "a run is cancelled while it acts",
    automation: "test-campaign-from-ticket",
    body,
    faults: [],
    effects: [owner, campaign],
    cancelled: true,
  },
  batch: {
    name: "a call is refused, and one decision tries again all that failed",
    automation: "connector-owner-from-ticket",
    body,
    faults: [{ operation: "createConnectorOwner", count: 1, status: 403 }],
    effects: [owner],
    triedAgain: true,
  },
  tenantAway: {
    name: "the tenant is away until the run has to wait",
    automation: "connector-owner-from-ticket",
    body,
    // The count equals the client's number of attempts.
    faults: [{ operation: "createConnectorOwner", count: 4, status: 503 }],
    effects: [owner],
  },
} as const satisfies Readonly<Record<string, Scenario>>;
