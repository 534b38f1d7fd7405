import { fixture, fixtures } from "../../src/cli/send/deliver.ts";
import { bundle } from "../../src/cli/shared/bundle.ts";
import { LOCAL_SECRETS } from "../../src/cli/start/stack.ts";
import { senders } from "../../src/sandbox/vendors/senders.ts";
import { bytes, type Sender } from "../../src/sandbox/vendors/signing.ts";
import { type LoadRequest, loadAll } from "./load.ts";
import { median } from "./statistics.ts";
import type { Figure } from "./table.ts";
import { cpuMicroseconds, startBare } from "./workerd.ts";

const BODY_BYTES = 10 * 1024;
const REQUESTS = 1_000;
/** As long as V8 compiles most of what it runs. The control is warm from the first sender on. */
const WARM_UP_ROUNDS = 8;
const ROUNDS = 5;

/** What it costs to verify and read a delivery of 10 KiB, for each source; the control reads the same body as JSON, and no more. */
export async function verify(): Promise<Figure[]> {
  const worker = await startBare(await bundle("test/support/verifying-worker.ts"), {
    bindings: LOCAL_SECRETS,
  });
  try {
    const measure = async (requests: readonly LoadRequest[]): Promise<number> => {
      const before = cpuMicroseconds(worker.pid);
      await loadAll(worker.url, requests, 200);
      return (cpuMicroseconds(worker.pid) - before) / requests.length;
    };
    const figures: Figure[] = [];
    for (const sender of senders) {
      const one = await request(sender);
      const verified = Array.from({ length: REQUESTS }, () => one);
      const json = Array.from({ length: REQUESTS }, () => ({ ...one, path: "/json" }));
      const rounds: { readonly verified: number; readonly json: number }[] = [];
      for (let n = 0; n < WARM_UP_ROUNDS + ROUNDS; n++) {
        const seen = { verified: await measure(verified), json: await measure(json) };
        if (n >= WARM_UP_ROUNDS) rounds.push(seen);
      }
      figures.push({
        name: `verify and read, ${sender.source}`,
        reeve: median(rounds.map((seen) => seen.verified)),
        control: median(rounds.map((seen) => seen.json)),
        unit: "µs",
        target: { of: "ratio", at: "most", bound: 1.5 },
      });
    }
    return figures;
  } finally {
    await worker.stop();
  }
}

/** A recorded body, of several events the last one, made as large as that by a member more, and dressed. */
async function request(sender: Sender): Promise<LoadRequest> {
  const [file = ""] = fixtures(sender.source);
  const { body, headers } = fixture(sender.source, file);
  const padding = "x".repeat(Math.max(0, BODY_BYTES - body.length - 20));
  const padded = file.endsWith(".form")
    ? `${body}&padding=${padding}`
    : body.replace(/\}(?=\s*\]?\s*$)/, `,"padding":"${padding}"}`);
  const around = { secret: sender.localSecret, at: Date.now(), id: "bench-1" };
  const dress = await sender.sign(bytes([padded]), around);
  const query = new URLSearchParams(dress.query).toString();
  return {
    path: `/${sender.source}${query && `?${query}`}`,
    headers: { "content-type": sender.contentType, ...headers, ...dress.headers },
    body: new TextDecoder().decode(dress.body ?? bytes([padded])),
  };
}
