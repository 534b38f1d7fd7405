import { expect, it } from "vitest";
import { listRequesters } from "../../src/systems/event.ts";
import { describeVendor } from "./support/vendor.ts";

const signed = describeVendor("actions");
const called = describeVendor("actions-token");

// Without a signature, the body must contain an id.
called.refuses([["id: ", { action: "tool.retire", input: {} }]]);

it("a request without a requester is treated as a request by an unknown person", async () => {
  const [said] = await signed.said({ action: "tool.retire", input: {} });
  if (!said || "ignored" in said.event) throw new Error("nothing is asked for");
  expect(listRequesters(said.event)).toEqual([{}]);
});
