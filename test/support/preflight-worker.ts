import { actions } from "../../src/actions/index.ts";
import { automations } from "../../src/automations/index.ts";
import { preflight } from "../../src/cli/doctor/worker/preflight.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { defineConfig } from "../../src/define-config.ts";

/** What a test has otherwise than it is in the working tree: parts of the settings, and hosts that are stubs. */
interface Changed {
  readonly settings?: object;
  readonly policy?: object;
  readonly replies?: object;
  readonly people?: typeof sample.people;
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
      load: async () =>
        defineConfig({
          ...sample,
          settings: { ...sample.settings, ...changed.settings },
          policy: { ...sample.policy, ...changed.policy },
          replies: { ...sample.replies, ...changed.replies },
          people: changed.people ?? sample.people,
        }),
      // A busy machine takes longer than a person waits: it has no limit of time, and its answer is of the middle.
      async fetch(asked, { signal: _, ...init } = {}) {
        const url = new URL(asked);
        const origin = changed.elsewhere?.[url.origin] ?? url.origin;
        const before = Date.now();
        const response = await fetch(origin + url.pathname + url.search, init);
        const answer = new Response(response.body, response);
        if (changed.skewMs !== undefined)
          answer.headers.set("date", new Date((before + Date.now()) / 2 - changed.skewMs).toUTCString());
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
