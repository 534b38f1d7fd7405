import { existsSync, readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { root } from "../../src/cli/shared/bundle.ts";
import { DEADLINE_MS } from "../support/until.ts";

/** Where Debian has it, and others; `CHROMIUM` names another. */
const PLACES = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));

/** Whether there is a browser to try pages in; where there is none, it is said once. */
export const hasBrowser = executablePath !== undefined;
if (!hasBrowser)
  console.warn("No Chromium found: the tests of pages in a browser are LEFT OUT (apt-get install chromium).");

/** Starts the browser. In a container there is no sandbox to be had, and only our own pages are opened. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(executablePath && { executablePath }),
    // One process draws all pages of somebody.
    args: ["--no-sandbox", "--renderer-process-limit=1"],
    timeout: DEADLINE_MS,
  });

/** A page, and everything that its console complained of. */
export interface Opened {
  readonly page: Page;
  readonly complaints: string[];
}

/** A page in a browser of its own, for somebody on the local stack. @param operator null: whom the console takes one for */
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
    // A page that is left has what it was still loading aborted.
    if (why !== "net::ERR_ABORTED") complaints.push(`${request.url()} ${why}`);
  });
  return { page, complaints };
}

const axe = readFileSync(root("node_modules/axe-core/axe.min.js"), "utf8");

/** What axe finds wrong with a page, a line each. @param rules Those to go by. @default all of them */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The policy of the pages allows no such script: it comes in by the debugger, which is not bound by it.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const found: AxeResults = await page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ["violations"], ...(rules && { runOnly: rules }) })})`,
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`),
  );
}
