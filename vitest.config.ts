import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { unstable_getMiniflareWorkerOptions as workerOptions } from "wrangler";
import { bundle, COMPILED, root } from "./src/cli/shared/bundle.ts";
import { SlowestFiles } from "./test/support/slowest-files.ts";
import type { Suite } from "./test/support/sweep.ts";
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
};

/** What is waited for comes true, or is given up by name, before the test is: none of them is about time. */
const patience = {
  testTimeout: 3 * DEADLINE_MS,
  hookTimeout: 3 * DEADLINE_MS,
  expect: { poll: { timeout: DEADLINE_MS, interval: POLL_MS } },
};

/** Files that take longest. Vitest starts with the largest files: one of these would run alone at the end. */
const LONGEST =
  /\/(clicks|looks|batches|commands|demo|decisions|inventory|tokens|faults|news-orders|init|add-a-sender|new|sweep|deploy|send-ends|guide|calls-a-second|every-source)(\.long)?(\.node)?\.test\.ts$/;
/** The longest first, project by project: a worker serves one, and ends where the next file is of another. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      `${project.name} ${LONGEST.test(moduleId) ? 0 : 1}`;
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one).localeCompare(rank(other)));
  }
}

// The commands that tests run, and Vitest's own processes, start in half the time with what Node has compiled before.
process.env["NODE_COMPILE_CACHE"] ??= COMPILED;
// Miniflare encodes these certificates anew at each start of workerd, which takes a third of it; no test leaves this machine.
delete process.env["NODE_EXTRA_CA_CERTS"];
// The secrets that wrangler.toml requires of a deployment are not missed here.
process.env["WRANGLER_LOG"] ??= "error";

/** Tests of what is delivered see no systems, actions and automations of the user's own: src/own has their tests. */
const withoutOwn = {
  alias: [
    {
      find: /^(?:\.\.\/)*(?:\.\/)?own\/(?:env|\w+\/(?:index|operations|read-backs))\.ts$/,
      replacement: root("test/support/nothing-own.ts"),
    },
  ],
};

const ALL = "{test,src/own}/**/*";
/** Files that prove this repository rather than the product, and sweeps: `npm run test:long`. */
const LONG = `${ALL}.long.node.test.ts`;
/** Sweeps of which `npm test` runs a sample: see test/support/sweep.ts. */
const SWEEPS =
  "test/**/{hostile-texts,quorum-model,handover,moment,ocsf,demo,inventory,looks,as-recorded,user-query,paging,requests,contract,audit-chain,days,when,erasing-others,blocks,look-up,news-orders,commands}";

/**
 * Files whose outcome depends on what the tenant answers: `npm run test:long` runs them again on tenants that follow the
 * specification alone.
 */
const ASK_TENANTS = "test/{automations,governance,sandbox}/**/*.test.ts";
const ASK_TENANTS_ON_NODE = {
  include: ["test/sandbox/**/*.node.test.ts", "test/e2e/{*,approving/*}.node.test.ts"],
  exclude: ["test/e2e/{hostile-texts,every-fixture,erased,slack,teams}.node.test.ts", LONG],
};

/**
 * Tests on Node wait for Workers more than they compute; each process of the workerd project has all of Reeve to load.
 * All projects have the same number, so that none waits for another.
 */
const WORKERS = Math.max(4, availableParallelism());

const MIGRATIONS = await readD1Migrations(root("src/ledger/migrations"));

/** The variable by which tenants of a project follow the specification alone. */
const specification = (suite: Suite) => ({ SPECIFICATION: suite === "specification" ? "on" : "off" });

/** Loads the files that browsers get as text, as esbuild does for `with { type: "text" }`. Vite must not take them for CSS or code. */
const asText = {
  name: "as-text",
  enforce: "pre" as const,
  resolveId: (path: string) =>
    /\/console\.(?:css|js)$/.test(path) ? `\0${root(`src/console/assets/${basename(path)}`)}.text` : null,
  load: (id: string) =>
    /^\0.*\.text$/.test(id)
      ? `export default ${JSON.stringify(readFileSync(id.slice(1, -5), "utf8"))}`
      : null,
};

/** A project of files that run in workerd. */
const workerdProject = (name: string, suite: Suite, include: string) => ({
  resolve: withoutOwn,
  plugins: [
    asText,
    cloudflareTest({
      // Whatever src/config.ts says.
      main: "./src/cli/demo/worker.ts",
      wrangler: { configPath: "./wrangler.toml" },
      // It tells of each fault that a test asks for, with its stack.
      verbose: false,
      miniflare: {
        workers: [{ ...tenant, bindings: { CONTROL: "on", ...specification(suite) } }],
        outboundService: "tenant",
        bindings: { MIGRATIONS, ...specification(suite) },
      },
    }),
  ],
  test: {
    name,
    provide: { suite },
    ...patience,
    maxWorkers: WORKERS,
    isolate: false,
    // Vitest would wait without end for what a Durable Object logs after the last test of a file.
    disableConsoleIntercept: true,
    setupFiles: ["test/support/fresh-worker.ts", "src/cli/start/platform-limits.ts"],
    include: [include],
    exclude: ["**/*.node.test.ts"],
  },
});

/** A project of files that run on Node. Files that share a process load wrangler and miniflare once. */
const nodeProject = (
  name: string,
  suite: Suite,
  files: { readonly include: string[]; readonly exclude?: string[] },
) => ({
  resolve: withoutOwn,
  test: {
    name,
    provide: { suite },
    env: specification(suite),
    globalSetup: "test/support/bundles.ts",
    ...patience,
    maxWorkers: WORKERS,
    // Most objects are short-lived: a larger young generation is collected less often.
    execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=64"],
    isolate: false,
    ...files,
  },
});

export default defineConfig({
  test: {
    silent: "passed-only",
    sequence: { sequencer: LongestFirst },
    // The last lines are the runner's summary.
    reporters: [new SlowestFiles(), "default"],
    projects: [
      workerdProject("workerd", "sample", `${ALL}.test.ts`),
      workerdProject("long-workerd", "full", `${SWEEPS}.test.ts`),
      nodeProject("node", "sample", { include: [`${ALL}.node.test.ts`], exclude: [LONG] }),
      nodeProject("long", "full", { include: [LONG, `${SWEEPS}.node.test.ts`] }),
      workerdProject("specification-workerd", "specification", ASK_TENANTS),
      nodeProject("specification", "specification", ASK_TENANTS_ON_NODE),
    ],
  },
});
