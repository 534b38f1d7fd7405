// A source under test: its laws, what was recorded of it, and what it reads in that.
import { senders } from "../../src/sandbox/vendors/senders.ts";
import type { SenderEvent } from "../../src/systems/event.ts";
import type { ParsedDelivery } from "../../src/systems/system.ts";
import { sourceNamed } from "../support/source-named.ts";
import { describeSource, dressed, filled, NOW, type Recorded, recordings } from "./laws.ts";

const everything = import.meta.glob("../fixtures/*/*", { query: "?raw", import: "default", eager: true });

/** The recordings of a folder of test/fixtures, as of the moment they were made. */
export const recordedIn = (folder: string): Recorded =>
  filled(
    Object.fromEntries(
      Object.entries(everything).filter(([path]) => path.startsWith(`../fixtures/${folder}/`)),
    ),
  );

/**
 * A source under test, with what was recorded of it. Describes the laws of every source for it.
 * @param unknowable Recordings that say nothing of their own by which they could be known when they are signed anew
 */
export function describeVendor(name: string, unknowable: readonly string[] = []) {
  const source = sourceNamed(name);
  const sender = senders.find((one) => one.source === name);
  if (!sender) throw new Error(`nobody plays the sender of ${name}`);
  const recorded = recordedIn(name);
  describeSource(source, sender, recorded, unknowable);
  const recording = (file: string) => {
    const one = recordings(recorded).find((other) => other.name === file);
    if (!one) throw new Error(`there is no fixture ${file}`);
    return one;
  };
  const said = async (file: string): Promise<readonly ParsedDelivery[]> => {
    const { body, headers } = recording(file);
    const parsed = source.parse(await dressed(sender, body, {}, headers), NOW);
    if (!parsed.ok) throw new Error(`${file}: ${parsed.reason.detail}`);
    return parsed.value;
  };
  return {
    ...source,
    sender,
    /** A recorded body. */
    body: (file: string) => recording(file).body,
    /** A recorded body, read as JSON. */
    json: (file: string) => JSON.parse(recording(file).body),
    /** What a recorded body says. @throws Error where it can't be read */
    said,
    /** The one event of a recorded body. @throws Error where it is not one event */
    async event(file: string): Promise<SenderEvent> {
      const [only, ...more] = await said(file);
      if (!only || more.length > 0 || "ignored" in only.event) throw new Error(`${file} is not one event`);
      return only.event;
    },
    /** What the source reads in a body as its sender dresses it: a text, or JSON. */
    read: async (body: unknown) =>
      source.parse(await dressed(sender, typeof body === "string" ? body : JSON.stringify(body)), NOW),
  };
}
