import { expect, it } from "vitest";
import { NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const gitlab = describeVendor("gitlab");

const NO_ISSUE = "GitLab's event work_item is not about an issue";

gitlab.reads([
  ...[["closed", "duplicate"] as const, ["opened", "opened"] as const].map(([state, to]) => {
    const { object_attributes: attributes, ...issue } = gitlab.json("issue.close");
    const body = {
      ...issue,
      object_attributes: { ...attributes, state, state_id: 2, duplicated_to_id: 302 },
    };
    const status = to === "duplicate" ? { from: "opened", fromId: "1", to } : { to };
    const without = to === "duplicate" ? ["ticket.status.id"] : [];
    return [`a duplicate issue that is ${state}`, body, { ticket: { status } }, { without }] as const;
  }),
  ...["Issue", "Task"].map((type) => {
    const { object_attributes: attributes, ...issue } = gitlab.json("issue.close");
    const event = type === "Issue" ? { subject: "gitlab:301" } : { ignored: NO_ISSUE };
    const body = { ...issue, object_kind: "work_item", object_attributes: { ...attributes, type } };
    return [`a work item of the type ${type}`, body, event] as const;
  }),
]);

it("the older secret token is rejected, because it does not protect the body", async () => {
  const secret = gitlab.sender.localSecret;
  const delivery = gitlab.request({ "x-gitlab-token": secret }, { body: gitlab.body("issue.open") });
  expect(await gitlab.verify(delivery, [secret], NOW)).toMatchObject({
    reason: { check: "signature_missing" },
  });
});

const project = { id: 1, path_with_namespace: "a/b" };
gitlab.refuses([
  [
    "project.path_with_namespace",
    { object_kind: "issue", project: { id: 1 }, object_attributes: { id: 1, iid: 2 } },
  ],
  ["issue", { object_kind: "note", project, object_attributes: { noteable_type: "Issue" } }],
]);
