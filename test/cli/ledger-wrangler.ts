/** `wrangler d1 execute` over a database of this process, for tests of what a deployment asks the ledger. */
import type { DatabaseSync } from "node:sqlite";
import { type Wrangler, WranglerFailed } from "../../src/cli/deploy/wrangler.ts";

/** Answers as wrangler does, and fails as it does where D1 refuses the statement. */
export const wranglerOver =
  (sqlite: () => DatabaseSync): Wrangler =>
  async (args) => {
    try {
      const results = sqlite()
        .prepare(args.at(-1) ?? "")
        .all();
      return JSON.stringify([{ results, success: true }]);
    } catch (error) {
      throw new WranglerFailed(`wrangler d1 execute ended with 1:\n${error}`);
    }
  };
