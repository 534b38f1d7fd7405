import { describe, expect, it } from "vitest";
import { makeRedactor, redact } from "../../src/base/redact.ts";
import { ConsoleSettings } from "../../src/console-settings.ts";

const { redact: rules } = ConsoleSettings.parse({});
const shown = (value: unknown) => redact(value, rules);

describe("redaction", () => {
  it.for([
    "ssn",
    "SSN",
    "dateOfBirth",
    "date_of_birth",
    "DateOfBirth",
    "salary",
    "baseSalary",
    "token",
    "accessToken",
    "access-token",
    "X-Auth-Token",
    "password",
    "authorization",
    "client_secret",
    "APIKey",
    "api_key",
  ])("hides the value of the property %s", (name) => {
    expect(shown({ deep: [{ [name]: "hush", other: 1 }] })).toEqual({
      deep: [{ [name]: "(redacted)", other: 1 }],
    });
  });

  it.for(["className", "tokenization", "secretary", "passwordless", "department"])(
    "does not hide the value of the property %s",
    (name) => {
      expect(shown({ [name]: "kept" })).toEqual({ [name]: "kept" });
    },
  );

  it("hides objects and lists as a whole, but not null", () => {
    expect(shown({ salary: { amount: 1 }, token: ["a"], password: null })).toEqual({
      salary: "(redacted)",
      token: "(redacted)",
      password: null,
    });
  });

  it("hides a value if a sibling property names it, as in change logs", () => {
    expect(shown([{ field: "salary", from: "1", to: "2", by: "ada" }])).toEqual([
      { field: "salary", from: "(redacted)", to: "(redacted)", by: "ada" },
    ]);
    expect(shown({ name: "Social Security Number", value: "x" })).toEqual({
      name: "Social Security Number",
      value: "(redacted)",
    });
  });

  it("hides values in text, whether or not the text is JSON", () => {
    expect(shown({ body: '{"ssn":"1","a":2}' })).toEqual({ body: '{"ssn":"(redacted)","a":2}' });
    expect(shown("a=1&access_token=hush&b=2")).toBe("a=1&access_token=(redacted)&b=2");
    expect(shown('{"password": "hush", broken')).toBe('{"password": (redacted), broken');
    expect(shown("Authorization: Bearer hush.hush")).toBe("Authorization: (redacted)");
  });

  it("does not change properties that no rule matches", () => {
    const event = { type: "ticket.updated", ticket: { title: "Give Ada: maintainer", fields: { a: ["b"] } } };
    expect(shown(event)).toEqual(event);
    expect(redact({ ssn: 1 }, [])).toEqual({ ssn: 1 });
  });
});

it("a redactor with a cache hides the same values as a redactor without a cache, even if the cache is full", () => {
  const names = [
    "salary",
    "baseSalary",
    "name",
    "to",
    "title",
    "x-api-key",
    "APIKey",
    "class",
    "n".repeat(80),
  ];
  const values = ["salary", "Engineer", "token: hush", '{"password":"hush"}', 7, null, ["a"]];
  const remembering = makeRedactor(rules);
  for (let n = 0; n < 5_000; n++) {
    const value = Object.fromEntries(
      [n, 3 * n + 1, 7 * n + 2].map((at) => [
        at % 4 === 0 ? `field${n}` : names[at % names.length],
        values[at % values.length],
      ]),
    );
    expect(remembering({ list: [value] })).toEqual(redact({ list: [value] }, rules));
  }
});
