import { expect, it } from "vitest";
import { Rotating } from "../../src/base/variable.ts";

it.for([
  [
    "v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "begins with v1, which is the prefix of a signature: remove v1 and the comma after it",
  ],
  ["short", "contains a secret shorter than 16 characters"],
] as const)("the secret %j is rejected with an error that states the reason", ([text, message]) => {
  expect(Rotating.safeParse(text).error?.issues).toMatchObject([{ message }]);
});

it("two secrets are parsed without the white space that was copied with them", () => {
  expect(Rotating.parse("a-secret-of-16-chars\n,\tanother-secret-of-16\r\n")).toEqual([
    "a-secret-of-16-chars",
    "another-secret-of-16",
  ]);
});
