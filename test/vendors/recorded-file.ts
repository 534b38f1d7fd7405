// Recorded deliveries as files, as somebody would keep one of their own.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { root } from "../../src/cli/shared/bundle.ts";
import { fill } from "../../src/sandbox/vendors/template.ts";

/** Path of a file with a recorded body, as of the moment of the recordings. @param path Below `test/fixtures` */
export function recordedFile(path: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "recorded-")), basename(path));
  writeFileSync(file, fill(readFileSync(root(`test/fixtures/${path}`), "utf8")));
  return file;
}
