import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { RuledReeve } from "../e2e/ruled-reeve.ts";
import { GITA, HUGO, NORA } from "../e2e/tickets.ts";
import { until } from "../support/until.ts";
import { hasBrowser, type Opened, openPage, startBrowser, violations } from "./browser.ts";

const [CAMPAIGN, OWN, RETIRE] = ["test-start-campaign", "test-own", "test-retire-tools"] as const;

let reeve: RuledReeve;
let browser: Browser;
let opened: Opened;
/** The pages of all tests, because each further browser context starts processes. */
const pages = new Map<string | null, Opened>();

/** Returns the page of a person, or of the local stack's default person for null. */
async function as(operator: string | null): Promise<Page> {
  opened = pages.get(operator) ?? (await openPage(browser, reeve.url, operator));
  if (!pages.has(operator)) await opened.page.clock.install();
  pages.set(operator, opened);
  return opened.page;
}

/** Creates held runs: each would delete two tools, and the budget allows one. */
async function hold(many: number): Promise<string[]> {
  const { all, retired } = await reeve.tools();
  const left = all.filter((id) => !retired.includes(id));
  return Promise.all(
    Array.from({ length: many }, async (_, n) => {
      const event = await reeve.send({ tools: left.slice(2 * n, 2 * n + 2) });
      return (await reeve.runOf(event, RETIRE, "held")).id;
    }),
  );
}

/** Creates a run that waits for an approval: the start of a review. */
const waiting = async (review: string) =>
  reeve.runOf(await reeve.send({ review, reviewOwner: HUGO }), CAMPAIGN, "awaiting_approval");
/** Creates a run that is done: an ownership with this role. */
const made = async (role: string) => reeve.runOf(await reeve.send({ role }), OWN, "done");

/**
 * Waits for an element that appears when the page refreshes itself, by advancing the page's clock to its next refresh.
 */
const refreshed = (page: Page, wanted: Locator) =>
  until(`${wanted} on ${page.url()}`, async () => {
    if ((await wanted.count()) > 0) return true;
    await page.clock.fastForward(15_000);
    return false;
  });

/** Waits until the shown plan can be decided by a key: a second after the page opens. @param at A page to open first */
async function read(page: Page, at?: string): Promise<void> {
  if (at) await page.goto(at);
  await page.clock.fastForward(1_000);
}

/** Opens the form of a button inside an element of the page. */
const press = (within: Page | Locator, button: string) =>
  within.locator("summary", { hasText: button }).click();

/** Enters a reason in the open form, and presses its button. */
async function because(page: Page, reason: string, button: string | RegExp): Promise<void> {
  const form = page.locator("details.decide[open]");
  await form.getByLabel("Reason (recorded in the audit trail)").fill(reason);
  await form.getByRole("button", { name: button, exact: true }).click();
}

describe.runIf(hasBrowser)("in a browser", () => {
  beforeAll(async () => {
    const enabled = [CAMPAIGN, OWN, RETIRE];
    const approvals = [{ when: "operation" as const, operations: ["createCampaign" as const] }];
    const rare = { effects: "deletes", per: "automation", limit: 1, windowMinutes: 60 } as const;
    const budgets = [{ name: "deletes", ...rare }];
    const started = RuledReeve.start({ enabled, policy: { approvals, budgets } });
    [reeve, browser] = await Promise.all([started, startBrowser()]);
    // The overview counts runs once a minute, so this run must be done before the first page is opened.
    await made("charted");
  });
  afterAll(async () => {
    await browser?.close();
    await reeve?.stop();
  });
  afterEach(async () => {
    // The browser reports the status of a rejected request as an error; any other error is a defect of the page.
    expect(
      opened.complaints
        .splice(0)
        .filter((line) => !/status of 40[0349]|ERR_INTERNET_DISCONNECTED/.test(line)),
    ).toEqual([]);
    // An open page would continue to request updates.
    await opened.page.goto("about:blank");
  });

  it("an approver reads a waiting plan, approves it with a reason, and sees that the run is done", async () => {
    const run = await waiting("Clicked");
    const page = await as(NORA);
    await page.goto("/");
    await page.getByRole("link", { name: "wait for approval" }).click();
    expect(page.url()).toContain("/approvals");
    await page.goto(`/approvals?run=${run.id}`);
    const card = page.locator(`article:has(a[href="/runs/${run.id}"])`);
    await press(card, "Approve");
    expect(await card.locator("form:visible").textContent()).toContain("Clicked");
    await because(page, "agreed with IT", /^Approve: .*Clicked/);
    expect(page.url()).toContain(`/approvals?after=${run.id}&done=approved`);
    expect(await page.getByRole("status").textContent()).toContain("Approved.");
    await page.goto(`/runs/${run.id}`);
    // The page updates itself.
    await refreshed(page, page.locator("dd .badge", { hasText: "done" }));
    await refreshed(page, page.locator(".trail", { hasText: "agreed with IT" }));
    expect(await reeve.campaigns("Clicked")).toEqual(["Clicked"]);
  });

  it("a user who acts as another sample person can approve a plan that the previous person could not", async () => {
    const run = await waiting("Switched");
    const page = await as(null);
    await page.goto(`/runs/${run.id}`);
    // The default person has no part in the run. Gita moved the ticket, so she is one of its requesters.
    expect(await page.getByLabel("Act as:").inputValue()).toBe("iris.vale@example.com");
    expect(await page.locator(".barred").count()).toBe(0);
    await page.getByLabel("Act as:").selectOption(GITA);
    await page.getByRole("button", { name: "Switch" }).click();
    expect(await page.getByLabel("Act as:").inputValue()).toBe(GITA);
    expect(await page.locator(".signed option:checked").textContent()).toBe(`${GITA} (viewer, approver)`);
    expect(await page.locator(".barred", { hasText: "Approve" }).textContent()).toContain(
      "You asked for this yourself",
    );
    expect(await page.getByRole("button", { name: /^Approve/ }).isDisabled()).toBe(true);
    expect(await page.locator("summary", { hasText: /Approve|Deny/ }).allTextContents()).toEqual(["Deny"]);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel("Act as:").selectOption(NORA);
    await page.getByRole("button", { name: "Switch" }).click();
    expect(page.url()).toContain(`/runs/${run.id}`);
    expect(await page.getByLabel("Act as:").inputValue()).toBe(NORA);
    await press(page, "Approve");
    await because(page, "agreed with IT", /^Approve: /);
    const done = await reeve.until(run.id, ({ state }) => state === "done");
    expect(done.approvals[0]?.by).toBe(NORA);
  });

  it("an approval of a plan that another person denied shows the run's result, and keeps the entered reason", async () => {
    const run = await waiting("Late");
    const page = await as(NORA);
    await page.goto(`/runs/${run.id}`);
    await press(page, "Approve");
    await reeve.decide(run, { decision: "rejected", hash: run.plan?.hash, reason: "no" }, HUGO);
    await because(page, "agreed with the owner", /^Approve: /);
    expect(await page.getByRole("alert").textContent()).toMatch(
      /no plan is waiting for an approval|the run is over/i,
    );
    expect(await page.getByRole("alert").textContent()).toContain("agreed with the owner");
    expect(new URL(page.url()).pathname).toBe(`/runs/${run.id}`);
    expect(await reeve.campaigns("Late")).toEqual([]);
  });

  it("a form suggests people while the user types", async () => {
    const page = await as(NORA);
    await page.goto("/ask/connector-owner.add");
    await page.getByLabel("Person").pressSequentially("hug");
    const offered = page.locator("datalist#people option");
    await offered.first().waitFor({ state: "attached" });
    expect(await offered.evaluateAll((all) => all.map((one) => one.getAttribute("value")))).toEqual([HUGO]);
    expect(await violations(page)).toEqual([]);
  });

  it("all held runs are resumed after a preview of their plans", async () => {
    const runs = await hold(3);
    const page = await as(NORA);
    await expect.poll(() => reeve.count(RETIRE, "held")).toBe(3);
    await page.goto("/");
    await page.getByRole("link", { name: "held over budget" }).click();
    await page.getByLabel("Automation").selectOption(RETIRE);
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("button", { name: "Resume 3" }).click();
    expect(await page.locator("#batch").textContent()).toContain("Plan: Retire");
    expect(await reeve.count(RETIRE, "held")).toBe(3);
    await press(page, "Resume 3");
    await because(page, "the move of the platform team", "Resume 3");
    await refreshed(page, page.getByRole("status").filter({ hasText: "Decided: 3 of 3." }));
    for (const id of runs)
      expect((await reeve.until(id, ({ state }) => state === "done")).override).toMatchObject({
        by: NORA,
        reason: "the move of the platform team",
      });
  });

  it("a page adds new entries without losing a half-written reason", async () => {
    const first = await waiting("Half-written");
    const page = await as(NORA);
    await page.goto(`/approvals?run=${first.id}`);
    const card = page.locator(`article:has(a[href="/runs/${first.id}"])`);
    await press(card, "Deny");
    const reason = card.locator("form:visible textarea");
    await reason.pressSequentially("not before");
    await reason.press("Escape");
    const second = await waiting("Came later");
    await refreshed(page, page.locator(`nav a[href="/approvals?run=${second.id}"]`));
    // The element keeps the focus: Enter opens the form again.
    await page.keyboard.press("Enter");
    expect(await reason.inputValue()).toBe("not before");
  });

  it("a search on Settings finds variables while the user types, even in collapsed parts", async () => {
    const page = await as(NORA);
    await page.goto("/settings");
    const row = page.locator("tr", { hasText: "JIRA_WEBHOOK_SECRET" }).first();
    const other = page.locator("tr", { hasText: "SLACK_BOT_TOKEN" }).first();
    await page.getByLabel("Find a setting or variable").fill("jira secret");
    await row.waitFor();
    await other.waitFor({ state: "hidden" });
    await page.getByLabel("Find a setting or variable").fill("");
    expect(await page.locator("main tr[hidden]").count()).toBe(0);
  });

  it("a list shows whether and when it was refreshed, and applies a filter when the user selects it", async () => {
    await made("for-the-list");
    const page = await as(NORA);
    await page.goto("/runs");
    await refreshed(page, page.getByText(/^Refreshed \d+ s ago$/));
    await page.context().setOffline(true);
    await refreshed(page, page.getByText(/^Can't be refreshed now; as of /));
    await page.context().setOffline(false);
    await refreshed(page, page.getByText(/^Refreshed \d+ s ago$/));
    await page.getByLabel("State").selectOption("done");
    await page.waitForURL(/state=done/);
  });

  it("an approver can reach and deny a plan with only the keyboard", async () => {
    const run = await waiting("Keys");
    const page = await as(NORA);
    await page.goto(`/runs/${run.id}`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(
      "Skip to the content",
    );
    await page.keyboard.press("Enter");
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
    for (let n = 0; n < 20 && (await focused()) !== "Deny"; n++) await page.keyboard.press("Tab");
    expect(await focused()).toBe("Deny");
    const outline = await page.evaluate(
      () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
    );
    expect(outline).toBe("solid");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
    await page.keyboard.type("not this quarter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/done=rejected/);
    expect((await reeve.until(run.id, ({ state }) => state === "rejected")).ended).toEqual({
      by: NORA,
      reason: "not this quarter",
    });
  });

  it("words typed after the key of an unavailable decision decide nothing, neither on this plan nor on the next", async () => {
    const runs = [await waiting("Typed first"), await waiting("Typed second")];
    // Hugo owns the campaigns, so he may not approve their plans.
    const page = await as(HUGO);
    await page.goto(`/approvals?run=${runs[0]?.id}`);
    const url = page.url();
    // Typed in one go, so that the test does not depend on the machine's speed.
    await page.evaluate((words) => {
      for (const key of words)
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }, "ajust agreed with Ada");
    expect(await page.locator(".keyed").textContent()).toBe(
      "Approve is not available here: This is about you; another person must decide. Escape turns the keys on.",
    );
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(page.url().split("#")[0]).toBe(url);
    // The user continues to type after a pause.
    await page.waitForTimeout(2_100);
    await page.keyboard.type("did ask her?");
    expect(await page.locator(".keys[open]").count()).toBe(0);
    // Tab can lead to the form of a comment, which decides nothing.
    expect(await page.locator("details.decide[open]:has(input[name=decision])").count()).toBe(0);
    for (const run of runs) expect((await reeve.until(run.id, () => true)).state).toBe("awaiting_approval");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    expect(await page.locator(".keys[open]").count()).toBe(1);
  });

  it("a reason typed while the next plan loads, or just after, decides nothing", async () => {
    const runs = [await waiting("Left for the next"), await waiting("Not read yet")];
    const page = await as(NORA);
    const [first, second] = await page.goto(`/approvals?run=${runs[0]?.id}`).then(async () => {
      const next = await page.locator(".steps a[rel=next]").getAttribute("href");
      return [page.url(), next ?? ""] as const;
    });
    await page.keyboard.press("j");
    // The old page may still receive these keys. On the new page, the second key would open a decision.
    await page.keyboard.type("adid agree, and add");
    await page.waitForURL((url) => url.href !== first);
    await page.keyboard.type("did agree, and add");
    await page.keyboard.press("Control+Enter");
    expect(page.url()).toContain(second);
    expect(await page.locator("details.decide[open]").count()).toBe(0);
    expect(await page.locator(".keyed").textContent()).not.toBe("");
    for (const run of runs) expect((await reeve.until(run.id, () => true)).state).toBe("awaiting_approval");
    await read(page, second);
    await page.keyboard.press("a");
    expect(await page.locator("details.decide[open] > summary").textContent()).toContain("Approve");
  });

  it("a form that a key has opened is sent with Ctrl+Enter, and not with Tab and Enter", async () => {
    const run = await waiting("Keyed form");
    const page = await as(NORA);
    await read(page, `/runs/${run.id}`);
    await page.keyboard.press("d");
    await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
    await page.keyboard.type("not now");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    expect(await page.locator(".keyed").textContent()).toBe("Press Ctrl+Enter to send this decision.");
    expect((await reeve.until(run.id, () => true)).state).toBe("awaiting_approval");
    await page.keyboard.press("Control+Enter");
    await page.waitForURL(/done=rejected/);
  });

  it("a rejected reason can be corrected in the same form, and is sent only once, and only online", async () => {
    const run = await waiting("Written again");
    const page = await as(NORA);
    await read(page, `/approvals?run=${run.id}`);
    await page.keyboard.type("a  ");
    await page.keyboard.press("Control+Enter");
    await page.locator("main .note.bad").waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
    await page.keyboard.type("did ask Ada");
    await page.keyboard.press("Control+Enter");
    expect(await page.locator(".keyed").textContent()).toBe("Read the plan, then press Ctrl+Enter again.");
    await read(page);
    await page.context().setOffline(true);
    await page.keyboard.press("Control+Enter");
    expect(await page.locator(".keyed").textContent()).toBe("You are offline: nothing was sent.");
    await page.context().setOffline(false);
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Control+Enter");
    await page.waitForURL(/done=approved/);
    const { approvals } = await reeve.until(run.id, ({ state }) => state === "done");
    expect(approvals).toMatchObject([{ by: NORA, reason: "did ask Ada" }]);
  });

  it("text typed outside a form neither opens nor changes a decision, even if the text begins with a date", async () => {
    const run = await waiting("Beside the form");
    const page = await as(NORA);
    const open = page.locator("details.decide[open]:has(input[name=decision])");
    await read(page, "/approvals");
    await page.keyboard.type("kapproved by the lead");
    expect(await open.count()).toBe(0);
    await read(page, `/approvals?run=${run.id}`);
    await page.keyboard.type("2026-11-29 ");
    await read(page);
    await page.keyboard.type("approved by the lead");
    expect(await open.count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.keyboard.type("aagreed with IT, ");
    await page.locator("article .plan").first().click();
    await page.keyboard.type("denied");
    await page.keyboard.press("Control+Enter");
    expect(await open.locator("textarea").inputValue()).toBe("agreed with IT, ");
    expect(await open.locator("button").textContent()).toMatch(/^Approve: /);
    await read(page, "/runs?state=awaiting_approval");
    await page.keyboard.type("a");
    expect(await open.count()).toBe(0);
    expect((await reeve.until(run.id, () => true)).state).toBe("awaiting_approval");
  });

  it("letters typed right after the key that opens a form become its reason, and the keys can be turned off", async () => {
    const run = await waiting("Typed into the form");
    const page = await as(NORA);
    await read(page, `/approvals?run=${run.id}`);
    await page.keyboard.type("ajust talked to Ada");
    const form = page.locator("details.decide[open] textarea");
    expect(await form.inputValue()).toBe("just talked to Ada");
    expect(await page.locator("details.decide[open] button").textContent()).toMatch(/^Approve: .*Typed into/);
    await page.keyboard.press("Escape");
    await page.locator(".keys > summary").click();
    await page.getByRole("button", { name: "Turn the keys off" }).click();
    await page.goto(`/approvals?run=${run.id}`);
    await page.keyboard.type("adjk");
    expect(await page.locator("details.decide[open]").count()).toBe(0);
    expect(page.url()).toContain(run.id);
    await page.locator(".keys > summary").click();
    await page.getByRole("button", { name: "Turn the keys on" }).click();
  });

  it.for([
    [1280, 800],
    [390, 844],
  ] as const)("the decision is in view at %i by %i px, five key presses away", async ([width, height]) => {
    const many = await reeve.send({ tools: (await reeve.tools()).all.slice(0, 8) });
    await reeve.runOf(many, RETIRE, "held", "awaiting_approval", "ignored");
    const run = await waiting("In view");
    const page = await as(NORA);
    await page.setViewportSize({ width, height });
    await page.goto(`/approvals?run=${run.id}`);
    const box = await page.locator("#decide").boundingBox();
    expect(box && box.y + box.height).toBeLessThanOrEqual(height);
    for (const key of ["Tab", "Tab", "Enter", "Tab", "Tab"]) await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Approve /);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it("nothing on a page moves while the page refreshes itself for half a minute", async () => {
    const run = await waiting("Still");
    const page = await as(NORA);
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Reflect.set(window, "shifts", shifts);
      new PerformanceObserver((list) => {
        // A smaller shift is a word that moves in its line when "just now" becomes "1 min ago".
        for (const entry of list.getEntries())
          if (Number(Reflect.get(entry, "value")) >= 0.001) shifts.push(JSON.stringify(entry));
      }).observe({ type: "layout-shift", buffered: true });
    });
    const found: string[] = [];
    for (const path of ["/", "/events", "/runs", "/approvals", "/changes", "/sources", `/runs/${run.id}`]) {
      // The clock of the page is ahead, after the other tests.
      await page.clock.setSystemTime(Date.now());
      await page.goto(path);
      const [live] = await page
        .locator("[data-live]")
        .evaluateAll((all) => all.map((part) => part.dataset["live"]));
      for (let seconds = 0; live !== undefined && seconds < 30; seconds += Number(live) + 2) {
        await page.clock.fastForward(1_000 * (Number(live) + 2));
        await page.getByText(/^Refreshed [01] s ago$/).waitFor();
      }
      const shifts = await page.evaluate(() => Reflect.get(window, "shifts") as string[]);
      found.push(...shifts.map((shift) => `${path}: ${shift}`));
    }
    expect(found).toEqual([]);
  });

  it("keyboard shortcuts open the search, move from row to row, and close an open form", async () => {
    for (const role of ["keyed-first", "keyed-second"]) await made(role);
    const page = await as(NORA);
    await page.goto("/events");
    await page.keyboard.press("/");
    expect(await page.getByLabel("Search").evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("href") ?? null);
    expect(await focused()).toBeNull();
    await page.keyboard.press("j");
    const first = await focused();
    await page.keyboard.press("j");
    expect(await focused()).not.toBe(first);
    await page.keyboard.press("k");
    expect(await focused()).toBe(first);
    await page.goto(first ?? "");
    const again = page.locator("details.decide", { hasText: "Replay" });
    await again.locator("summary").click();
    const reason = again.getByLabel("Reason (recorded in the audit trail)");
    await reason.pressSequentially("half a reason j/k");
    await reason.press("Escape");
    expect(await again.getAttribute("open")).toBeNull();
    await again.locator("summary").click();
    expect(await reason.inputValue()).toBe("half a reason j/k");
  });
});
