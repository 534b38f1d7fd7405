import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { ACTS, AUDITS, CHOICES, DONE } from "../../src/policy/acts.ts";

const HOME = "policy/acts.ts";
/** Words that also name something else: a state, a field or a page. */
const OTHERS: readonly string[] = [
  "Comment",
  "Paused",
  "Cancelled",
  "Approved",
  "Withdrawn",
  "Denied",
  "Done",
];
const buttons = Object.values(ACTS).flatMap((act) => ("button" in act ? act.button : []));
const phrases = [...Object.values(DONE), ...AUDITS.map(([, words]) => words)];
const words = [...buttons, ...CHOICES.flatMap(({ button, leads }) => [button, leads]), ...phrases];

it("the words of an act are written only in src/policy/acts.ts", () => {
  const files = readdirSync(root("src"), { recursive: true, encoding: "utf8" }).filter((file) =>
    /^(channels|console|desk|evidence|http|ledger|mcp|operate|policy|runs)\/.*\.tsx?$/.test(file),
  );
  const repeated = files.flatMap((file) => {
    const text = readFileSync(root(`src/${file}`), "utf8");
    const found = words.filter((one) => [`"${one}"`, `>${one}<`].some((written) => text.includes(written)));
    return found.filter((one) => !OTHERS.includes(one)).map((one) => `${file}: ${one}`);
  });
  expect(Array.from(new Set(repeated)).filter((one) => !one.startsWith(HOME))).toEqual([]);
  expect(repeated.length).toBeGreaterThan(50);
});

it("pages, messages and guides don't use earlier names of acts", () => {
  const files = readdirSync(root("."), { recursive: true, encoding: "utf8" }).filter((file) =>
    /^(src|docs)\/.*\.(tsx?|md)$|^[\w-]+\.(md|yml)$/.test(file),
  );
  const earlier = /[Ll]ift the (global )?pause|[Aa]sk for a change|[Aa]sk to undo/;
  const strays = files.filter((file) => earlier.test(readFileSync(root(file), "utf8")));
  expect(strays.filter((file) => file !== "CHANGELOG.md")).toEqual([]);
});

it("each type of audit entry is listed once", () => {
  const types = AUDITS.map(([type]) => type);
  expect(types.filter((type, n) => types.indexOf(type) < n)).toEqual([]);
});
