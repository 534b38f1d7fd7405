import { actions } from "../../src/actions/index.ts";
import { automations } from "../../src/automations/index.ts";
import { Settings } from "../../src/automations/settings.ts";
import { configured } from "../../src/base/configured.ts";
import { preflight } from "../../src/cli/doctor/worker/preflight.ts";
import { consoleSettings, policy, replies, settings, slack } from "../../src/config.ts";
import { ConsoleSettings } from "../../src/console/settings.ts";
import { Policy } from "../../src/policy/policy.ts";
import { Replies } from "../../src/systems/reply/replies.ts";

/** What a test has otherwise than it is in the working tree: parts of the settings, and hosts that are stubs. */
interface Changed {
  readonly settings?: object;
  readonly policy?: object;
  readonly replies?: object;
  readonly consoleSettings?: object;
  /** Origins by those that are asked for. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Names of automations and actions that are gone. */
  readonly gone?: readonly string[];
  /** How far the tenant's clock is from this one. */
  readonly skewMs?: number;
}

/** The preflight, with what the question's `changed` says changed. */
export default {
  async fetch(request, env, ctx) {
    const { changed = {} } = await request.clone().json<{ changed?: Changed }>();
    const worker = preflight({
      load: async () => ({
        settings: configured("settings", Settings, { ...settings, ...changed.settings }),
        policy: configured("policy", Policy, { ...policy, ...changed.policy }),
        replies: configured("replies", Replies, { ...replies, ...changed.replies }),
        slack,
        consoleSettings: configured("consoleSettings", ConsoleSettings, {
          ...consoleSettings,
          ...changed.consoleSettings,
        }),
      }),
      async fetch(asked, init) {
        const url = new URL(asked);
        const origin = changed.elsewhere?.[url.origin] ?? url.origin;
        const response = await fetch(origin + url.pathname + url.search, init);
        const answer = new Response(response.body, response);
        if (changed.skewMs !== undefined)
          answer.headers.set("date", new Date(Date.now() - changed.skewMs).toUTCString());
        return answer;
      },
      now: () => Date.now(),
      rules: { automations: without(automations, changed), actions: without(actions, changed) },
    });
    return worker.fetch?.(request, env, ctx) ?? new Response(null, { status: 500 });
  },
} satisfies ExportedHandler;

const without = <Value>(all: ReadonlyMap<string, Value>, { gone = [] }: Changed) =>
  new Map(Array.from(all).filter(([name]) => !gone.includes(name)));
