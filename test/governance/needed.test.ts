// Code that needs what an answer may leave out says which call lacked it.
import { expect, it } from "vitest";
import { defaultTransport, governanceOver } from "../../src/governance/client/index.ts";
import { findPerson, userById } from "../../src/governance/people.ts";
import { readTool } from "../../src/governance/tools.ts";

/** A service that answers every call with this. */
const answering = (answer: unknown) =>
  governanceOver(
    () => ({
      root: "https://needed.example",
      tokens: { get: () => "a-token", renew: async () => "a-token" },
    }),
    { ...defaultTransport, fetch: async () => Response.json(answer) },
  );
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
  expect(await findPerson(governance, "a@example.com")).toEqual({ id: "u1", name: "a@example.com" });
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
