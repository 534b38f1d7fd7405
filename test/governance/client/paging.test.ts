import { expect, it } from "vitest";
import { readOnly } from "../../../src/governance/client/index.ts";
import { operations } from "../../../src/governance/contract/index.ts";
import { governanceTo, scripted } from "./fixtures.ts";

const { createCampaign, deleteMcpTool, getUser, listMcpCatalog, searchAuditEvents, searchUsers } = operations;

function client(...answers: unknown[]) {
  const { transport, sent } = scripted(...answers.map((answer) => Response.json(answer)));
  return { governance: governanceTo(transport), sent };
}
const row = (id: string) => ({ user: { id } });

it("a list is read by repeating the request with the token of the previous page", async () => {
  const { governance, sent } = client(
    { list: [row("1"), row("2")], nextPageToken: "a" },
    { list: [], nextPageToken: "b" },
    { list: [row("3")], nextPageToken: "" },
  );
  const ids: string[] = [];
  for await (const { user } of governance.items(searchUsers, { body: { query: "x", pageSize: 10 } }))
    ids.push(user?.id ?? "");
  expect(ids).toEqual(["1", "2", "3"]);
  expect(sent.map(({ init }) => JSON.parse(String(init.body)))).toEqual([
    { query: "x", pageSize: 10 },
    { query: "x", pageSize: 10, pageToken: "a" },
    { query: "x", pageSize: 10, pageToken: "b" },
  ]);
});

it("a page token is sent in the query if the operation has no body", async () => {
  const { governance, sent } = client({ list: [{ id: "1" }], nextPageToken: "a b" }, { list: [] });
  const rows = await Array.fromAsync(governance.items(listMcpCatalog, { query: { query: "git" } }));
  expect(rows).toEqual([{ id: "1" }]);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(["?query=git", "?page_token=a+b&query=git"]);
});

it("a page is not requested if its rows are not needed", async () => {
  const { governance, sent } = client({ list: [{ at: 1 }, { at: 2 }], nextPageToken: "a" });
  for await (const _ of governance.items(searchAuditEvents, {})) break;
  expect(sent).toHaveLength(1);
});

it("a list ends with an error if a page token is returned a second time", async () => {
  const page = (nextPageToken: string) => ({ list: [row("1")], nextPageToken });
  const { governance, sent } = client(page("a"), page("b"), page("a"), page("b"));
  const all = Array.fromAsync(governance.items(searchUsers, {}));
  await expect(all).rejects.toMatchObject({ code: "governance_bad_response" });
  expect(sent).toHaveLength(3);
});

it("a list is read to its end, even if some pages that have a token are empty", async () => {
  const full = (nextPageToken: string) => ({ list: [row("1")], nextPageToken });
  const empty = (nextPageToken: string) => ({ list: [], nextPageToken });
  const { governance } = client(
    empty("a"),
    empty("b"),
    full("c"),
    empty("d"),
    empty("e"),
    empty("f"),
    full(""),
  );
  expect(await Array.fromAsync(governance.items(searchUsers, {}))).toEqual([row("1"), row("1")]);
});

it.for([999, 1_000])("a list of %i pages is read completely", async (pages) => {
  const { governance } = client(
    ...Array.from({ length: pages - 1 }, (_, n) => ({ list: [row("1")], nextPageToken: `t${n}` })),
    { list: [row("2")] },
  );
  expect(await Array.fromAsync(governance.items(searchUsers, {}))).toHaveLength(pages);
});

it("an endless list ends with an error after 1,000 pages", async () => {
  const { governance, sent } = client(
    ...Array.from({ length: 1_001 }, (_, n) => ({ list: [row("1")], nextPageToken: `t${n}` })),
  );
  await expect(Array.fromAsync(governance.items(searchUsers, {}))).rejects.toMatchObject({
    code: "governance_bad_response",
    message: "searchUsers: the list has more than 1000 pages: narrow the search",
  });
  expect(sent).toHaveLength(1_000);
});

it("items of an operation without pages, and a call without its path, don't compile", () => {
  const { governance } = client();
  // @ts-expect-error a single user has no pages
  governance.items(getUser, { path: { id: "1" } });
  // @ts-expect-error the path is required
  void (() => governance.call(getUser, {}));
});

it("a read-only view of the client can call operations that read", async () => {
  const view = readOnly(client({ userView: row("1") }, { list: [row("2")] }, { list: [] }).governance);
  expect((await view.call(getUser, { path: { id: "1" } })).userView?.user?.id).toBe("1");
  expect(await Array.fromAsync(view.items(searchUsers, {}))).toEqual([row("2")]);
  expect(await Array.fromAsync(view.items(searchUsers, {}))).toEqual([]);
});

it("a read-only view of the client rejects changes, even if their operation is declared as a read", async () => {
  const { governance, sent } = client({});
  const view = readOnly(governance);
  const path = { app_id: "a", connector_id: "c", id: "t" };
  // @ts-expect-error deleting is not reading
  await expect(view.call(deleteMcpTool, { path })).rejects.toMatchObject({ code: "governance_bad_input" });
  // @ts-expect-error neither is creating
  await expect(view.call(createCampaign, {})).rejects.toMatchObject({ code: "governance_bad_input" });
  const disguised = { ...deleteMcpTool, effect: "read" } as const;
  await expect(view.call(disguised, { path })).rejects.toMatchObject({ code: "governance_bad_input" });
  expect(() => view.items({ ...searchUsers }, {})).toThrow("is not a read-only operation");
  expect(Object.isFrozen(view)).toBe(true);
  expect(sent).toHaveLength(0);
});
