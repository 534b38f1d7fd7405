// Makes deliveries like their senders, for the tests of systems.
import { bytes, type Sender, type Signing } from "../../../src/sandbox/vendors/signing.ts";
import { fill } from "../../../src/sandbox/vendors/template.ts";
import type { Delivery } from "../../../src/systems/system.ts";

/** The time at which everything is signed. */
export const NOW = Date.parse("2026-06-15T08:00:05.000Z");

/** Recorded bodies and headers by file name, as `import.meta.glob` returns them with `query: "?raw"`. */
export type Recorded = Readonly<Record<string, string>>;

/** Fills the recorded bodies and headers for the moment of the recordings. */
export const filled = (templates: Recorded): Recorded =>
  Object.fromEntries(Object.entries(templates).map(([file, text]) => [file, fill(text)]));

/** Makes a delivery that a sender signed. */
export async function dressed(
  sender: Sender,
  body: string | Uint8Array,
  signing: Partial<Signing> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Delivery> {
  const plain = bytes([body]);
  const url = new URL(`https://reeve.example.com/hooks/${sender.path ?? sender.source}`);
  const dress = await sender.sign(plain, {
    secret: sender.localSecret,
    at: NOW,
    id: "delivery-1",
    url,
    ...signing,
  });
  for (const [name, value] of Object.entries(dress.query ?? {})) url.searchParams.set(name, value);
  return {
    method: "POST",
    url,
    headers: new Headers({ "content-type": sender.contentType, ...headers, ...dress.headers }),
    body: dress.body ?? plain,
  };
}

/** Lists the recorded bodies with their headers, by name without extension. */
export function recordings(
  recorded: Recorded,
): { name: string; body: string; headers: Record<string, string> }[] {
  const files = Object.entries(recorded).map(
    ([path, text]) => [path.split("/").at(-1) ?? path, text] as const,
  );
  return files.flatMap(([file, body]) => {
    if (file.endsWith(".headers.json")) return [];
    const name = file.replace(/\.[a-z]+$/, "");
    const beside = files.find(([other]) => other === `${name}.headers.json`)?.[1];
    return { name, body, headers: beside ? JSON.parse(beside) : {} };
  });
}
