import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { oneLine } from "../../src/base/text.ts";
import { GovernanceProblem } from "../../src/governance/client/index.ts";
import { MAX_ID_LENGTH } from "../../src/governance/contract/primitives.ts";
import { getUser } from "../../src/governance/contract/users.ts";
import { casesOf } from "../support/sweep.ts";
import { type TestTenant, tenantAt } from "./tenant.ts";

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await tenantAt("ids.client.example");
});

const id = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(..."%2eE./\\?#;&=+ \n\0é😀"), minLength: 1, maxLength: 12 }),
);
const readCode = (error: unknown) => (error instanceof GovernanceProblem ? error.code : undefined);

it("any id reaches the tenant unchanged, or is rejected before it is sent", async () => {
  const governance = tenant.client();
  await fc.assert(
    fc.asyncProperty(id, async (value) => {
      fc.pre(value.length <= MAX_ID_LENGTH);
      const error = await governance
        .call(getUser, { path: { id: value } })
        .catch((thrown: unknown) => thrown);
      if (readCode(error) === "governance_bad_input") return;
      expect(error).toMatchObject({ code: "governance_refused", httpStatus: 404 });
      const { message } = (error as GovernanceProblem).service ?? {};
      // JSON escapes some invisible characters; the client shows the rest of the message on one line.
      expect(message).toBe(oneLine(`There is no user ${JSON.stringify(value)}.`));
    }),
    { numRuns: casesOf(300) },
  );
});

it.for(["a/b", "a%2Fb", "..a", "a..", "%", "ä ö", "日本", "😀", "a?b#c", "a\\b", "a;b=c", " ", "+", "\n"])(
  "a user can be found by the id %j",
  async (value) => {
    await tenant.control("POST", "users", { user: { id: value, displayName: "Odd" } });
    const { userView } = await tenant.client().call(getUser, { path: { id: value } });
    expect(userView?.user?.id).toBe(value);
  },
);
