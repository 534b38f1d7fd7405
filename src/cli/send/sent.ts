// Keeps what was sent last of each recording, so that it can be sent again as it was.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { root } from "../shared/bundle.ts";

const Sent = z.object({ id: z.string(), body: z.string(), headers: z.record(z.string(), z.string()) });
/** A delivery that was sent, with its sender's id of it. */
type Sent = z.infer<typeof Sent>;

const fileOf = (reeve: URL, source: string, name: string): string =>
  root(`.reeve/sent/${reeve.host.replace(":", "-")}/${source}/${name}.json`);

export function keepSent(reeve: URL, source: string, name: string, sent: Sent): void {
  const file = fileOf(reeve, source, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(sent));
}

/** What was sent last; `null` where nothing was. */
export function lastSent(reeve: URL, source: string, name: string): Sent | null {
  try {
    return Sent.parse(JSON.parse(readFileSync(fileOf(reeve, source, name), "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
