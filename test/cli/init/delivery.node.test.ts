import { describe, expect, it } from "vitest";
import { isTicket, listReadings, readSample } from "../../../src/cli/init/delivery.ts";
import { recordedFile } from "../../vendors/recorded-file.ts";

const readings = (path: string) => listReadings(readSample(recordedFile(path)), 0);

describe("a user's delivery", () => {
  it.for<[string, readonly string[]]>([
    ["jira/issue_updated.transitioned.json", ["jira", "jira-automation"]],
    ["jira-automation/issue_data.changelog.json", ["jira-automation"]],
    ["servicenow/sc_req_item.approved.json", ["servicenow"]],
    ["zendesk/ticket.status_changed.json", ["zendesk"]],
    ["freshservice/ticket_message.json", ["jira-automation", "zendesk", "freshservice"]],
    ["freshservice/form.numbered.json", ["freshservice"]],
    ["linear/issue.update.transitioned.json", ["linear"]],
    ["github/issues.closed.json", ["github"]],
    ["github/issues.closed_as_form.form", ["github"]],
    ["gitlab/issue.close.json", ["gitlab"]],
  ])("like %s is recognized as a ticket", ([path, sources]) => {
    const found = readings(path);
    expect(found.filter(isTicket).map(({ source }) => source.name)).toEqual(sources);
  });

  it("from an HR system is recognized as a worker event, unlike a delivery about neither tickets nor workers", () => {
    const [first] = readings("bamboohr/employee.deleted.json");
    expect(first && isTicket(first)).toBe(false);
    expect(first?.event.type).toBe("worker.terminated");
    expect(readings("github/ping.json")).toEqual([]);
  });
});
