import { availableParallelism } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { unstable_getMiniflareWorkerOptions as workerOptions } from "wrangler";
import { bundle, COMPILED, root } from "./src/cli/shared/bundle.ts";
import { DEADLINE_MS, POLL_MS } from "./test/support/until.ts";

// Every fetch that Worker or test makes goes to the embedded tenant: whatever its hostname, a tenant of
// its own answers there, so each test file takes a hostname and has the place to itself.
const tenant = {
  ...workerOptions(root("src/sandbox/tenant/wrangler.toml")).workerOptions,
  name: "tenant",
  modules: (await bundle("src/sandbox/tenant/worker.ts")).map((module) => ({
    type: "ESModule" as const,
    ...module,
  })),
  bindings: { CONTROL: "on" },
};

/** What is waited for comes true, or is given up by name, before the test is: none of them is about time. */
const patience = {
  testTimeout: 3 * DEADLINE_MS,
  hookTimeout: 3 * DEADLINE_MS,
  expect: { poll: { timeout: DEADLINE_MS, interval: POLL_MS } },
};

/** Files that take long: Vitest begins with what is large, and at the end one of these would be alone. */
const LONG =
  /\/(linear|new|deploy|clicks|upgrade-check|batches|init|looks|guide|sweep|demo|tail|hostile-texts|tokens|faults)(\.node)?\.test\.ts$/;
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => Number(LONG.test(other.moduleId)) - Number(LONG.test(one.moduleId)));
  }
}

// The commands that tests run, and Vitest's own processes, start in half the time with what Node has compiled before.
process.env["NODE_COMPILE_CACHE"] ??= COMPILED;
// The secrets that wrangler.toml requires of a deployment are not missed here.
process.env["WRANGLER_LOG"] ??= "error";

/** Tests of what is delivered see no systems, actions and automations of the user's own: src/own has their tests. */
const withoutOwn = {
  alias: [
    {
      find: /^(?:\.\.\/)*(?:\.\/)?own\/(?:env|\w+\/index)\.ts$/,
      replacement: root("test/support/nothing-own.ts"),
    },
  ],
};

export default defineConfig({
  test: {
    silent: "passed-only",
    sequence: { sequencer: LongFirst },
    projects: [
      {
        resolve: withoutOwn,
        plugins: [
          cloudflareTest({
            // Whatever src/config.ts says.
            main: "./src/cli/demo/worker.ts",
            wrangler: { configPath: "./wrangler.toml" },
            // It tells of each fault that a test asks for, with its stack.
            verbose: false,
            miniflare: {
              workers: [tenant],
              outboundService: "tenant",
              bindings: { MIGRATIONS: await readD1Migrations(root("src/ledger/migrations")) },
            },
          }),
        ],
        test: {
          name: "workerd",
          ...patience,
          // They seldom wait, and each Worker more has all of Reeve to load.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 2 },
          isolate: false,
          // Vitest would wait without end for what a Durable Object logs after the last test of a file.
          disableConsoleIntercept: true,
          setupFiles: ["test/support/fresh-worker.ts", "src/cli/start/platform-limits.ts"],
          include: ["{test,src/own}/**/*.test.ts"],
          exclude: ["**/*.node.test.ts"],
        },
      },
      // Wrangler and miniflare take a second to load: files that follow each other in a process share them.
      {
        resolve: withoutOwn,
        test: {
          name: "node",
          ...patience,
          // Most of them wait for a Worker more than they compute.
          maxWorkers: Math.max(4, availableParallelism()),
          sequence: { groupOrder: 1 },
          // What is new is mostly forgotten soon: with room for more of it, it is looked through less often.
          execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=64"],
          isolate: false,
          include: ["{test,src/own}/**/*.node.test.ts"],
        },
      },
    ],
  },
});
