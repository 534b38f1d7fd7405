// `npm run deploy`: the command; `steps.ts` is what it does.

import { requireConfiguration } from "../doctor/preflight.ts";
import { root } from "../shared/bundle.ts";
import { command, readOptions } from "../shared/command-line.ts";
import { deploy } from "./steps.ts";

/**
 * `npm run deploy [-- --env test] [--even-so]`: from a Cloudflare account to a running Reeve, and from one version to the next.
 * Exit 0: deployed; 1: not, with what is done and how to go on; 2: wrong usage.
 */
const USAGE = `usage: npm run deploy [-- --env test] [--even-so]

  --even-so  deploy although unfinished runs would break`;

await command(USAGE, async (args) => {
  const { values } = readOptions(args, { "even-so": { type: "boolean", default: false } });
  await requireConfiguration();
  const deployed = await deploy({
    folder: root(),
    env: process.env,
    evenSo: values["even-so"],
    print: console.log,
  });
  return deployed ? 0 : 1;
});
