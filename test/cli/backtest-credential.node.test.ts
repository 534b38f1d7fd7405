import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCredential } from "../../src/cli/backtest/credential.ts";
import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { control, tenantOrigin } from "../../src/cli/start/stack.ts";
import { startTenant } from "../e2e/stack.ts";

const REEVE = new URL("http://127.0.0.1:8787");

let tenant: RunningWorker;
beforeAll(async () => {
  tenant = await startTenant();
});
afterAll(() => tenant.stop());

describe("a credential made for the local stack", () => {
  it("is taken away afterwards", async () => {
    const names = async () => {
      const { credentials } = await control<{ credentials: { displayName: string }[] }>(
        tenant,
        "GET",
        "credentials",
      );
      return credentials.map(({ displayName }) => displayName);
    };
    const made = await readCredential([], REEVE, tenantOrigin(tenant));
    // Only a local stack may ask what stands in for HR systems on this machine.
    expect(made.settings["LOCAL_STACK"]).toBe("yes");
    const before = await names();
    await made.dispose();
    expect(await names()).toHaveLength(before.length - 1);
  });

  it("is not made where the environment, or else .dev.vars, has one; each is taken whole", async () => {
    const [environment, devVars] = ["first@acme.example.com/reeve", "second@acme.example.com/reeve"].map(
      (id) => ({ GOVERNANCE_CLIENT_ID: id }),
    );
    const read = (...places: Record<string, string>[]) => readCredential(places, REEVE);
    const elsewhere = { ...devVars, GOVERNANCE_BASE_URL: "https://elsewhere.example.com" };
    expect(await read({ ...environment }, elsewhere)).toMatchObject({
      settings: environment,
      tenant: "https://acme.example.com",
    });
    expect(await read({ GOVERNANCE_CLIENT_ID: "" }, elsewhere)).toMatchObject({
      settings: elsewhere,
      tenant: "https://elsewhere.example.com",
    });
  });

  it("comes with the local stack's APIs of HR systems, but for those that one has access to", async () => {
    const own = { HIBOB_USER_ID: "own", HIBOB_API_TOKEN: "own" };
    const { settings, dispose } = await readCredential([own], REEVE, tenantOrigin(tenant));
    expect(settings).toMatchObject({ ...own, BAMBOOHR_API_KEY: expect.any(String) });
    const { BAMBOOHR_URL = "" } = settings;
    expect(new URL(BAMBOOHR_URL).hostname).toBe("127.0.0.1");
    await dispose();
    await expect(fetch(BAMBOOHR_URL)).rejects.toThrow("fetch failed");
  });

  it("comes with the senders' credentials of wherever they are set", async () => {
    const { settings } = await readCredential(
      [{ GOVERNANCE_CLIENT_ID: "first@acme.example.com/reeve" }, { HIBOB_USER_ID: "own" }],
      REEVE,
    );
    expect(settings).toEqual({ GOVERNANCE_CLIENT_ID: "first@acme.example.com/reeve", HIBOB_USER_ID: "own" });
  });

  it("is not made for a deployment", async () => {
    await expect(readCredential([], new URL("https://reeve.example.com"))).rejects.toThrow(
      "GOVERNANCE_CLIENT_ID is not set",
    );
  });
});
