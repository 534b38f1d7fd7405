import { run } from "../../src/local/runtime.ts";
import { control, startTenant, tenantOrigin } from "../../src/local/stack.ts";
import { median } from "./statistics.ts";
import { amount, type Figure } from "./table.ts";
import { cpuMicroseconds, startBare, withPid } from "./workerd.ts";

const CALLS = 50;
const ROUNDS = 16;
const WARM_UP_ROUNDS = 4;
const PAGE_SIZE = 100;

/**
 * What the client costs over plain `fetch` and `JSON.parse`: both ask for the same page of 100 users, with the same
 * token and body, inside one Worker. A Worker of its own answers with a page that the tenant gave once, so that the
 * tenant's work does not hide the client's.
 */
export async function client(): Promise<Figure[]> {
  await using running = new AsyncDisposableStack();
  const start = async <Started extends { stop(): Promise<void> }>(starting: Promise<Started>) =>
    running.adopt(await starting, (started) => started.stop());
  const { credential, page, token } = await recorded();
  const service = await start(startBare(REPLAY, { PAGE: page, TOKEN: token }));
  const worker = await start(
    withPid(() =>
      run({
        name: "reeve",
        config: "wrangler.toml",
        entry: "test/support/client-worker.ts",
        bindings: { ...credential, GOVERNANCE_BASE_URL: `http://localhost:${service.url.port}` },
      }),
    ),
  );

  const calls = async (way: "client" | "plain") => {
    const before = { at: performance.now(), cpu: cpuMicroseconds(worker.pid) };
    const users = await (await fetch(new URL(`/${way}?calls=${CALLS}`, worker.url))).text();
    if (users !== String(CALLS * PAGE_SIZE)) throw new Error(`${way}: ${users}`);
    return {
      milliseconds: (performance.now() - before.at) / CALLS,
      cpu: (cpuMicroseconds(worker.pid) - before.cpu) / 1000 / CALLS,
    };
  };
  const rounds: { plain: Awaited<ReturnType<typeof calls>>; ours: Awaited<ReturnType<typeof calls>> }[] = [];
  for (let n = -WARM_UP_ROUNDS; n < ROUNDS; n++) {
    const [plain, ours] = [await calls("plain"), await calls("client")];
    if (n >= 0) rounds.push({ plain, ours });
  }
  // The kernel counts CPU in steps longer than a call, so that only the mean of all says something.
  const cpu = (of: "plain" | "ours") => rounds.reduce((sum, round) => sum + round[of].cpu, 0) / ROUNDS;
  return [
    {
      name: "client, a page of 100 users",
      reeve: median(rounds.map(({ ours }) => ours.milliseconds)),
      control: median(rounds.map(({ plain }) => plain.milliseconds)),
      unit: "ms",
      target: { of: "ratio", at: "most", bound: 2 },
      note: `${amount(page.length / 1024, "KiB")} of JSON`,
    },
    { name: "client, CPU of the same", reeve: cpu("ours"), control: cpu("plain"), unit: "ms" },
  ];
}

const REPLAY = `export default {
  async fetch(request, { PAGE, TOKEN }) {
    await request.text();
    const body = request.url.endsWith("/api/v1/search/users") ? PAGE : TOKEN;
    return new Response(body, { headers: { "content-type": "application/json" } });
  }
};`;

/** A credential of a tenant, and what the tenant answers to it: a token, and a page of users. */
async function recorded() {
  const tenant = await startTenant();
  try {
    const made = await control<{ clientId: string; clientSecret: string }>(tenant, "POST", "credentials", {});
    const { clientId, clientSecret } = made;
    const token = await tokenOf(tenantOrigin(tenant), clientId, clientSecret);
    const page = await fetch(`${tenantOrigin(tenant)}/api/v1/search/users`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ pageSize: PAGE_SIZE }),
    });
    return {
      credential: { GOVERNANCE_CLIENT_ID: clientId, GOVERNANCE_CLIENT_SECRET: clientSecret },
      token: JSON.stringify({ access_token: token, token_type: "Bearer", expires_in: 3_600 }),
      page: await page.text(),
    };
  } finally {
    await tenant.stop();
  }
}

/** An access token of a tenant. */
export async function tokenOf(origin: string, clientId: string, clientSecret: string): Promise<string> {
  const response = await fetch(`${origin}/auth/v1/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  if (!response.ok) throw new Error(`no token: ${response.status} ${await response.text()}`);
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}
