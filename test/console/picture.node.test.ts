import { readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { PICTURE_TEXT, readPicture, startPictured } from "./picture.ts";

it("README's picture matches the present console; if not, update it with npm run reeve -- picture", async () => {
  const reeve = await startPictured();
  onTestFinished(() => reeve.stop());
  expect(await readPicture(reeve)).toBe(readFileSync(PICTURE_TEXT, "utf8"));
});
