/** Replaces the governance credential while runs wait: no run is lost, regardless of which credential is revoked. */
import { beforeAll, expect, it } from "vitest";
import { control } from "../../../src/cli/start/stack.ts";
import { RuledReeve } from "../ruled-reeve.ts";

interface Issued {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const RETIRE = "test-retire-tools";
const reeve = RuledReeve.forFile({
  enabled: [RETIRE],
  policy: { approvals: [{ when: "always", automations: [RETIRE] }] },
  keeps: true,
});
let older: Issued;

/** Deploys Reeve with these credentials. */
const deploy = (current: Issued, newer?: Issued): Promise<void> =>
  reeve.restart({
    bindings: {
      GOVERNANCE_CLIENT_ID: current.clientId,
      GOVERNANCE_CLIENT_SECRET: current.clientSecret,
      ...(newer && {
        GOVERNANCE_NEW_CLIENT_ID: newer.clientId,
        GOVERNANCE_NEW_CLIENT_SECRET: newer.clientSecret,
      }),
    },
  });
const issue = () => control<Issued>(reeve.tenant, "POST", "credentials", { displayName: "of the test" });
const revoke = ({ id }: Issued) => control(reeve.tenant, "DELETE", `credentials/${id}`);

const asked = async (tool: string) =>
  reeve.runOf(await reeve.send({ tools: [tool] }), RETIRE, "awaiting_approval");

beforeAll(async () => {
  older = await issue();
  await deploy(older);
});

it("runs that were planned with one credential can act with another", async () => {
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
});
