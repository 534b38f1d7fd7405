// Takes README's picture of the console, and keeps the text that it shows: a test finds a picture that is out of date.
import { writeFileSync } from "node:fs";
import { root } from "../../src/cli/shared/bundle.ts";
import { type ExitCode, UsageError } from "../../src/cli/shared/command-line.ts";
import { settled } from "../../src/cli/shared/reeve-api.ts";
import { RuledReeve } from "../e2e/ruled-reeve.ts";
import { hasBrowser, openPage, startBrowser } from "./browser.ts";

export const PICTURE_TEXT = root("test/console/picture.txt");
const NORA = "nora.field@example.com";
const REPORTED = [
  ["workday", "changed"],
  ["workday", "terminated"],
] as const;

/** Starts Reeve with what the picture shows: plans that wait for an approval. */
export async function startPictured(): Promise<RuledReeve> {
  const reeve = await RuledReeve.start({ sample: true });
  for (const [source, name] of REPORTED) await settled(reeve.url, await reeve.report(source, name));
  return reeve;
}

/** Matches dates, ages and numbers. */
const CHANGING = /just now|\d+ min ago|\d+( [A-Z][a-z]+ \d{4})?/g;

/** Returns the texts of the picture's page, one a line, without what changes each day. */
export async function readPicture(reeve: RuledReeve): Promise<string> {
  const [, main = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(await reeve.page("/approvals", NORA)) ?? [];
  const texts = main.split(/<[^>]*>/).map((text) => text.trim().replace(CHANGING, "#"));
  return `${texts.filter(Boolean).join("\n")}\n`;
}

export default async function (): Promise<ExitCode> {
  if (!hasBrowser) throw new UsageError("Install Chromium, or set CHROMIUM to its path.");
  const [reeve, browser] = await Promise.all([startPictured(), startBrowser()]);
  const { page } = await openPage(browser, reeve.url, NORA, { viewport: { width: 1360, height: 740 } });
  await page.goto("/approvals");
  await page.screenshot({ path: root("docs/console.png") });
  writeFileSync(PICTURE_TEXT, await readPicture(reeve));
  await Promise.all([browser.close(), reeve.stop()]);
  // The tests' tenants are kept for the next test.
  process.exit(0);
}
