import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../src/cli/shared/migrations.ts";
import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { control, newCredential, startTenant } from "../../src/cli/start/stack.ts";
import { jira as jiraSender } from "../../src/sandbox/vendors/senders.ts";
import { NO_DEFAULT_APPROVALS } from "../policy/own-rules.ts";
import { startVendor, type VendorStub } from "../vendors/stub.ts";
import { jira, jiraVariables } from "../vendors/tickets.ts";
import { startReeve } from "./reeve.ts";
import type { Scenario } from "./scenarios.ts";

/** A lane runs lives one after the other: a tenant that keeps running, and a disk for each life. */
export interface Lane extends AsyncDisposable {
  readonly tenant: RunningWorker;
  readonly jira: VendorStub;
  /** Resets the tenant, and sets a scenario's faults. @returns Reeve's bindings for this life */
  reset(scenario: Scenario): Promise<Record<string, string>>;
  /** Creates a disk for a first delivery, with an empty, migrated ledger. */
  newDisk(): Promise<string>;
}

/** The second secret of Jira, while the first is being replaced. */
export const NEW_SECRET = "jira-new-secret-of-the-crash-sweep";
/** The sample's policy without approval rules. */
const UNAPPROVED = { ...sample.policy, defaultApprovals: NO_DEFAULT_APPROVALS };

/** Opens a lane. Disposing it stops its tenant, and deletes its disks. */
export async function openLane(): Promise<Lane> {
  await using opening = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "reeve-crash-"));
  opening.defer(() => rm(folder, { recursive: true, force: true }));
  const tenant = await startTenant();
  opening.defer(() => tenant.stop());
  const stub = await startVendor(jira);
  opening.defer(() => stub.stop());
  const first = join(folder, "first");
  const reeve = await startReeve({ folder: first });
  opening.defer(() => reeve.kill());
  await migrate(reeve.worker);
  await reeve.kill();
  const open = opening.move();
  let disks = 0;
  return {
    tenant,
    jira: stub,
    async reset({ automation, faults, visibilityLagSeconds = 0, withdrawn, approvedBy, replied }) {
      await control(tenant, "POST", "seed", {});
      const credential = await newCredential(tenant, "crash");
      await control(tenant, "POST", "switches", { visibilityLagSeconds });
      for (const fault of faults) await control(tenant, "POST", "faults", fault);
      return {
        RULES: JSON.stringify({
          enabled: [automation],
          policy:
            (withdrawn ?? approvedBy) === undefined
              ? UNAPPROVED
              : {
                  ...UNAPPROVED,
                  approvals: [
                    { when: "always", stages: [{ from: ["approver"], count: approvedBy?.length ?? 1 }] },
                  ],
                },
          fields: sample.settings.fields,
          replies: replied ? { jira: { move: { done: "Done" } } } : {},
        }),
        ...jiraVariables(stub.url),
        JIRA_WEBHOOK_SECRET: `${jiraSender.localSecret},${NEW_SECRET}`,
        ...credential,
      };
    },
    async newDisk() {
      const disk = join(folder, String(++disks));
      await cp(first, disk, { recursive: true });
      return disk;
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
