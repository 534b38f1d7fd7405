import { command, readOptions } from "./command-line.ts";
import { devVars } from "./dev-vars.ts";
import { linesOf } from "./doctor-lines.ts";
import { startPreflight } from "./preflight.ts";
import { LOCAL_SECRETS } from "./stack.ts";

/**
 * `npm run doctor`: examines the configuration in the working tree with the values of the environment, and of `.dev.vars`
 * behind it. It changes nothing, and prints no secret. Exit 0: nothing is wrong; 1: something is.
 */
const USAGE = "usage: npm run doctor";

await command(USAGE, async (args) => {
  readOptions(args, {});
  const preflight = await startPreflight();
  try {
    const env = { ...devVars(), ...process.env };
    const findings = await preflight.doctor({ env, published: LOCAL_SECRETS });
    for (const line of findings.flatMap(linesOf)) console.log(line);
    const problems = findings.filter((finding) => finding.is === "problem").length;
    console.log(problems === 0 ? "\nNothing is wrong." : `\n${problems} to mend.`);
    return problems === 0 ? 0 : 1;
  } finally {
    await preflight.stop();
  }
});
