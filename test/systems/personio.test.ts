import { describe, expect, it } from "vitest";
import { dressed, NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

const personio = describeVendor("personio");

const SECRET = personio.sender.localSecret;

it("believes the address alone: a secret in a header, or under another name, is none", async () => {
  const plain = await dressed(personio.sender, "{}");
  for (const url of ["?token=", "?ACCESS_TOKEN=", "#access_token=", "/"])
    expect(
      await personio.verify(
        {
          ...plain,
          url: new URL(`https://reeve.example.com/hooks/personio${url}${SECRET}`),
          headers: new Headers({ authorization: `Bearer ${SECRET}` }),
        },
        [SECRET],
        NOW,
      ),
    ).toEqual({ ok: false, reason: { check: "secret_missing" } });
});

it("signs nothing, and says so", async () => {
  expect(await personio.verify(await dressed(personio.sender, "{}"), [SECRET], NOW)).toEqual({
    ok: true,
    value: { secret: 0, signed: null },
  });
  expect(personio).toMatchObject({ authentication: "shared-secret", signsIds: false });
});

describe("what Personio says", () => {
  const all = ["worker.hired", "worker.terminated", "worker.returned"];
  it.for([
    ["person.created", "10029", { type: "worker.changed", mayBe: ["worker.hired"] }],
    ["person.updated", "10118", { type: "worker.changed" }],
    ["person.deleted", "10999", { type: "worker.terminated" }],
    ["employment.started", "10046", { type: "worker.hired", mayBe: ["worker.returned"] }],
    ["employment.updated", "10118", { type: "worker.changed", mayBe: all }],
    ["employment.terminated", "10121", { type: "worker.terminated", changed: ["status"] }],
  ] as const)("in %s is of the person, not the employment", async ([name, id, event]) => {
    expect(await personio.event(name)).toEqual({
      ...event,
      subject: `personio:${id}`,
      occurredAt: "2026-06-15T08:00:00.123Z",
      worker: { system: "personio", id, fields: {} },
    });
  });

  it("is known by event, person and time", async () => {
    const [only] = await personio.said("employment.terminated");
    expect(only?.id).toBe(
      "48213:employment.terminated:10121:0825e977-b879-4106-a73e-3d9aedad733d:2026-06-15T08:00:00.123Z",
    );
  });

  it("is nothing here where it is of an absence", async () => {
    expect(await personio.said("absence-period.created")).toMatchObject([
      { event: { ignored: "Personio's event absence-period.created is not about a person's employment" } },
    ]);
  });

  it.for([
    ["{}", "event_name"],
    ['{"event_name":"person.created"}', "payload"],
    ['{"event_name":"person.created","payload":{}}', "payload"],
    [
      '{"event_name":"employment.started","payload":{"id":"0825e977-b879-4106-a73e-3d9aedad733d"}}',
      "payload",
    ],
  ] as const)("can't be read as %s, and what is wrong is named", async ([body, detail]) => {
    expect(await personio.read(body)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringContaining(`${detail}:`) },
    });
  });
});
