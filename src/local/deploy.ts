import { parseArgs } from "node:util";
import { root } from "./bundle.ts";
import { deploy } from "./deploy/deploy.ts";

/**
 * `npm run deploy [-- --even-so]`: from a Cloudflare account to a running Reeve, and from one version to the next.
 * Exit 0: deployed; 1: not, with what is done and how to go on; 2: wrong usage.
 */
const evenSo = readEvenSo();
if (evenSo === null) process.exitCode = 2;
else {
  const deployed = await deploy({ folder: root(), env: process.env, evenSo, print: console.log });
  process.exitCode = deployed ? 0 : 1;
}

function readEvenSo(): boolean | null {
  try {
    const { values } = parseArgs({ options: { "even-so": { type: "boolean", default: false } } });
    return values["even-so"];
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : error}\n\nusage: npm run deploy [-- --even-so]`,
    );
    return null;
  }
}
