// `npm run deploy`: from a Cloudflare account to a running Reeve, and from one version to the next. Exit 0: deployed; 1:
// not, with what was done and how to go on; 2: wrong usage.
import { root } from "../shared/bundle.ts";
import { command, readOptions } from "../shared/command-line.ts";
import { requireConfiguration } from "../shared/working-tree.ts";
import { deploy } from "./steps.ts";

const USAGE = `usage: npm run deploy [-- --env test] [--secrets-file secrets.env] [--even-so]

  --secrets-file  sets the Worker's secrets from a file with lines NAME=value; the others stay
  --even-so       deploy although unfinished runs would break`;

await command(USAGE, async (args) => {
  const { values } = readOptions(args, {
    "even-so": { type: "boolean", default: false },
    "secrets-file": { type: "string" },
  });
  await deploy({
    tree: await requireConfiguration(),
    folder: root(),
    env: process.env,
    evenSo: values["even-so"],
    secretsFile: values["secrets-file"],
    print: console.log,
  });
  return 0;
});
