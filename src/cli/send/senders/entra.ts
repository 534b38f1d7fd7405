import type { Sender } from "./sender.ts";

/** The sample company's workflows, and the event that the address in each one's Logic App names. */
const WORKFLOWS = [
  ["Onboard new hire employee", "worker.hired"],
  ["Offboard an employee", "worker.terminated"],
] as const;

/** Microsoft Entra lifecycle workflows, through the HTTP action of a Logic App for each workflow. */
export const entra: Sender = {
  source: "entra",
  contentType: "application/json; charset=utf-8",
  localSecret: "local-entra-webhook-secret",
  sign: (body, { secret }) => {
    const text = new TextDecoder().decode(body);
    const [, event = "worker.changed"] = WORKFLOWS.find(([name]) => text.includes(name)) ?? [];
    return { headers: { "user-agent": "azure-logic-apps/1.0", "x-reeve-secret": secret }, query: { event } };
  },
};
