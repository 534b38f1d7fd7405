// `npm run reeve`: the entry point of every command.
import { enableCompileCache } from "node:module";
import { COMPILED } from "./shared/bundle.ts";

// Halves the time to load later modules, above all wrangler, from the second run on.
enableCompileCache(COMPILED);
// A program such as `head` can close the output early, which is not an error of the command.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});
const { program } = await import("./commands.ts");
const { runCommandLine } = await import("./shared/command-line.ts");
await runCommandLine(program, process.argv.slice(2));
