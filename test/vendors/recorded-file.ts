// Writes recorded deliveries to files, like those that users keep.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { root } from "../../src/cli/shared/bundle.ts";
import { fill } from "../../src/sandbox/vendors/template.ts";

/**
 * Writes a recorded body to a file, filled for the moment of the recordings, and returns its path.
 * @param path Below `test/fixtures`
 */
export function recordedFile(path: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "recorded-")), basename(path));
  writeFileSync(file, fill(readFileSync(root(`test/fixtures/${path}`), "utf8")));
  return file;
}
