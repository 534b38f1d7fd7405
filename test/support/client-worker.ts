import { createGovernance, type GovernanceBindings } from "../../src/governance/client/index.ts";
import { searchUsers } from "../../src/governance/contract/users.ts";

// Reeve's wrangler.toml, whose bindings the client needs, names both classes.
export { Desk } from "../../src/desk/desk.ts";
export { TokenKeeper } from "../../src/governance/client/token-keeper.ts";

interface ClientWorkerEnv extends GovernanceBindings {
  readonly GOVERNANCE_BASE_URL: string;
  /** What plain requests carry: `Bearer`, and an access token. */
  readonly AUTHORIZATION: string;
}

const body = { pageSize: 100 };

/**
 * The Worker that `npm run bench -- client` runs: `/client?calls=40` asks for that many pages of users one after
 * another through the client, `/plain?calls=40` with `fetch` and `JSON.parse` alone. Answers with the number of users
 * seen.
 */
export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    const governance = createGovernance(env);
    const page = () => (pathname === "/client" ? governance.call(searchUsers, { body }) : plain(env));
    let users = 0;
    for (let call = Number(searchParams.get("calls")); call > 0; call--) users += (await page()).list.length;
    return new Response(String(users));
  },
} satisfies ExportedHandler<ClientWorkerEnv>;

async function plain(env: ClientWorkerEnv): Promise<{ list: unknown[] }> {
  const response = await fetch(env.GOVERNANCE_BASE_URL + searchUsers.path, {
    method: searchUsers.method,
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      authorization: env.AUTHORIZATION,
    },
    body: JSON.stringify(body),
  });
  return JSON.parse(await response.text());
}
