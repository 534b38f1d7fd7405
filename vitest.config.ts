import { availableParallelism } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { unstable_getMiniflareWorkerOptions as workerOptions } from "wrangler";
import { bundle, root } from "./src/local/bundle.ts";

// Every fetch that Worker or test makes goes to the embedded tenant: whatever its hostname, a tenant of
// its own answers there, so each test file takes a hostname and has the place to itself.
const tenant = {
  ...workerOptions(root("src/tenant/wrangler.toml")).workerOptions,
  name: "tenant",
  modules: [{ type: "ESModule" as const, path: "tenant.js", contents: await bundle("src/tenant/worker.ts") }],
  bindings: { CONTROL: "on" },
};

/** A test that takes this long hangs: none of them is about time, and machines are busy. */
const testTimeout = 20_000;

export default defineConfig({
  test: {
    // Most of them wait for a Worker more than they compute.
    maxWorkers: Math.max(4, availableParallelism()),
    projects: [
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              workers: [tenant],
              outboundService: "tenant",
              bindings: { MIGRATIONS: await readD1Migrations(root("src/ledger/migrations")) },
            },
          }),
        ],
        test: {
          name: "workerd",
          testTimeout,
          include: ["test/**/*.test.ts"],
          exclude: ["test/node/**", "test/simulation/**"],
        },
      },
      { test: { name: "node", testTimeout, include: ["test/{node,simulation}/**/*.test.ts"] } },
    ],
  },
});
