import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Stack } from "../../src/cli/start/stack.ts";
import { startStack } from "../e2e/stack.ts";
import { isFullSweep, sampleOf } from "../support/sweep.ts";
import { hasBrowser, openPage, startBrowser, violations } from "./browser.ts";
import { recordSample } from "./sample.ts";

/** The folder for pictures of every page, for people to view, with `PICTURES=on`. Git ignores it. */
const PICTURES = fileURLToPath(new URL("screenshots/", import.meta.url));
const NORA = "nora.field@example.com";
const NOWHERE = "/nowhere";
const WIDE = { width: 1280, height: 860 };
/** Window sizes by colour scheme. At the narrow width, tables are only just shown as tables. */
const LOOKS = {
  light: [
    ["phone", { width: 390, height: 844 }],
    ["light", WIDE],
    ["narrow", { width: 1161, height: 860 }],
    ["tablet", { width: 1024, height: 768 }],
  ],
  dark: [["dark", WIDE]],
} as const;

type Looks = (typeof LOOKS)[keyof typeof LOOKS];

async function pictures(page: Page, name: string, looks: Looks): Promise<void> {
  if (process.env["PICTURES"] !== "on") return;
  mkdirSync(PICTURES, { recursive: true });
  for (const [look, size] of looks) {
    await page.setViewportSize(size);
    await page.screenshot({ path: `${PICTURES}${name}-${look}.png`, fullPage: true });
  }
  await page.setViewportSize(WIDE);
}

let stack: Stack;
let browser: Browser;
const paths = new Map<string, string>();

describe.runIf(hasBrowser)("the pages in a browser", () => {
  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack(), startBrowser()]);
    const runs = await recordSample(stack.reeve, Date.now());
    const lists = "events runs batches approvals changes automations sources inventory audit settings ask";
    for (const name of lists.split(" ")) paths.set(name, `/${name}`);
    paths.set("overview", "/");
    paths.set("automation", "/automations/connector-owner-from-ticket");
    paths.set("automation-by-clock", "/automations/last-days");
    paths.set("person", "/person?email=hugo.pike@example.com");
    paths.set("source", "/sources/jira");
    paths.set("preview", "/automations/last-days/preview");
    paths.set("ask-owner", "/ask/connector-owner.add");
    paths.set("look-up", "/look-up/users");
    paths.set("not-found", NOWHERE);
    paths.set("runs-held", "/runs?state=held");
    const states = ["awaiting_approval", "done", "planning", "needs_review", "held", "failed"];
    for (const state of sampleOf(states, 2)) {
      const id = runs.get(state) ?? "";
      paths.set(`run-${state}`, `/runs/${id}`);
      paths.set("event", `/events/${id.replace("run_", "evt_")}`);
    }
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  it("have no axe violations, console errors or overflow, in both colour schemes and at several widths", async () => {
    const { page, complaints } = await openPage(browser, stack.reeve.url, NORA, { viewport: WIDE });
    const found: string[] = [];
    const inEach = async (look: (colorScheme: keyof typeof LOOKS) => Promise<void>) => {
      // The full sweep also checks the contrast of the dark colours.
      for (const colorScheme of isFullSweep ? (["dark", "light"] as const) : (["light"] as const)) {
        await page.emulateMedia({ colorScheme });
        await look(colorScheme);
      }
    };
    for (const [name, path] of paths) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(path === NOWHERE ? 404 : 200);
      await inEach((colorScheme) => pictures(page, name, LOOKS[colorScheme]));
      const cells = "table.lines th, table.lines td, table.days th";
      const cut = await page.$$eval(cells, (all) => all.filter((one) => one.scrollWidth > one.clientWidth));
      if (cut.length > 0) found.push(`${name} cuts ${cut.length} cells`);
      // Check forms and calls in their open state too.
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      await inEach(async (colorScheme) => {
        // In dark mode only the colours differ.
        const faults = await violations(page, colorScheme === "dark" ? ["color-contrast"] : undefined);
        found.push(...faults.map((line) => `${name} in ${colorScheme}: ${line}`));
        const fills = await page.$$eval("rect", (all) => all.map((rect) => getComputedStyle(rect).fill));
        if (fills.includes("rgb(0, 0, 0)")) found.push(`${name} has a bar without a colour`);
        if (name === "run-awaiting_approval" || name === "runs-held")
          await pictures(page, `${name}-open`, LOOKS[colorScheme]);
        for (const [look, size] of sampleOf<Looks[number]>(LOOKS[colorScheme], 2)) {
          await page.setViewportSize(size);
          const wide = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            return scrollWidth - clientWidth;
          });
          if (wide > 0) found.push(`${name} is ${wide} px wider than the page (${look})`);
          if (look !== "phone") continue;
          const onPhone = await violations(page);
          found.push(...onPhone.map((line) => `${name} on a phone: ${line}`));
        }
        await page.setViewportSize(WIDE);
      });
    }
    expect(found).toEqual([]);
    expect(complaints.filter((line) => !/status of 404/.test(line))).toEqual([]);
    await page.context().close();
  });

  it("can be read without a script, and show exact times in the settings' time zone", async () => {
    for (const javaScriptEnabled of [false, true]) {
      const { page } = await openPage(browser, stack.reeve.url, NORA, {
        javaScriptEnabled,
        timezoneId: "America/New_York",
      });
      await page.goto("/runs");
      const time = page.locator("td time").first();
      const [shown, exact, iso] = [
        await time.textContent(),
        await time.getAttribute("title"),
        await time.getAttribute("datetime"),
      ];
      expect(shown).toMatch(/^(just now|\d+ (min|h|days) ago)$/);
      const format = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", timeStyle: "medium" });
      expect(exact).toContain(format.format(new Date(iso ?? "")));
      expect(exact).toMatch(/CES?T(?:, for you .+)?$/);
      await page.goto(paths.get("run-awaiting_approval") ?? "");
      await page.getByText("Approve", { exact: true }).first().click();
      expect(
        await page.locator("details[open]").getByLabel("Reason (recorded in the audit trail)").isVisible(),
      ).toBe(true);
      await page.context().close();
    }
  });
});
