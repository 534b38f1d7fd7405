import { deliver, fixture, fixtures } from "../../src/cli/send/deliver.ts";
import { control, type Stack } from "../../src/cli/start/stack.ts";
import { senders } from "../../src/sandbox/vendors/senders.ts";
import { Random } from "../simulation/random.ts";
import { malform } from "./malform.ts";

/** Response time that counts as a hang, in milliseconds: longer than any body takes on a busy machine. */
const HANGS_MS = 20_000;
const AT_ONCE = 8;

/** Allowed statuses for a signed body, malformed or still valid. 410 is for a request that no automation answers. */
const ANSWERS: ReadonlySet<number> = new Set([200, 202, 401, 410, 413, 422]);

/** The result of a number of malformed bodies: the count of each status, and the errors. */
export interface Fuzzed {
  readonly answers: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

/** Sends malformed bodies of every sender, signed like the sender's own, and checks the tenant's calls. */
export async function fuzz({ reeve, tenant }: Stack, bodies: number, seed: number): Promise<Fuzzed> {
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  const one = async (n: number): Promise<void> => {
    const random = new Random(seed + n);
    const sender = random.among(senders);
    const recorded = fixture(sender.source, random.among(fixtures(sender.source)));
    const { how, body, contentType } = malform(recorded.body, random);
    const what = `seed ${seed + n}: ${sender.source}, ${how}`;
    try {
      const response = await deliver(
        reeve.url,
        sender,
        { body, headers: { ...recorded.headers, ...(contentType && { "content-type": contentType }) } },
        { id: `fuzz-${seed}-${n}`, signal: AbortSignal.timeout(HANGS_MS) },
      );
      const text = await response.text();
      answers[response.status] = (answers[response.status] ?? 0) + 1;
      if (!ANSWERS.has(response.status)) faults.push(`${what}: ${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      faults.push(`${what}: ${String(error)}`);
    }
  };
  for (let n = 0; n < bodies; n += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, bodies - n) }, (_, i) => one(n + i)));
  faults.push(...(await acted(tenant)));
  return { answers, faults };
}

/** Lists changes that no body can have requested: the recorded bodies only request an owner. */
async function acted(tenant: Stack["tenant"]): Promise<string[]> {
  const { calls } = await control<{ calls: Record<string, number> }>(tenant, "GET", "calls");
  const changes = Object.entries(calls).filter(
    ([operation, count]) =>
      count > 0 && /^(create(?!Token)|delete)/.test(operation) && operation !== "createConnectorOwner",
  );
  const { connectorOwners } = await control<{
    connectorOwners: { connectorId: string; roleSlug: string; userId: string }[];
  }>(tenant, "GET", "owners");
  const others = connectorOwners.filter(
    ({ connectorId, userId }) => connectorId === "con_github_mcp" && userId !== "usr_ada_marsh",
  );
  return [
    ...changes.map(([operation, count]) => `${operation} was called ${count} times`),
    ...others.map(({ userId }) => `${userId} became an owner`),
  ];
}
