import { expect, it } from "vitest";
import { startStack } from "../e2e/stack.ts";
import { fuzz } from "./fuzz.ts";

it("malformed bodies cause no 500 response, hang or change (400 bodies; npm run reeve -- test:fuzz sends more)", async () => {
  const stack = await startStack();
  try {
    const { answers, faults } = await fuzz(stack, 400, 1);
    expect(faults).toEqual([]);
    expect(answers).toMatchObject({ 202: expect.any(Number), 422: expect.any(Number) });
  } finally {
    await stack.stop();
  }
});
