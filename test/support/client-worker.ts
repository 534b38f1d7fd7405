import { createGovernance, type GovernanceEnv } from "../../src/governance/client/index.ts";
import { searchUsers } from "../../src/governance/contract/users.ts";

export { Desk } from "../../src/desk/desk.ts";
export { TokenKeeper } from "../../src/governance/client/token-keeper.ts";

/** What the client sends, to be sent again without it. */
let sent: { url: string; init: RequestInit } | undefined;

/**
 * The Worker that `npm run bench -- client` runs: `/client?calls=40` asks for that many pages of users through the
 * client, `/plain?calls=40` sends the same request with plain `fetch` and reads it with `JSON.parse`. Answers with
 * the number of users seen.
 */
export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    const governance = createGovernance(env);
    if (!sent) {
      const spied = createGovernance(env, {
        fetch: (url, init) => {
          sent = { url, init: { method: "POST", headers: init.headers ?? {}, body: init.body ?? null } };
          return fetch(url, init);
        },
      });
      await spied.call(searchUsers, { body: { pageSize: 100 } });
    }
    let users = 0;
    for (let call = Number(searchParams.get("calls")); call > 0; call--) {
      const page =
        pathname === "/client"
          ? await governance.call(searchUsers, { body: { pageSize: 100 } })
          : await plain();
      users += page.list.length;
    }
    return new Response(String(users));
  },
} satisfies ExportedHandler<GovernanceEnv>;

async function plain(): Promise<{ list: unknown[] }> {
  if (!sent) throw new Error("nothing has been sent yet");
  const response = await fetch(sent.url, sent.init);
  return JSON.parse(await response.text());
}
