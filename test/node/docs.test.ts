import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../src/cli/bundle.ts";
import { fixture } from "../../src/cli/send/deliver.ts";
import { REEVE_PORT, TENANT_PORT } from "../../src/cli/start/ports.ts";
import { senderApis } from "../../src/systems/api/apis.ts";
import { sources } from "../../src/systems/index.ts";
import { slackSecret } from "../../src/systems/slack.ts";

const read = (path: string) => readFileSync(root(path), "utf8");
const readme = read("README.md");
const texts = readdirSync(root("docs")).filter((name) => !name.endsWith(".png"));
const pages = ["README.md", "CONTRIBUTING.md", ...texts.map((name) => `docs/${name}`)];
const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;

/** Every variable that code reads: the capitalized members of its environments. */
const variables = new Set(
  readdirSync(root("src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/^(tenant|local)\//.test(file))
    .flatMap((file) =>
      Array.from(
        read(`src/${file}`).matchAll(/readonly ([A-Z][A-Z_]+)\??: (?:string|TokenFlow|"|undefined)/g),
        ([, name = ""]) => name,
      ),
    ),
);
for (const { secretVariable } of [...sources.values(), slackSecret]) variables.add(secretVariable);
/** Addresses that have a default, which only an unusual deployment changes. */
const addresses = new Set<string>();
for (const { address, variables: credential } of senderApis) {
  variables.add(address.variable);
  for (const name of credential) variables.add(name);
  if (address.default) addresses.add(address.variable);
}

describe("the documentation", () => {
  it.for(pages)("%s links to files that are there", (page) => {
    const targets = Array.from(
      read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g),
      ([, target = ""]) => target,
    );
    expect(targets.filter((target) => !existsSync(join(dirname(root(page)), target)))).toEqual([]);
  });

  it.for(pages)("%s names npm scripts that there are", (page) => {
    const named = Array.from(
      read(page).matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g),
      ([, run, plain]) => run ?? plain ?? "",
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("README's tables have every variable", () => {
    expect(variables.size).toBeGreaterThan(50);
    expect(
      Array.from(variables).filter((name) => !new RegExp(`^\\|.*\`${name}\``, "m").test(readme)),
    ).toEqual([]);
  });

  it("`.dev.vars.example` has every variable but those only the local stack or the platform sets", () => {
    const example = read(".dev.vars.example");
    const elsewhere = new Set(["LOCAL_STACK", "DESKS", ...addresses]);
    expect(
      Array.from(variables).filter((name) => !elsewhere.has(name) && !example.includes(`# ${name}=`)),
    ).toEqual([]);
  });

  it("README's table of senders has every source", () => {
    const rows = Array.from(sources.values(), ({ name, secretVariable }) => ({
      row: readme.split("\n").find((line) => line.includes(`| \`${secretVariable}\`: `)) ?? "",
      address: name.startsWith("actions") ? "actions/{action}" : name,
    }));
    expect(rows.filter(({ row, address }) => !row.includes(`\`/hooks/${address}\``))).toEqual([]);
  });

  it("README's commands use the ports of the local stack, and play senders that there are", () => {
    expect(readme).toContain(`http://127.0.0.1:${REEVE_PORT}/api/`);
    expect(readme).toContain(`http://localhost:${TENANT_PORT}/_control`);
    const played = Array.from(readme.matchAll(/npm run send -- (\w[\w-]*) (\S+)/g));
    expect(played.length).toBeGreaterThan(1);
    for (const [, source = "", name = ""] of played) expect(fixture(source, name).body).not.toBe("");
  });

  it("docs/operations.md explains every line that is logged, and says which are alerts", () => {
    const table = read("docs/operations.md");
    const written = readdirSync(root("src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !/^(tenant|local)\//.test(file))
      .flatMap((file) =>
        Array.from(read(`src/${file}`).matchAll(/\blog\(\s*"(\w+)"(,\s*\{\s*level: "alert")?/g)),
      );
    expect(written.length).toBeGreaterThan(20);
    const row = (name: string) => new RegExp(`^\\| .*\`${name}\`.* \\|`, "m").exec(table)?.[0] ?? "";
    expect(written.map(([, name = ""]) => name).filter((name) => row(name) === "")).toEqual([]);
    const alerts = written.flatMap(([, name = "", alert]) => (alert ? [name] : []));
    expect(alerts.filter((name) => !row(name).includes("| alert |"))).toEqual([]);
  });

  it("docs/operations.md explains every figure of /metrics", () => {
    const page = read("docs/operations.md");
    const figures = Array.from(
      read("src/console/metrics.ts").matchAll(/"(reeve_\w+)"/g),
      ([, name = ""]) => name,
    );
    expect(figures.length).toBeGreaterThan(8);
    expect(figures.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
  });

  it("README and docs/automations.md tell of every automation that there is", () => {
    const names = readdirSync(root("src/automations"), { encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) =>
        Array.from(
          read(`src/automations/${file}`).matchAll(/\bautomation\(\{\s*name: "([\w-]+)"/g),
          ([, name = ""]) => name,
        ),
      );
    expect(names.length).toBeGreaterThan(20);
    for (const page of [readme, read("docs/automations.md")])
      expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
