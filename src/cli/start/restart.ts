// Watches what Reeve is started with, which a reload of its code does not read again.
import { existsSync, readFileSync, unwatchFile, watchFile } from "node:fs";
import { root } from "../shared/bundle.ts";
import { varsFile } from "../shared/dev-vars.ts";

/** Files that are read when Reeve starts. */
const startFiles = () => [varsFile(), "wrangler.toml"];
/** How often they are looked at. */
const WATCH_MS = 250;

/**
 * Has something done each time that one of those files has other content, one after another.
 * @returns a function that stops watching, and waits for what is under way
 */
export function onStartFiles(act: (changed: string) => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  const files = startFiles();
  for (const name of files) {
    let before = textOf(name);
    watchFile(root(name), { interval: WATCH_MS }, () => {
      const now = textOf(name);
      if (now === before) return;
      before = now;
      last = last.then(() => act(name));
    });
  }
  return async () => {
    for (const name of files) unwatchFile(root(name));
    await last;
  };
}

const textOf = (name: string): string | null =>
  existsSync(root(name)) ? readFileSync(root(name), "utf8") : null;
