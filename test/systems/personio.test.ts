import { expect, it } from "vitest";
import { dressed, NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const personio = describeVendor("personio");

const SECRET = personio.sender.localSecret;
const beside = (query: string) => personio.request({ authorization: `Bearer ${SECRET}` }, { query });

personio.rejects([
  ["a secret named token", beside(`?token=${SECRET}`), "secret_missing"],
  ["a secret under a name in capitals", beside(`?ACCESS_TOKEN=${SECRET}`), "secret_missing"],
  ["a secret in the fragment", beside(`#access_token=${SECRET}`), "secret_missing"],
  ["a secret in the path", beside(`/${SECRET}`), "secret_missing"],
]);

it("a base64 secret in the address is accepted, whether or not it is percent-encoded", async () => {
  const secret = "Zm9v+mFy/bG9uZ3Nl+3JldA==";
  for (const query of [secret, encodeURIComponent(secret)])
    expect(await personio.verify(beside(`?access_token=${query}`), [secret], NOW)).toMatchObject({
      ok: true,
    });
});

it("a delivery is treated as unsigned, as its source declares", async () => {
  expect(await personio.verify(await dressed(personio.sender, "{}"), [SECRET], NOW)).toEqual({
    ok: true,
    value: { secret: 0, signed: null },
  });
  expect(personio).toMatchObject({ authentication: "shared-secret", signsIds: false });
});

const ignored = "Personio's event absence-period.created is not about a person's employment";
personio.reads([
  [
    "an absence in an undocumented spelling, as ignored",
    { ...personio.json("absence-period.created"), event_name: "absence_period.created" },
    { ignored: ignored.replace("-", "_") },
  ],
]);

personio.refuses([
  ["event_name:", "{}"],
  ["payload:", { event_name: "person.created" }],
  ["payload:", { event_name: "person.created", payload: {} }],
  ["payload:", { event_name: "employment.started", payload: { id: "0825e977-b879-4106-a73e-3d9aedad733d" } }],
]);
