import { run } from "../../src/cli/shared/runtime.ts";
import { median } from "./statistics.ts";
import { amount, type Figure } from "./table.ts";
import { openTenant, searchUsers } from "./tenant.ts";
import { cpuMicroseconds, oneModule, startBare, withPid } from "./workerd.ts";

const PAGE_SIZE = 100;
const CALLS = 50;
const ROUNDS = 16;
const WARM_UP_ROUNDS = 4;

/**
 * What the client costs over plain `fetch` and `JSON.parse`: both ask for the same page of 100 users, one call after
 * another inside one Worker. A Worker on a workerd of its own answers with a page that a tenant gave once, so that the
 * tenant's work does not hide the client's.
 */
export async function client(): Promise<Figure[]> {
  await using running = new AsyncDisposableStack();
  const start = async <Started extends { stop(): Promise<void> }>(starting: Promise<Started>) =>
    running.adopt(await starting, (started) => started.stop());
  const { credential, authorization, page } = await recorded();
  const token = JSON.stringify({
    access_token: authorization.replace("Bearer ", ""),
    token_type: "Bearer",
    expires_in: 3_600,
  });
  const service = await start(startBare(oneModule(REPLAY), { bindings: { PAGE: page, TOKEN: token } }));
  const worker = await start(
    withPid(() =>
      run({
        name: "reeve",
        config: "wrangler.toml",
        entry: "test/support/client-worker.ts",
        bindings: {
          ...credential,
          GOVERNANCE_BASE_URL: `http://localhost:${service.url.port}`,
          AUTHORIZATION: authorization,
        },
      }),
    ),
  );

  /** Milliseconds a call took, and of CPU. */
  const calls = async (way: "client" | "plain") => {
    const before = { at: performance.now(), cpu: cpuMicroseconds(worker.pid) };
    const users = await (await fetch(new URL(`/${way}?calls=${CALLS}`, worker.url))).text();
    if (users !== String(CALLS * PAGE_SIZE)) throw new Error(`${way}: ${users}`);
    return {
      whole: (performance.now() - before.at) / CALLS,
      cpu: (cpuMicroseconds(worker.pid) - before.cpu) / 1000 / CALLS,
    };
  };
  const rounds: Record<"plain" | "client", Awaited<ReturnType<typeof calls>>>[] = [];
  for (let n = -WARM_UP_ROUNDS; n < ROUNDS; n++) {
    const round = { plain: await calls("plain"), client: await calls("client") };
    if (n >= 0) rounds.push(round);
  }

  const middle = (way: "plain" | "client") => median(rounds.map((round) => round[way].whole));
  // The kernel counts CPU in steps longer than a call, so that only the mean of all says something.
  const cpu = (way: "plain" | "client") => rounds.reduce((sum, round) => sum + round[way].cpu, 0) / ROUNDS;
  return [
    {
      name: "client, a page of 100 users",
      reeve: middle("client"),
      control: middle("plain"),
      unit: "ms",
      target: { of: "ratio", at: "most", bound: 2 },
      note: `${amount(page.length / 1024, "KiB")} of JSON`,
    },
    { name: "client, CPU of the same", reeve: cpu("client"), control: cpu("plain"), unit: "ms" },
  ];
}

const REPLAY = `export default {
  async fetch(request, { PAGE, TOKEN }) {
    await request.text();
    const body = request.url.endsWith("/api/v1/search/users") ? PAGE : TOKEN;
    return new Response(body, { headers: { "content-type": "application/json" } });
  }
};`;

/** A tenant's credential, and what it answers to it. */
async function recorded() {
  const tenant = await openTenant(200);
  try {
    return {
      credential: tenant.credential,
      authorization: tenant.headers.authorization,
      page: await searchUsers(tenant, { pageSize: PAGE_SIZE }),
    };
  } finally {
    await tenant.stop();
  }
}
