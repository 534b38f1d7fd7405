/**
 * `npm run reeve -- record:release` plays the demo's scenes, leaves some runs waiting, and writes the stored data to
 * test/releases/<version>. A test checks that later releases can read it. Run it once per release, at its last commit.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SCENES } from "../../src/cli/demo/scenes.ts";
import { deliver, fixture } from "../../src/cli/send/deliver.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import type { ExitCode } from "../../src/cli/shared/command-line.ts";
import { settled } from "../../src/cli/shared/reeve-api.ts";
import { startStack } from "../../src/cli/start/stack.ts";
import { actions, actionsToken, gitlab } from "../../src/sandbox/vendors/senders.ts";
import { dump, hashSteps, listDatabases, RELEASES } from "./dump.ts";

export default async function (): Promise<ExitCode> {
  const folder = mkdtempSync(join(tmpdir(), "reeve-release-"));
  const stack = await startStack({ persist: folder });
  try {
    for (const scene of SCENES) await scene(stack);
    const { url } = stack.reeve;
    // An event that no automation wants, a request whose owner already exists, and one that waits for an approval.
    const removal = {
      action: "session-policy.remove",
      input: { policy: "Shared kiosks" },
      requester: { email: "ada.marsh@example.com" },
      timestamp: new Date().toISOString(),
    };
    for (const [sender, recorded] of [
      [gitlab, fixture("gitlab", "note.issue")],
      [actionsToken, fixture("actions-token", "connector-owner")],
      [{ ...actions, path: `actions/${removal.action}` }, { body: JSON.stringify(removal) }],
    ] as const) {
      const response = await deliver(url, sender, recorded);
      const { event } = (await response.json()) as { event: string };
      await settled(url, event);
    }
    const pause = await fetch(new URL("/api/pauses", url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"automation":"stale-tools","reason":"a release has to remember it"}',
    });
    if (!pause.ok) throw new Error(`the pause was refused: ${await pause.text()}`);
  } finally {
    await stack.stop();
  }
  const { version } = JSON.parse(readFileSync(root("package.json"), "utf8"));
  const kept = join(RELEASES, version);
  rmSync(kept, { recursive: true, force: true });
  for (const path of listDatabases(join(folder, "reeve"))) {
    const file = join(kept, `${path}.sql`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, dump(join(folder, "reeve", path)));
    console.log(file);
  }
  writeFileSync(join(kept, "steps.json"), `${JSON.stringify(hashSteps(), null, 2)}\n`);
  rmSync(folder, { recursive: true });
  return 0;
}
