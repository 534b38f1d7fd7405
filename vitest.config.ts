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

export default defineConfig({
  test: {
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
          include: ["test/**/*.test.ts"],
          exclude: ["test/node/**", "test/simulation/**"],
        },
      },
      { test: { name: "node", include: ["test/{node,simulation}/**/*.test.ts"] } },
    ],
  },
});
