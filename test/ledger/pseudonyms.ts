import { makePseudonym, type Pseudonym } from "../../src/ledger/people/texts.ts";

const digest = (text: string) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));

/** Returns a pseudonym for each handle, the same every time. */
export async function testPseudonyms(handles: readonly string[]): Promise<ReadonlyMap<string, Pseudonym>> {
  const keys = handles.map(async (handle) => makePseudonym(handle, new Uint8Array(await digest(handle))));
  return new Map((await Promise.all(keys)).map((key) => [key.handle, key]));
}
