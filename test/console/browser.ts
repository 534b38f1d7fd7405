import { existsSync, readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { root } from "../../src/cli/shared/bundle.ts";
import { DEADLINE_MS } from "../support/until.ts";

/** Paths of the browser on Debian and elsewhere; `CHROMIUM` sets another. */
const PLACES = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));

/** Whether there is a browser for the tests of pages. If there is none, a warning is printed once. */
export const hasBrowser = executablePath !== undefined;
if (!hasBrowser)
  console.warn("No Chromium found: the tests of pages in a browser are LEFT OUT (apt-get install chromium).");

/** Starts the browser. A container has no sandbox, and the browser only opens our own pages. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(executablePath && { executablePath }),
    // One process renders all pages of a context.
    args: ["--no-sandbox", "--renderer-process-limit=1"],
    timeout: DEADLINE_MS,
  });

/** A page, and the errors in its console. */
export interface Opened {
  readonly page: Page;
  readonly complaints: string[];
}

/**
 * Opens a page in a separate browser context on the local stack.
 * @param operator Who opens it, or null for the console's default person
 */
export async function openPage(
  browser: Browser,
  origin: URL,
  operator: string | null,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({
    baseURL: origin.origin,
    ...(operator !== null && { extraHTTPHeaders: { "reeve-operator": operator } }),
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    ...options,
  });
  context.setDefaultTimeout(DEADLINE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // Leaving a page aborts what it is still loading.
    if (why !== "net::ERR_ABORTED") complaints.push(`${request.url()} ${why}`);
  });
  return { page, complaints };
}

const axe = readFileSync(root("node_modules/axe-core/axe.min.js"), "utf8");

/**
 * Lists the violations that axe finds on a page, one line each.
 * @param rules The rules to check. @default all of them
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The pages' policy blocks this script, so add it through the debugger, which ignores the policy.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const found: AxeResults = await page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ["violations"], ...(rules && { runOnly: rules }) })})`,
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`),
  );
}
