// `npm run deploy`: from a Cloudflare account to a running Reeve, and from one version to the next. What fails says what was
// done and how to go on.
import { root } from "../shared/bundle.ts";
import type { ExitCode } from "../shared/command-line.ts";
import { withProgress } from "../shared/progress.ts";
import { requireConfiguration } from "../shared/working-tree.ts";
import { type DeployOptions, deploy } from "./steps.ts";

type Options = Pick<DeployOptions, "secretsFile" | "evenSo">;

export default async function (options: Options): Promise<ExitCode> {
  const tree = await requireConfiguration();
  await withProgress((show, print) =>
    deploy({ ...options, tree, folder: root(), env: process.env, print, show }),
  );
  return 0;
}
