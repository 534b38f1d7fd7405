// Provides a source under test: its rules, its recordings, and the tables in which its tests are written.
import { expect, it } from "vitest";
import type { Secrets } from "../../../src/base/variable.ts";
import { ownSenders } from "../../../src/own/sandbox/index.ts";
import { senders } from "../../../src/sandbox/vendors/senders.ts";
import { bytes, type Sender } from "../../../src/sandbox/vendors/signing.ts";
import type { Delivery, ParsedDelivery, Source, System } from "../../../src/systems/system.ts";
import { sourceNamed } from "../../support/source-named.ts";
import { dressed, filled, NOW, type Recorded, recordings } from "./dressed.ts";
import { describeSource } from "./laws.ts";

const everything = {
  ...import.meta.glob("../../fixtures/*/*", { query: "?raw", import: "default", eager: true }),
  ...import.meta.glob("../../../src/own/fixtures/*/*", { query: "?raw", import: "default", eager: true }),
};

/** Returns the recordings in a folder of test/fixtures or src/own/fixtures, filled for the moment of the recordings. */
export const recordedIn = (folder: string): Recorded =>
  filled(
    Object.fromEntries(Object.entries(everything).filter(([path]) => path.includes(`/fixtures/${folder}/`))),
  );

interface Around {
  readonly headers?: Readonly<Record<string, string>>;
  /** Query parameters of the address. */
  readonly query?: Readonly<Record<string, string>>;
  /** @default NOW */
  readonly now?: number;
}

/** Makes a request that anyone could send, from headers and a body. */
export const requestTo =
  (name: string) =>
  (
    headers: Readonly<Record<string, string>>,
    {
      body = "{}",
      method = "POST",
      query = "",
    }: { body?: string; method?: string | undefined; query?: string } = {},
  ): Delivery => ({
    method,
    url: new URL(`https://reeve.example.com/hooks/${name}${query}`),
    headers: new Headers(headers),
    body: bytes([body]),
  });

/**
 * Describes the rules of every source for a source under test, and returns it with its recordings.
 * @param unknowable Recordings without content that identifies them when they are signed again
 */
export const describeVendor = (name: string, unknowable?: readonly string[]) =>
  describeWith(sourceNamed(name), senders, unknowable);

/**
 * Describes the single source of a system of `src/own`, with signatures by its sender in `src/own/sandbox`: all rules
 * for sources apply to it. The result describes the events that it reads.
 *
 * @example
 * describeSystem(acmeSystem).reads([
 *   ["an approved request", "request.approved", { type: "ticket.transitioned", subject: "acme:4711" }],
 * ]);
 */
export function describeSystem({ name, sources: [source] }: System) {
  if (!source) throw new Error(`${name} has no source`);
  return describeWith(source, ownSenders);
}

function describeWith(source: Source, played: readonly Sender[], unknowable: readonly string[] = []) {
  const { name } = source;
  const sender = played.find((one) => one.source === name);
  if (!sender) throw new Error(`nobody plays the sender of ${name}`);
  const recorded = recordedIn(name);
  describeSource(source, sender, recorded, unknowable);
  const all = recordings(recorded);
  const recording = (file: string) => {
    const one = all.find((other) => other.name === file);
    if (!one) throw new Error(`there is no fixture ${file}`);
    return one;
  };
  /** Reads a recording by its name, or a body that its sender signs: text or JSON. */
  const read = async (from: unknown, { headers, query = {}, now = NOW }: Around = {}) => {
    const one = all.find((other) => other.name === from);
    const body = one?.body ?? (typeof from === "string" ? from : JSON.stringify(from));
    const delivery = await dressed(sender, body, {}, { ...one?.headers, ...headers });
    for (const [key, value] of Object.entries(query)) delivery.url.searchParams.set(key, value);
    return source.parse(delivery, now);
  };
  /** Reads a delivery. @throws Error if it can't be read */
  const said = async (from: unknown, around?: Around): Promise<readonly ParsedDelivery[]> => {
    const parsed = await read(from, around);
    if (!parsed.ok) throw new Error(`${JSON.stringify(from)}: ${parsed.reason.detail}`);
    return parsed.value;
  };
  return {
    ...source,
    sender,
    request: requestTo(name),
    /** Returns a recorded body. */
    body: (file: string) => recording(file).body,
    /** Returns a recorded body, parsed as JSON. */
    json: (file: string) => JSON.parse(recording(file).body),
    read,
    said,
    /** Describes the single event of each delivery: some of its properties, or all of them, and its id. */
    reads: (
      rows: readonly (readonly [
        title: string,
        from: unknown,
        event: object,
        more?: Around & { id?: string | null; without?: readonly string[]; whole?: true },
      ])[],
    ) =>
      it.for(rows)("reads %s", async ([, from, event, { id, without = [], whole, ...around } = {}]) => {
        const [only, ...others] = await said(from, around);
        expect(others).toEqual([]);
        if (id !== undefined) expect(only?.id).toBe(id);
        if (whole || "ignored" in event) expect(only?.event).toEqual(event);
        else expect(only?.event).toMatchObject(event);
        for (const path of without) expect(only?.event).not.toHaveProperty(path);
      }),
    /** Describes bodies that can't be read, and the beginning of each error. */
    refuses: (rows: readonly (readonly [fault: string, from: unknown, around?: Around])[]) =>
      it.for(rows)("rejects an unreadable body with the error: %s", async ([fault, from, around]) => {
        const parsed = await read(from, around);
        const detail = parsed.ok ? "" : parsed.reason.detail;
        expect(detail.slice(0, fault.length)).toBe(fault);
      }),
    /** Describes requests that fail verification, and the check that each fails. */
    rejects: (
      rows: readonly (readonly [title: string, request: Delivery | Promise<Delivery>, check: string])[],
      secrets: Secrets = [sender.localSecret],
      now = NOW,
    ) =>
      it.for(rows)("rejects %s", async ([, request, check]) => {
        const verified = await source.verify(await request, secrets, now);
        expect(verified).toMatchObject({ ok: false, reason: { check } });
        for (const secret of secrets) expect(JSON.stringify(verified)).not.toContain(secret);
      }),
  };
}
