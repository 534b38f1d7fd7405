import { expect, it } from "vitest";

it("reaches the tenant", async () => {
  const r = await fetch("https://acme.example.com/api");
  expect(await r.json()).toEqual({ url: "https://acme.example.com/api" });
});
