import { makePersonKey, type PersonKey } from "../../src/ledger/people/sealing.ts";

const digest = (text: string) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));

/** A key for each handle, the same every time. */
export async function testKeys(handles: readonly string[]): Promise<ReadonlyMap<string, PersonKey>> {
  const keys = handles.map(async (handle) => makePersonKey(handle, new Uint8Array(await digest(handle))));
  return new Map((await Promise.all(keys)).map((key) => [key.handle, key]));
}
