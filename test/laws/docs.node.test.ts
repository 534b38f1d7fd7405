import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { automations } from "../../src/automations/index.ts";
import { program } from "../../src/cli/commands.ts";
import { fixture } from "../../src/cli/send/deliver.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import { REEVE_PORT, TENANT_PORT } from "../../src/cli/start/ports.ts";
import { operations } from "../../src/governance/contract/index.ts";
import { ownAutomations } from "../../src/own/automations/index.ts";
import { listApprovalRules, Policy } from "../../src/policy/policy.ts";
import { listBlocks } from "../e2e/docs/docs-page.ts";

const read = (path: string) => readFileSync(root(path), "utf8");
const readme = read("README.md");
const docs = globSync("docs/**/*.md", { cwd: root() });
const besideCode = globSync("{src,test}/**/*.md", { cwd: root(), exclude: ["src/**/templates/**"] });
const pages = ["README.md", "CONTRIBUTING.md", ...docs, ...besideCode];
const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;

/** Lists the headings of a page as link targets. */
const headingsIn = (page: string): string[] =>
  Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, text = ""]) =>
    text
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );

/** Lists a page of contents, and the pages that it lists, in its order. */
const listInOrder = (contents: string): string[] => [
  contents,
  ...Array.from(read(contents).matchAll(/^- \[[^\]]*\]\(([\w/-]+\.md)\)/gm), ([, path = ""]) =>
    join(dirname(contents), path),
  ).flatMap((path) => (path.endsWith("/README.md") ? listInOrder(path) : [path])),
];

/** Matches the beginning of each approval rule, list of rules and switch of a default rule in an example. */
const RULES = /\bapprovals: \[|\bdefaultApprovals: \{|(?<!\.)\bwhen: "/g;

/** Lists a page's examples of approval rules: code blocks, and code in sentences. */
const listExamples = (page: string): readonly string[] =>
  [
    ...listBlocks(read(page), "ts[^\n]*"),
    ...Array.from(
      read(page)
        .replace(/^ *```[\s\S]*?^ *```/gm, "")
        .matchAll(/`([^`\n]+)`/g),
      ([, code = ""]) => code,
    ),
  ].filter((code) => code.search(RULES) >= 0);

/** Evaluates an example of a rule, or of settings of the policy. */
function readPolicy(example: string): z.input<typeof Policy> {
  // The page on own operations declares this operation, which the product lacks.
  const code = example.replaceAll('"deleteConnectorOwner"', '"deleteMcpTool"');
  const stated = new Function(`return ${code.startsWith("{") ? `{ approvals: [${code}] }` : `{${code}}`}`)();
  return stated.policy ?? stated;
}

describe("in the documentation,", () => {
  it.for(pages.filter((page) => listExamples(page).length > 0))(
    "%s shows approval rules that the policy accepts, and that switch default rules off only by name",
    (page) => {
      const examples = listExamples(page);
      const { groups = {} } = Object.assign({}, ...listBlocks(read(page), "ts groups").map(readPolicy));
      const found = examples.map((example) => {
        const policy = Policy.parse({ groups, ...readPolicy(example) });
        const off = listApprovalRules(policy).filter(({ isOn }) => !isOn);
        return off.map(({ setting }) => setting.replace("policy.defaultApprovals.", ""));
      });
      const named = (example: string) => Array.from(example.matchAll(/(\w+): false/g), ([, name]) => name);
      expect(found).toEqual(examples.map(named));
      expect(examples.join("\n").match(RULES)?.length).toBe(read(page).match(RULES)?.length);
    },
  );

  it("docs/set-up/approvals.md begins with the default rules, each with its name", () => {
    const [block = ""] = listBlocks(read("docs/set-up/approvals.md"), "ts");
    const rules = Array.from(block.matchAll(/^ +(\w+): true, \/\/ (.+)$/gm), ([, name, rule]) => [
      `policy.defaultApprovals.${name}`,
      new Function(`return (${rule})`)(),
    ]);
    const defaults = listApprovalRules(Policy.parse({}));
    expect(rules).toEqual(defaults.map(({ setting, isOn: _, ...rule }) => [setting, rule]));
  });

  it("each page names its readers in its first line, and the next page in its last line", () => {
    const order = listInOrder("docs/README.md");
    expect(order.toSorted()).toEqual(docs.toSorted());
    expect(order.filter((page) => !/^# .+\n\nFor /.test(read(page)))).toEqual([]);
    const lastLines = order.map((page) => read(page).split("\n\n").at(-1));
    const next = [...order.slice(1), "docs/README.md"].map((page, index) => {
      const [, title = ""] = /^# (.+)$/m.exec(read(page)) ?? [];
      return `Next: [${title}](${relative(dirname(order[index] ?? ""), page)})\n`;
    });
    expect(lastLines).toEqual(next);
  });

  it.for(pages)("%s links only to existing files and headings", (page) => {
    const targets = Array.from(
      read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g),
      ([, path = "", heading]) => ({ path: path === "" ? page : join(dirname(page), path), heading }),
    );
    const missing = targets.filter(
      ({ path, heading }) => !existsSync(root(path)) || (heading && !headingsIn(path).includes(heading)),
    );
    expect(missing).toEqual([]);
  });

  it.for(pages)("%s names only existing files of src/ and test/", (page) => {
    const named = Array.from(read(page).matchAll(/`((?:src|test)\/[\w./-]*)`/g), ([, path = ""]) => path);
    // Files that a guide's reader creates do not exist yet.
    const missing = named.filter(
      (path) => !existsSync(root(path)) && !/owner-access-review|lantern/.test(path),
    );
    expect(missing).toEqual([]);
  });

  it.for(pages)("%s names only existing npm scripts and commands", (page) => {
    const commands = program.commands.map((one) => one.name());
    const text = read(page);
    for (const [, run, plain = run ?? ""] of text.matchAll(
      /npm\s+(?:run\s+(?:-\S+ )?([\w:]+)|(start|test)\b)/g,
    ))
      expect(Object.keys(scripts)).toContain(plain);
    for (const [, name = ""] of text.matchAll(/npm\s+run\s+(?:-\S+ )?reeve\s+--\s+([\w:]+)/g))
      expect(commands).toContain(name);
  });

  it("README names every operation once", () => {
    const [, section = ""] = /^## Operations that it calls\n(.*?)^## /ms.exec(readme) ?? [];
    for (const id of Object.keys(operations)) expect(section.split(`\`${id}\``), id).toHaveLength(2);
  });

  it("CHANGELOG begins with this version or unreleased changes, and describes each version in at most 60 lines", () => {
    const [, ...versions] = read("CHANGELOG.md").split(/^## /m);
    const names = versions.map((text) => text.split("\n", 1).join());
    expect(names.find((name) => name !== "Unreleased")).toBe(JSON.parse(read("package.json")).version);
    expect(names.filter((name) => !/^(Unreleased|\d+\.\d+\.\d+)$/.test(name))).toEqual([]);
    expect(versions.filter((text) => text.split("\n").length > 62)).toEqual([]);
  });

  it.for(pages)("%s names only existing recordings in its commands", (page) => {
    for (const [, source = "", name = ""] of read(page).matchAll(/npm run send -- ([a-z][\w-]*) ([\w.-]+)/g))
      if (!["lantern", "slack", "teams"].includes(source)) expect(fixture(source, name).body).not.toBe("");
  });

  it("README's commands use the ports of the local stack", () => {
    expect(readme).toContain(`http://127.0.0.1:${REEVE_PORT}/api/`);
    expect(readme).toContain(`http://localhost:${TENANT_PORT}/_control`);
  });

  it("docs/live/watch.md explains each alert in the log", () => {
    const table = read("docs/live/watch.md");
    const alerts = readdirSync(root("src"), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/^(sandbox|cli|own)\//.test(file))
      .flatMap((file) =>
        Array.from(read(`src/${file}`).matchAll(/\blog(?:ged)?\(\s*"(\w+)",\s*\{\s*level: "alert"/g)),
      );
    expect(alerts.length).toBeGreaterThan(10);
    const isListed = (name: string) => new RegExp(`^\\| .*\`${name}\`.* \\| alert \\|`, "m").test(table);
    expect(alerts.map(([, name = ""]) => name).filter((name) => !isListed(name))).toEqual([]);
  });

  it("docs/live/alerts.yml uses existing metrics", () => {
    const metrics = read("src/http/metrics.ts");
    const used = read("docs/live/alerts.yml").match(/\breeve_\w+/g) ?? [];
    expect(used.length).toBeGreaterThan(8);
    expect(used.filter((name) => !metrics.includes(name))).toEqual([]);
  });

  it("docs/set-up/automations.md lists every shipped automation", () => {
    const page = read("docs/set-up/automations.md");
    const names = [...automations].flatMap(([name, one]) => (ownAutomations.includes(one) ? [] : name));
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
