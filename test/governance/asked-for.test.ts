// Who and what the service answers is who and what was asked for, with what code needs of it; or nothing is made of it.
import { describe, expect, it } from "vitest";
import { requirePeople } from "../../src/desk/engine/admit.ts";
import { defaultTransport, governanceOver, readOnly } from "../../src/governance/client/index.ts";
import {
  findPerson,
  ownerByEmail,
  personByEmail,
  personOfAnyStatus,
  userById,
} from "../../src/governance/people.ts";
import { readTool } from "../../src/governance/tools.ts";
import { partyFinder } from "../../src/policy/parties.ts";

const NORA = "nora.field@example.com";
const DISABLED = JSON.stringify({ email: NORA, userStatuses: ["DISABLED"] });

/** A service that answers every call with this; of those who are disabled it knows nobody. */
const answering = (answer: unknown) =>
  readOnly(
    governanceOver(
      () => ({
        root: "https://asked-for.example",
        tokens: { get: () => "a-token", renew: async () => "a-token" },
      }),
      {
        ...defaultTransport,
        fetch: async (_, { body }) => Response.json(body === DISABLED ? { list: [] } : answer),
      },
    ),
  );
const bad = (...said: readonly string[]) =>
  expect.objectContaining({
    code: "governance_bad_response",
    message: expect.stringMatching(new RegExp(said.join(".*"))),
  });

const found = (user: object, view: object = {}) => ({
  list: [{ user: { id: "usr_iris_vale", displayName: "Nora Field", ...user }, ...view }],
});

describe("somebody who is searched for by an address", () => {
  const searches = {
    "for a plan": (answer: unknown) => personByEmail(answering(answer), NORA),
    "as an owner": (answer: unknown) => ownerByEmail(answering(answer), NORA),
    "as a leaver": (answer: unknown) => personOfAnyStatus(answering(answer), NORA),
    "as who decides": (answer: unknown) => partyFinder(answering(answer)).decider(NORA),
    "as who asked": (answer: unknown) => partyFinder(answering(answer)).requester({ email: NORA }),
  };

  describe.each(Object.entries(searches))("%s", (_, search) => {
    it.for<[string, object, string]>([
      ["another address", { email: "iris.vale@example.com" }, "iris.vale@example.com"],
      ["other addresses", { emails: ["a@example.com", "b@example.com"] }, "a@example.com, b@example.com"],
      ["a longer address", { email: `x${NORA}` }, `x${NORA}`],
      ["no address", {}, 'email is ""'],
      ["an empty address", { email: "", emails: [] }, 'email is ""'],
    ])("is nobody who has %s", async ([, user, came]) => {
      await expect(search(found(user))).rejects.toEqual(bad("searchUsers", came, NORA));
    });

    it.for<[string, object]>([
      ["that address", { email: NORA }],
      ["it in other letters", { email: "Nora.Field@Example.com " }],
      ["it among others", { email: "n.field@example.com", emails: ["n.field@example.com", NORA] }],
    ])("is who has %s", async ([, user]) => {
      expect(JSON.stringify(await search(found(user)))).toContain("usr_iris_vale");
    });
  });
});

describe("those who are searched for by their ids", () => {
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
    ["whom a plan is for", gain],
    ["whom the rest of one is for", left],
  ] as const)("are nobody else: %s", async ([, search]) => {
    await expect(search(found({ email: NORA }))).rejects.toEqual(bad("usr_iris_vale", "usr_nora_field"));
    await expect(search({ list: [{ userId: "usr_iris_vale" }] })).rejects.toEqual(bad("usr_iris_vale"));
    await expect(
      search(found({ id: "usr_nora_field", email: NORA }, { userId: "usr_iris_vale" })),
    ).rejects.toEqual(bad("usr_iris_vale"));
  });

  it("are those of them who are found, also if the view shows an empty id", async () => {
    expect(await gain(found({ id: "usr_nora_field", email: NORA }, { userId: "" }))).toHaveLength(2);
    expect(await gain(found({ id: "usr_nora_field", email: NORA }, { userId: "usr_nora_field" }))).toEqual([
      { id: "usr_nora_field", emails: [NORA], employeeIds: [] },
      { id: "usr_ada_marsh", emails: [], employeeIds: [] },
    ]);
  });
});

it("a user or a tool that is read by its id is that one", async () => {
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
    message: expect.stringContaining(`the answer lacks ${member}`),
  });

it("a user without an id is named by the call that lacked it", async () => {
  await expect(userById(answering({}), "u1")).rejects.toEqual(lacking("userView"));
  await expect(userById(answering({ userView: { user: {} } }), "u1")).rejects.toEqual(
    lacking("userView.user.id"),
  );
  const list = [{ user: { email: "a@example.com" } }];
  await expect(findPerson(answering({ list }), "a@example.com")).rejects.toEqual(lacking("list.0.user.id"));
});

it("a view's id serves where its user has none, and a name may be missing", async () => {
  const user = { displayName: null, email: "a@example.com" };
  const governance = answering({ list: [{ userId: "u1", user }] });
  expect(await findPerson(governance, "a@example.com")).toMatchObject({ id: "u1", name: "a@example.com" });
});

it("a null list is nobody", async () => {
  expect(await findPerson(answering({ list: null }), "a@example.com")).toBeNull();
});

it("a tool may lack everything but its id", async () => {
  const place = { appId: "a", connectorId: "c", id: "t" };
  expect(await readTool(answering({ tool: { id: "t", description: null } }), place)).toEqual({ id: "t" });
  await expect(readTool(answering({ tool: {} }), place)).rejects.toEqual(lacking("tool.id"));
  await expect(readTool(answering({ tool: null }), place)).rejects.toEqual(lacking("tool"));
});
