import { describe, expect, it } from "vitest";
import { dressed, NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

const entra = describeVendor("entra");

const ROSA = "2f1c7b64-0b7e-4a35-9d52-6c1f3e5c9050";
const CALLBACK =
  "/identityGovernance/lifecycleWorkflows/workflows/4f36da05-5df8-457d-adb3-b132e7b59571" +
  "/tasks/e07dcdb2-0a77-4ee3-8645-3801fbe1cf9f/taskProcessingResults/6e1ec336-8d06-4386-a377-79dbab1a2eb6/resume";

describe("what Entra says", () => {
  it("is a hire, where the address says so", async () => {
    expect(await entra.event("joiner")).toEqual({
      type: "worker.hired",
      subject: `entra:${ROSA}`,
      occurredAt: "2026-06-15T08:00:00.123Z",
      worker: {
        system: "entra",
        id: ROSA,
        email: "rosa.lark@example.com",
        name: "Rosa Lark",
        manager: {
          id: "8c0d2e7a-51f4-4c88-9a6b-1b7c0c8e4d7f",
          name: "Bram Cole",
          email: "bram.cole@example.com",
        },
        fields: {
          userPrincipalName: "rlark@tenant.example.com",
          workflow: "Onboard new hire employee",
          task: "Run a custom task extension",
          callbackUriPath: CALLBACK,
        },
      },
    });
  });

  it.for([
    ["mover", "worker.changed", "ada.marsh@example.com"],
    ["leaver", "worker.terminated", "hugo.pike@example.com"],
  ] as const)("is, for a %s, %s", async ([name, type, email]) => {
    expect(await entra.event(name)).toMatchObject({ type, worker: { email } });
  });

  it("is known by the result of the task", async () => {
    expect(await entra.said("joiner")).toMatchObject([{ id: "6e1ec336-8d06-4386-a377-79dbab1a2eb6" }]);
  });

  const at = async (query: string, edit: (data: Record<string, unknown>) => void = () => {}) => {
    const call = entra.json("joiner");
    edit(call.data);
    const delivery = await dressed(entra.sender, JSON.stringify(call));
    return entra.parse({ ...delivery, url: new URL(`/hooks/entra${query}`, delivery.url) }, NOW);
  };

  it.for(["worker.hired", "worker.changed", "worker.terminated", "worker.returned"])(
    "can be %s",
    async (type) => {
      expect(await at(`?event=${type}`)).toMatchObject({ value: [{ event: { type } }] });
    },
  );

  it.for(["", "?event=", "?event=ticket.created", "?event=worker.moved", "?Event=worker.hired"])(
    "can't be read at an address with “%s”",
    async (query) => {
      expect(await at(query)).toEqual({
        ok: false,
        reason: {
          detail:
            "the address: ?event= has to be one of worker.hired, worker.changed, worker.terminated, worker.returned",
        },
      });
    },
  );

  it.for([
    ["another path", "/users/1"],
    ["another host", "https://attacker.example.com/identityGovernance/lifecycleWorkflows/x"],
    ["another host after all", "@attacker.example.com/identityGovernance/lifecycleWorkflows/x"],
    ["a way out", "/identityGovernance/lifecycleWorkflows/../../users/1"],
    ["an encoded way out", "/identityGovernance/lifecycleWorkflows/%2e%2e/users"],
    ["a query", `${CALLBACK}?x=1`],
    ["a second line", `${CALLBACK}\n`],
    ["a number", 7],
  ])("keeps no callback that is %s", async ([, callbackUriPath]) => {
    const parsed = await at("?event=worker.hired", (data) => Object.assign(data, { callbackUriPath }));
    expect(parsed).toMatchObject({ value: [{ event: { subject: `entra:${ROSA}` } }] });
    expect(parsed).not.toHaveProperty("value.0.event.worker.fields.callbackUriPath");
  });

  it("has no manager where there is none, and is known by its bytes where it has no result", async () => {
    const parsed = await at("?event=worker.hired", (data) => {
      data["subject"] = { id: ROSA, email: "", manager: {} };
      delete data["taskProcessingResult"];
    });
    expect(parsed).toMatchObject({ value: [{ id: null, event: { worker: { id: ROSA } } }] });
    for (const absent of ["manager", "email", "name"])
      expect(parsed).not.toHaveProperty(`value.0.event.worker.${absent}`);
  });

  it("can't be read where it is about nobody, and what is wrong is named", async () => {
    expect(await at("?event=worker.hired", (data) => Object.assign(data, { subject: {} }))).toMatchObject({
      reason: { detail: expect.stringMatching(/^data\.subject\.id:/) },
    });
  });
});
