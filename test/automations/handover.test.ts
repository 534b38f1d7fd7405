// A company whose people, including managers and successors, leave in random order: every known connector always has an
// owner, or an open task to find one.
import fc from "fast-check";
import { expect, it } from "vitest";
import { type InventoryEntry, putEntry } from "../../src/actions/inventory.ts";
import { leaver } from "../../src/automations/leaver.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { searchUsers } from "../../src/governance/contract/users.ts";
import type { Context } from "../../src/kit/automation.ts";
import { readSettings } from "../../src/kit/settings.ts";
import { writeInventory } from "../../src/ledger/inventory.ts";
import { LEDGER } from "../ledger/ledger.ts";
import { isFullSweep } from "../support/sweep.ts";
import { makeHistory } from "./support/proposed.ts";
import { listActions, workerNews } from "./support/workers.ts";

const PEOPLE = 40;
const CONNECTORS = 12;
const COMPANIES = isFullSweep ? 25 : 2;
const emailOf = (n: number) => `person-${n}@example.com`;
const idOf = (n: number) => `usr_${n}`;
const connectorOf = (n: number) => ({ appId: "app_1", appName: "App", connectorId: `con_${n}` });

/** A service that searches users by email or id, and by status, which are the only searches of `leaver`. */
function serviceWith(
  managers: readonly (number | null)[],
  disabled: ReadonlySet<number>,
): Context["governance"] {
  const users = managers.map((manager, n) => ({
    id: idOf(n),
    email: emailOf(n),
    displayName: `Person ${n}`,
    managerIds: manager === null ? [] : [idOf(manager)],
  }));
  const call = async ({ id: operation }: { id: string }, input: { body?: Record<string, unknown> }) => {
    if (operation !== searchUsers.id) throw new Error(`${operation} is not what a leaver asks`);
    const { email, refs, userStatuses } = input.body ?? {};
    const ids = Array.isArray(refs) ? refs.map(({ id }) => id) : null;
    const list = users.flatMap((user, n) => {
      const status = disabled.has(n) ? "DISABLED" : "ENABLED";
      const isMeant = ids ? ids.includes(user.id) : user.email === email;
      return isMeant && Array.isArray(userStatuses) && userStatuses.includes(status) ? [{ user }] : [];
    });
    return { list };
  };
  const items = async function* (operation: { id: string }, input: Parameters<typeof call>[1]) {
    yield* (await call(operation, input)).list;
  };
  return { call, items } as unknown as Context["governance"];
}

it("after each leaver of a company, every connector has an enabled owner or an open task to find one", async () => {
  let leavers = 0;
  const history = await makeHistory([]);
  const company = fc.record({
    managers: fc.array(fc.option(fc.nat(PEOPLE - 1)), { minLength: PEOPLE, maxLength: PEOPLE }),
    owners: fc.array(fc.nat(PEOPLE - 1), { minLength: CONNECTORS, maxLength: CONNECTORS }),
    successors: fc.dictionary(
      fc.constantFrom(...Array.from({ length: CONNECTORS }, (_, n) => `C${n}`)),
      fc.nat(PEOPLE - 1),
    ),
    order: fc.shuffledSubarray(
      Array.from({ length: PEOPLE }, (_, n) => n),
      { minLength: PEOPLE, maxLength: PEOPLE },
    ),
    staying: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(company, async ({ managers, owners, successors, order, staying }) => {
      await LEDGER.exec("DELETE FROM inventory");
      const connectors = Array.from({ length: CONNECTORS }, (_, n) => [`C${n}`, connectorOf(n)] as const);
      const known = sample.settings;
      const settings = {
        ...known,
        connectors: Object.fromEntries(connectors),
        automations: {
          ...known.automations,
          leaver: {
            ...readSettings(known, "leaver"),
            accountOwners: [],
            successors: Object.fromEntries(Object.entries(successors).map(([name, n]) => [name, emailOf(n)])),
          },
        },
      };
      const write = (changes: readonly ReturnType<typeof putEntry>[]) =>
        LEDGER.batch(
          writeInventory(
            LEDGER,
            changes.map((change) => ({ ...change, by: { run: "run_1" }, run: "run_1", at: 1 })),
          ),
        );
      await write(
        owners.map((owner, n) =>
          putEntry("ownership", {
            of: "connector",
            app: { id: "app_1", name: "App" },
            connector: { id: `con_${n}`, name: `C${n}` },
            roleSlug: "owner",
            user: { id: idOf(owner), name: `Person ${owner}` },
          }),
        ),
      );
      const disabled = new Set<number>();
      const tasks = new Set<string>();
      for (const n of order.slice(staying)) {
        leavers++;
        disabled.add(n);
        const proposal = await Promise.resolve(
          leaver.propose(
            workerNews("worker.terminated", {
              confirmed: true,
              worker: { id: String(n), email: emailOf(n), name: `Person ${n}`, manager: {} },
            }),
            {
              // The owner of the review must be enabled: use the first person who stays, or the last person of all.
              ...{
                governance: serviceWith(managers, disabled),
                history,
                settings: withReviewer(settings, disabled),
              },
              ...{ now: Date.parse("2099-04-01"), since: Date.parse("2099-04-01"), progress: null },
              sender: { title: "Workday", holdsAccounts: false, isAsked: false },
            },
          ),
        ).catch((error: Error) => ({ threw: error.message }));
        // The last person has left, so nobody can own the review.
        if ("threw" in proposal) {
          expect(disabled.size).toBe(PEOPLE);
          break;
        }
        for (const action of listActions(proposal)) {
          if (action.action === "promise.mend-by-hand") tasks.add(action.target);
          const changes = action.leaves ?? [];
          if (changes.length > 0) await write(changes as ReturnType<typeof putEntry>[]);
        }
      }
      const entries: readonly InventoryEntry<"ownership">[] = await history.inventory("ownership", {
        limit: 1_000,
      });
      for (let n = 0; n < CONNECTORS; n++) {
        const isOwned = entries.some(
          ({ data }) =>
            data.of === "connector" &&
            data.connector.id === `con_${n}` &&
            data.until === undefined &&
            !disabled.has(Number(data.user.id.slice("usr_".length))),
        );
        const isOpen = tasks.has(`connectors-have-owners app_1/con_${n}`);
        if (disabled.size < PEOPLE) expect(isOwned || isOpen, `C${n}`).toBe(true);
      }
    }),
    { numRuns: COMPANIES + 1 },
  );
  expect(leavers).toBeGreaterThanOrEqual(COMPANIES * (PEOPLE - 3));
});

/** Returns the settings with an enabled owner for the review. */
function withReviewer<Settings extends Context["settings"]>(
  settings: Settings,
  disabled: ReadonlySet<number>,
) {
  const own = Array.from({ length: PEOPLE }, (_, n) => n).find((n) => !disabled.has(n)) ?? 0;
  return { ...settings, reviewOwners: [emailOf(own)] };
}
