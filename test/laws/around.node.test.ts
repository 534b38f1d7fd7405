// Verifies that the files for editors and GitHub can be parsed, and name only existing files and scripts.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { root } from "../../src/cli/shared/bundle.ts";

const read = (path: string) => readFileSync(root(path), "utf8");
const manifest = JSON.parse(read("package.json"));

it("editors and containers use the same major version of Node as the npm scripts", () => {
  const [major] = manifest.devDependencies.node.split(".");
  expect(read(".nvmrc").trim()).toBe(major);
  const { image } = JSON.parse(read(".devcontainer/devcontainer.json"));
  expect(image).toMatch(new RegExp(`:${major}$`));
});

const Workflow = z.object({
  permissions: z.record(z.string(), z.literal("read")),
  jobs: z.record(
    z.string(),
    z.object({
      environment: z.string().optional(),
      "timeout-minutes": z.number(),
      steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })),
    }),
  ),
});

it.for(readdirSync(root(".github/workflows")))(
  "%s pins its actions, runs only existing npm scripts and puts no input into a shell command",
  (file) => {
    const { jobs } = Workflow.parse(parse(read(`.github/workflows/${file}`)));
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@(v\d+|[0-9a-f]{40})$/);
    const scripts = steps.flatMap(({ run = "" }) => Array.from(run.matchAll(/npm run (?:--silent )?(\S+)/g)));
    expect(scripts.map(([, name = ""]) => name).filter((name) => !(name in manifest.scripts))).toEqual([]);
    // An event's input must never become shell code.
    expect(steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
    expect(jobs["deploy-production"]?.environment).toBe("production");
  },
);
