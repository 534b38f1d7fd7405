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

// Every fetch by the Worker or a test goes to the embedded tenant. Each hostname is a separate tenant, so a test file uses
// its own hostname.
const tenant = {
  ...workerOptions(root("src/sandbox/tenant/wrangler.toml")).workerOptions,
  name: "tenant",
  modules: (await bundle("src/sandbox/tenant/worker.ts")).map((module) => ({
    type: "ESModule" as const,
    ...module,
  })),
};

/** Tests wait for conditions, with deadlines of their own. These timeouts are longer, so that no test depends on time. */
const patience = {
  testTimeout: 3 * DEADLINE_MS,
  hookTimeout: 3 * DEADLINE_MS,
  expect: { poll: { timeout: DEADLINE_MS, interval: POLL_MS } },
};

/** The slowest files. By itself, Vitest starts with the largest files, so that one of these might run last. */
const LONGEST =
  /\/(clicks|looks|batches|commands|demo|decisions|inventory|tokens|faults|news-orders|init|add-a-sender|new|sweep|deploy|send-ends|guide|calls-a-second)(\.long)?(\.node)?\.test\.ts$/;
/** Sorts the slowest files first, project by project, because a worker process serves only one project. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      `${project.name} ${LONGEST.test(moduleId) ? 0 : 1}`;
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one).localeCompare(rank(other)));
  }
}

// With Node's compile cache, Vitest's processes and the commands that tests run start in half the time.
process.env["NODE_COMPILE_CACHE"] ??= COMPILED;
// Miniflare encodes these certificates at each start of workerd, which takes a third of its time. Tests use no network.
delete process.env["NODE_EXTRA_CA_CERTS"];
// Only deployments need the secrets that wrangler.toml requires, so hide its warnings about missing ones.
process.env["WRANGLER_LOG"] ??= "error";

/**
 * Tests of the product ignore the user's own systems, actions, automations and operations. The tests in src/own use
 * them.
 */
const withoutOwn = {
  alias: [
    {
      find: /^(?:\.\.\/)*(?:\.\/)?own\/(?:env|\w+\/(?:index|operations|read-backs))\.ts$/,
      replacement: root("test/support/nothing-own.ts"),
    },
  ],
};

const OWN = "src/own/**/*";
/** Tests of the repository rather than the product, and sweeps: `npm run test:long`. */
const LONG = "{test,src/own}/**/*.long.node.test.ts";
/** Sweeps of which `npm test` runs a sample: see test/support/sweep.ts. */
const SWEEPS =
  "test/**/{hostile-texts,quorum-model,demo,inventory,looks,as-recorded,user-query,paging,requests,audit-chain,days,when,erasing-others,blocks,look-up,news-orders,commands}";

/**
 * Tests whose results depend on the tenant's responses. `npm run test:long` also runs them on tenants that follow only
 * the specification.
 */
const ASK_TENANTS = "test/{automations,governance,sandbox}/**/*.test.ts";
const ASK_TENANTS_ON_NODE = {
  include: ["test/sandbox/**/*.node.test.ts", "test/e2e/{*,approving/*}.node.test.ts"],
  exclude: ["test/e2e/{every-fixture,slack,teams}.node.test.ts", LONG],
};

/**
 * Number of processes per project. Tests on Node mostly wait for Workers, so more processes than cores help. All projects
 * have the same number, so that no project waits for another one.
 */
const WORKERS = Math.max(4, availableParallelism());

const MIGRATIONS = await readD1Migrations(root("src/ledger/migrations"));

/** Returns the variable that makes a project's tenants follow only the specification. */
const specification = (suite: Suite) => ({ SPECIFICATION: suite === "specification" ? "on" : "off" });

/** Loads browser assets as text, as esbuild does for `with { type: "text" }`. Otherwise Vite would treat them as CSS or code. */
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

/** Defines a project of files that run in workerd. */
const workerdProject = (name: string, suite: Suite, include: string, resolve: object = withoutOwn) => ({
  resolve,
  plugins: [
    asText,
    cloudflareTest({
      // This entry file ignores src/config.ts.
      main: "./src/cli/demo/worker.ts",
      wrangler: { configPath: "./wrangler.toml" },
      // Otherwise it prints each error that a test provokes, with its stack.
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
    // Otherwise Vitest would wait forever if a Durable Object logs after the last test of a file.
    disableConsoleIntercept: true,
    setupFiles: ["test/support/fresh-worker.ts", "src/cli/start/platform-limits.ts"],
    include: [include],
    exclude: ["**/*.node.test.ts"],
  },
});

/** Defines a project of files that run on Node. Files that share a process load wrangler and miniflare only once. */
const nodeProject = (
  name: string,
  suite: Suite,
  files: { readonly include: string[]; readonly exclude?: string[] },
  resolve: object = withoutOwn,
) => ({
  resolve,
  test: {
    name,
    provide: { suite },
    env: specification(suite),
    globalSetup: "test/support/bundles.ts",
    ...patience,
    maxWorkers: WORKERS,
    // Most objects are short-lived, so a larger young generation needs fewer collections.
    execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=64"],
    isolate: false,
    ...files,
  },
});

export default defineConfig({
  test: {
    silent: "passed-only",
    sequence: { sequencer: LongestFirst },
    // The default reporter comes last, because the runner's summary must end the output.
    reporters: [new SlowestFiles(), "default"],
    projects: [
      workerdProject("workerd", "sample", "test/**/*.test.ts"),
      workerdProject("own", "sample", `${OWN}.test.ts`, {}),
      workerdProject("long-workerd", "full", `${SWEEPS}.test.ts`),
      nodeProject("node", "sample", { include: ["test/**/*.node.test.ts"], exclude: [LONG] }),
      nodeProject("own-node", "sample", { include: [`${OWN}.node.test.ts`], exclude: [LONG] }, {}),
      nodeProject("long", "full", { include: [LONG, `${SWEEPS}.node.test.ts`] }),
      workerdProject("specification-workerd", "specification", ASK_TENANTS),
      nodeProject("specification", "specification", ASK_TENANTS_ON_NODE),
    ],
  },
});
