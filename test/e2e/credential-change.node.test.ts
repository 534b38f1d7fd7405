/** The governance credential is replaced while runs wait: none is lost, whichever of the two is revoked. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { control } from "../../src/cli/start/stack.ts";
import { RuledReeve } from "./ruled-reeve.ts";

interface Issued {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const RETIRE = "test-retire-tools";
const folder = mkdtempSync(join(tmpdir(), "reeve-credentials-"));
let reeve: RuledReeve;
let older: Issued;
let tickets = 0;

/** Deploys Reeve with these credentials. */
async function deploy(current?: Issued, newer?: Issued): Promise<void> {
  await reeve?.stop();
  reeve = await RuledReeve.start({
    enabled: [RETIRE],
    policy: { approvals: [{ when: "always", automations: [RETIRE] }] },
    persist: folder,
    bindings: {
      ...(current && {
        GOVERNANCE_CLIENT_ID: current.clientId,
        GOVERNANCE_CLIENT_SECRET: current.clientSecret,
      }),
      ...(newer && {
        GOVERNANCE_NEW_CLIENT_ID: newer.clientId,
        GOVERNANCE_NEW_CLIENT_SECRET: newer.clientSecret,
      }),
    },
  });
  // Its tickets are numbered anew: past those that were sent before.
  for (let n = 0; n < tickets; n++) reeve.ticket({});
}
const issue = () => control<Issued>(reeve.tenant, "POST", "credentials", { displayName: "of the test" });
const revoke = ({ id }: Issued) => control(reeve.tenant, "DELETE", `credentials/${id}`);

async function asked(tool: string) {
  tickets++;
  return reeve.runOf(await reeve.send({ tools: [tool] }), RETIRE, "awaiting_approval");
}

beforeAll(async () => {
  await deploy();
  older = await issue();
  await deploy(older);
}, 120_000);
afterAll(async () => {
  await reeve.stop();
  rmSync(folder, { recursive: true });
});

it("runs that were planned with one credential act with the other", async () => {
  const done = { state: "done", journal: [{ state: "applied", attempts: 1 }] };
  const [first, second] = [await asked("tool_slack_post_message"), await asked("tool_github_create_issue")];
  const revoked = await issue();
  await deploy(older, revoked);
  expect(await reeve.approved(first)).toMatchObject(done);
  await revoke(revoked);
  expect(await reeve.approved(second)).toMatchObject(done);
  const third = await asked("tool_github_search_code");
  await deploy(older, await issue());
  await revoke(older);
  expect(await reeve.approved(third)).toMatchObject(done);
}, 240_000);
