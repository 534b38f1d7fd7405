/** Tests the limit of calls per second, as the tenant counts them. */
import { expect, it } from "vitest";
import { control } from "../../../src/cli/start/stack.ts";
import { until } from "../../support/until.ts";
import { RuledReeve } from "../ruled-reeve.ts";

const OWN = "test-own";
const LIMIT = 20;
const RUNS = 120;
/** Maximum concurrent calls of one desk. */
const IN_FLIGHT = 6;
/** A rate that the tenant allows: the limit, the calls in flight when its second begins, and a request for a token. */
const STRICT = { calls: LIMIT + 1 + IN_FLIGHT + 1, seconds: 1 };

const reeve = RuledReeve.forFile({ enabled: [OWN], policy: { maxCallsPerSecond: LIMIT } });

it(`Reeve exceeds a limit of ${LIMIT} calls per second only by calls in flight, and completes each run once`, async () => {
  await control(reeve.tenant, "POST", "switches", { rateLimit: STRICT });
  const looks: { readonly before: number; readonly after: number; readonly calls: number }[] = [];
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const before = Date.now();
      const calls = await reeve.calls("createConnectorOwner");
      looks.push({ before, after: Date.now(), calls });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const looking = look();
  await Promise.all(Array.from({ length: RUNS }, (_, n) => reeve.send({ role: `limited-${n}` })));
  await until(`${RUNS} runs that are done`, async () => (await reeve.count(OWN, "done")) === RUNS);
  isOver = true;
  await looking;
  expect(await reeve.refused("createConnectorOwner")).toBe(0);
  expect(await reeve.calls("createConnectorOwner")).toBe(RUNS);
  // The service might list an accepted owner later.
  await expect.poll(async () => new Set(await reeve.roles()).size).toBe(RUNS);

  // Calls that arrive between two readings began between them, or were in flight at the first.
  for (const [n, first] of looks.entries())
    for (const last of looks.slice(n + 1)) {
      const seconds = (last.after - first.before) / 1_000;
      expect(last.calls - first.calls).toBeLessThanOrEqual(LIMIT * seconds + 1 + IN_FLIGHT);
    }
});

it("a limit of calls per second is shown on /metrics, and the overview reports no slowdown", async () => {
  expect(await reeve.page("/metrics")).toContain(
    `reeve_governance_calls_per_second_limit{desk="0"} ${LIMIT / 4}\n`,
  );
  expect(await reeve.page("/")).not.toContain("asked for fewer calls");
});
