// Tests that responses about a different object from the requested one, or without a needed property, are rejected.
import { describe, expect, it } from "vitest";
import { requirePeople } from "../../src/desk/engine/act.ts";
import { defaultTransport, readOnly } from "../../src/governance/client/index.ts";
import {
  findPerson,
  ownerByEmail,
  personByEmail,
  personOfAnyStatus,
  userById,
} from "../../src/governance/people.ts";
import { readTool } from "../../src/governance/tools.ts";
import { partyFinder } from "../../src/policy/parties.ts";
import { governanceTo } from "./client/fixtures.ts";

const NORA = "nora.field@example.com";
const DISABLED = '"userStatuses":["DISABLED"]';

/** Connects to a service that gives this response to every call, except that it has no disabled users. */
const answering = (answer: unknown) =>
  readOnly(
    governanceTo({
      ...defaultTransport,
      fetch: async (_, { body }) => Response.json(String(body).includes(DISABLED) ? { list: [] } : answer),
    }),
  );
const bad = (...said: readonly string[]) =>
  expect.objectContaining({
    code: "governance_bad_response",
    message: expect.stringMatching(new RegExp(said.join(".*"))),
  });

const found = (user: object, view: object = {}) => ({
  list: [{ user: { id: "usr_iris_vale", displayName: "Nora Field", ...user }, ...view }],
});

describe("a user searched for by an email address", () => {
  const searches = {
    "for a plan": (answer: unknown) => personByEmail(answering(answer), NORA),
    "as an owner": (answer: unknown) => ownerByEmail(answering(answer), NORA),
    "as a leaver": (answer: unknown) => personOfAnyStatus(answering(answer), NORA),
    "as a decider": (answer: unknown) => partyFinder(answering(answer)).decider(NORA),
    "as a requester": (answer: unknown) => partyFinder(answering(answer)).requester({ email: NORA }),
  };

  describe.each(Object.entries(searches))("%s", (_, search) => {
    it.for<[string, object, string]>([
      ["another address", { email: "iris.vale@example.com" }, "iris.vale@example.com"],
      ["other addresses", { emails: ["a@example.com", "b@example.com"] }, "a@example.com, b@example.com"],
      ["a longer address", { email: `x${NORA}` }, `x${NORA}`],
      ["no address", {}, 'email is ""'],
      ["an empty address", { email: "", emails: [] }, 'email is ""'],
    ])("is rejected if the result has %s", async ([, user, came]) => {
      await expect(search(found(user))).rejects.toEqual(bad("searchUsers", came, NORA));
    });

    it.for<[string, object]>([
      ["that address", { email: NORA }],
      ["that address in another case", { email: "Nora.Field@Example.com " }],
      ["that address among others", { email: "n.field@example.com", emails: ["n.field@example.com", NORA] }],
    ])("is found if the result has %s", async ([, user]) => {
      expect(JSON.stringify(await search(found(user)))).toContain("usr_iris_vale");
    });
  });
});

describe("users searched for by their ids", () => {
  const gain = (answer: unknown) => partyFinder(answering(answer)).users(["usr_nora_field", "usr_ada_marsh"]);
  const left = (answer: unknown) =>
    requirePeople(
      {
        hash: "h",
        actions: [
          {
            action: "test",
            input: {},
            summary: "…",
            target: "…",
            effects: [{ operation: "deleteSessionPolicy", input: { path: { id: "pol" } } }],
            beneficiaries: ["usr_nora_field"],
            leaves: [],
          },
        ],
      },
      [{ operation: "deleteSessionPolicy", state: "planned", attempts: 1 }],
      answering(answer),
    );

  it.for([
    ["beneficiaries of a plan", gain],
    ["beneficiaries of the rest of a plan", left],
  ] as const)("are rejected if the result contains another user: %s", async ([, search]) => {
    await expect(search(found({ email: NORA }))).rejects.toEqual(bad("usr_iris_vale", "usr_nora_field"));
    await expect(search({ list: [{ userId: "usr_iris_vale" }] })).rejects.toEqual(bad("usr_iris_vale"));
    await expect(
      search(found({ id: "usr_nora_field", email: NORA }, { userId: "usr_iris_vale" })),
    ).rejects.toEqual(bad("usr_iris_vale"));
  });

  it("include a user who is not found, with only the id, and can have an empty id in a user view", async () => {
    expect(await gain(found({ id: "usr_nora_field", email: NORA }, { userId: "" }))).toHaveLength(2);
    expect(await gain(found({ id: "usr_nora_field", email: NORA }, { userId: "usr_nora_field" }))).toEqual([
      { id: "usr_nora_field", emails: [NORA], employeeIds: [] },
      { id: "usr_ada_marsh", emails: [], employeeIds: [] },
    ]);
  });
});

it("a user or a tool read by its id is rejected if the response has another id, app or connector", async () => {
  for (const userView of [
    { user: { id: "usr_2" } },
    { userId: "usr_2" },
    { userId: "usr_1", user: { id: "usr_2" } },
    { userId: "usr_2", user: { id: "usr_1" } },
  ])
    await expect(userById(answering({ userView }), "usr_1")).rejects.toEqual(bad("usr_2", "usr_1"));
  const place = { appId: "a", connectorId: "c", id: "t" };
  for (const tool of [{ id: "t2" }, { id: "t", appId: "b" }, { id: "t", connectorId: "d" }, {}])
    await expect(readTool(answering({ tool }), place)).rejects.toEqual(bad("getMcpTool"));
});

const lacking = (member: string) =>
  expect.objectContaining({
    code: "governance_bad_response",
    message: expect.stringContaining(`the response lacks ${member}`),
  });

it("a user without an id is rejected with an error that names the missing property", async () => {
  await expect(userById(answering({}), "u1")).rejects.toEqual(lacking("userView"));
  await expect(userById(answering({ userView: { user: {} } }), "u1")).rejects.toEqual(
    lacking("userView.user.id"),
  );
  const list = [{ user: { email: "a@example.com" } }];
  await expect(findPerson(answering({ list }), "a@example.com")).rejects.toEqual(lacking("list.0.user.id"));
});

it("the id of a user view replaces a missing user id, and the user's email replaces a missing name", async () => {
  const user = { displayName: null, email: "a@example.com" };
  const governance = answering({ list: [{ userId: "u1", user }] });
  expect(await findPerson(governance, "a@example.com")).toMatchObject({ id: "u1", name: "a@example.com" });
});

it("a user list that is null is treated as empty", async () => {
  expect(await findPerson(answering({ list: null }), "a@example.com")).toBeNull();
});

it("a tool needs no property except its id", async () => {
  const place = { appId: "a", connectorId: "c", id: "t" };
  expect(await readTool(answering({ tool: { id: "t", description: null } }), place)).toEqual({ id: "t" });
  await expect(readTool(answering({ tool: {} }), place)).rejects.toEqual(lacking("tool.id"));
  await expect(readTool(answering({ tool: null }), place)).rejects.toEqual(lacking("tool"));
});
