import { projectOf } from "./reading/jira.ts";
import { IssueData, IssueEnvelope, readIssueData } from "./reading/jira-automation.ts";
import { parseByMember, parseJson } from "./reading/json.ts";
import { messageId, NumberedTicketMessage, readTicketMessage } from "./reading/ticket-message.ts";
import { sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import type { Source } from "./source.ts";

/**
 * Jira Automation, the action "Send web request", and the webhooks of Jira Service Management's legacy automation. They
 * sign nothing and number nothing; a rule can set headers, which a system webhook can't. The body is a ticket message
 * (`docs/senders.md` has it to paste) or issue data.
 * Source: support.atlassian.com/cloud-automation/docs/issue-data-automation-format-payload-for-send-web-request
 */
export const jiraAutomation: Source = {
  name: "jira-automation",
  authentication: "shared-secret",
  secretVariable: "JIRA_AUTOMATION_WEBHOOK_SECRET",
  verify: sharedSecret(WHERE_USERS_CHOOSE),
  signsIds: false,
  siteVariable: "JIRA_URL",
  parse: parseByMember(
    "ticket",
    parseJson(NumberedTicketMessage, (message) => ({
      id: messageId(message),
      event: readTicketMessage(message, "jira", projectOf),
    })),
    parseByMember(
      "issue",
      parseJson(IssueEnvelope, readIssueData),
      parseJson(IssueData, (issue, delivery) => readIssueData({ issue }, delivery)),
    ),
  ),
};
