import { expect, it } from "vitest";
import { setMembers } from "../../src/cli/send/members.ts";

it("sets members, of the kind they were", () => {
  const body = JSON.stringify({
    worker: { email: "a@example.com", level: 3, active: true },
    tags: ["x", "y"],
  });
  const changed = setMembers(body, [
    ["worker.email", "b@example.com"],
    ["worker.level", "4"],
    ["worker.active", "false"],
    ["tags.1", "z"],
  ]);
  expect(JSON.parse(changed)).toEqual({
    worker: { email: "b@example.com", level: 4, active: false },
    tags: ["x", "z"],
  });
});

it("sets fields of a form, and members of JSON in them", () => {
  const changed = setMembers("name=Ada&payload=%7B%22id%22%3A1%7D&name=Eve", [
    ["name", "Bram"],
    ["payload.id", "2"],
  ]);
  expect(Object.fromEntries(new URLSearchParams(changed))).toEqual({ name: "Bram", payload: '{"id":2}' });
});

it("refuses a member that the body does not have, and names those near it", () => {
  expect(() => setMembers('{"worker":{"email":"a@example.com"}}', [["worker.emial", "b"]])).toThrow(
    "--set worker.emial: the body has no such member; near it: worker.email",
  );
  expect(() => setMembers("a text", [["worker", "b"]])).toThrow("it has none");
});

it("leaves a body alone of which nothing is set", () => {
  expect(setMembers('{ "a":  1 }', [])).toBe('{ "a":  1 }');
});
