import { expect, it } from "vitest";
import { Connections } from "../../src/desk/engine/calls.ts";

const settle = () => new Promise((resolve) => setTimeout(resolve, 1));

it("a desk's connections are for so many runs, in the order in which they came, and most of them for one automation", async () => {
  const connections = new Connections(6);
  const calling: string[] = [];
  const take = async (run: string) => {
    const [automation = ""] = run.split("-");
    await connections.take(automation);
    calling.push(run);
  };
  const end = async (run = "") => {
    calling.splice(calling.indexOf(run), 1);
    connections.giveBack(run.split("-")[0] ?? "");
    await settle();
  };
  for (const automation of ["owner", "leaver"]) for (let n = 0; n < 6; n++) void take(`${automation}-${n}`);
  await settle();
  expect(calling).toEqual(["owner-0", "owner-1", "owner-2", "owner-3", "leaver-0", "leaver-1"]);
  await end("owner-0");
  expect(calling.at(-1)).toBe("owner-4");
  await end("leaver-1");
  expect(calling.at(-1)).toBe("leaver-2");
  while (calling.length > 0) {
    expect(calling.length).toBeLessThanOrEqual(6);
    await end(calling[0]);
  }
  const again = Array.from({ length: 5 }, () => connections.take("owner"));
  expect(again.map((wait) => wait === null)).toEqual([true, true, true, true, false]);
});
