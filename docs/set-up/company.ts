import { defineConfig } from "./define-config.ts";

export default defineConfig({
  settings: { timeZone: "Europe/Berlin", automations: { "requested-action": {} } },
  people: [
    { everyone: "console", roles: ["requester"] },
    { everyone: "slack", roles: ["requester"] },
    { email: "iris.vale@example.com", roles: ["approver"] },
    { email: "gita.lund@example.com", roles: ["approver"] },
  ],
  policy: {
    groups: {
      Security: ["gita.lund@example.com", "hugo.pike@example.com"],
      Finance: ["cleo.hart@example.com"],
    },
    owners: { Jira: ["hugo.pike@example.com"] },
    approvals: [
      {
        when: "always",
        actions: ["connector-owner.add"],
        connectors: ["GitHub MCP"],
        stages: [{ from: ["manager"] }, { from: ["Security"], count: 2 }],
      },
      { when: "always", actions: ["tool.retire"], stages: [{ from: ["Finance"], useDelegates: true }] },
      { when: "always", apps: ["Jira"], stages: [{ from: ["owner"] }] },
    ],
  },
});
