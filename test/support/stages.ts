import { ANY_APPROVER, type Approval, type Stage } from "../../src/policy/stages.ts";

/** The stage of a plan that anyone with the role approver can complete. */
export const ANY_STAGE: Stage = { name: ANY_APPROVER, count: 1, people: [], role: "unlisted", skipped: [] };

/** Returns a person's approval of that stage. */
export const approvalBy = (by: string, change: Partial<Approval> = {}): Approval => ({
  by,
  reason: "",
  hash: "h",
  at: 0,
  stage: ANY_APPROVER,
  person: { id: `usr_${by.split("@")[0]?.replace(".", "_")}`, emails: [by], employeeIds: [] },
  ...change,
});
