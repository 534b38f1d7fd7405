// A source under test: its laws, what was recorded of it, and the tables that its tests are written in.
import { expect, it } from "vitest";
import type { Secrets } from "../../../src/base/variable.ts";
import { ownSenders } from "../../../src/own/sandbox/index.ts";
import { senders } from "../../../src/sandbox/vendors/senders.ts";
import { bytes, type Sender } from "../../../src/sandbox/vendors/signing.ts";
import type { SenderEvent } from "../../../src/systems/event.ts";
import type { Delivery, ParsedDelivery, Source, System } from "../../../src/systems/system.ts";
import { sourceNamed } from "../../support/source-named.ts";
import { dressed, filled, NOW, type Recorded, recordings } from "./dressed.ts";
import { describeSource } from "./laws.ts";

const everything = {
  ...import.meta.glob("../../fixtures/*/*", { query: "?raw", import: "default", eager: true }),
  ...import.meta.glob("../../../src/own/fixtures/*/*", { query: "?raw", import: "default", eager: true }),
};

/** The recordings of a folder of test/fixtures or src/own/fixtures, as of the moment they were made. */
export const recordedIn = (folder: string): Recorded =>
  filled(
    Object.fromEntries(Object.entries(everything).filter(([path]) => path.includes(`/fixtures/${folder}/`))),
  );

interface Around {
  readonly headers?: Readonly<Record<string, string>>;
  /** Parameters of the address. */
  readonly query?: Readonly<Record<string, string>>;
  /** @default NOW */
  readonly now?: number;
}

/** A request as anybody may make it, by headers and body. */
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
 * A source under test, with what was recorded of it. Describes the laws of every source for it.
 * @param unknowable Recordings that say nothing of their own by which they could be known when they are signed anew
 */
export const describeVendor = (name: string, unknowable?: readonly string[]) =>
  describeWith(sourceNamed(name), senders, unknowable);

/**
 * Describes the one source of a system of `src/own`, as its sender in `src/own/sandbox` signs: every rule of senders applies
 * to it. The result describes what it reads.
 *
 * @example
 * describeOwn(acmeSystem).reads([
 *   ["an approved request", "request.approved", { type: "ticket.transitioned", subject: "acme:4711" }],
 * ]);
 */
export function describeOwn({ name, sources: [source] }: System) {
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
  /** What the source reads in a recording, by its name, or in a body as its sender dresses it: a text, or JSON. */
  const read = async (from: unknown, { headers, query = {}, now = NOW }: Around = {}) => {
    const one = all.find((other) => other.name === from);
    const body = one?.body ?? (typeof from === "string" ? from : JSON.stringify(from));
    const delivery = await dressed(sender, body, {}, { ...one?.headers, ...headers });
    for (const [key, value] of Object.entries(query)) delivery.url.searchParams.set(key, value);
    return source.parse(delivery, now);
  };
  /** @throws Error where it can't be read */
  const said = async (from: unknown, around?: Around): Promise<readonly ParsedDelivery[]> => {
    const parsed = await read(from, around);
    if (!parsed.ok) throw new Error(`${JSON.stringify(from)}: ${parsed.reason.detail}`);
    return parsed.value;
  };
  return {
    ...source,
    sender,
    request: requestTo(name),
    /** A recorded body. */
    body: (file: string) => recording(file).body,
    /** A recorded body, read as JSON. */
    json: (file: string) => JSON.parse(recording(file).body),
    read,
    said,
    /** The one event of a recorded body. @throws Error where it is not one event */
    async event(file: string): Promise<SenderEvent> {
      const [only, ...more] = await said(file);
      if (!only || more.length > 0 || "ignored" in only.event) throw new Error(`${file} is not one event`);
      return only.event;
    },
    /** Describes the one thing that each delivery says: members of the event, or all of them, and its id. */
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
    /** Describes recordings that name a worker by id, and say little else of them. */
    readsOfWorkers: (
      occurredAt: string,
      rows: readonly (readonly [
        file: string,
        id: string,
        event: Readonly<Record<string, unknown>> & { readonly worker?: object },
      ])[],
    ) =>
      it.for(rows)("reads of a worker in %s", async ([file, id, event]) => {
        const [only, ...others] = await said(file);
        expect(others).toEqual([]);
        const worker = { system: name, id, fields: {}, ...event.worker };
        expect(only?.event).toEqual({ ...event, subject: `${name}:${id}`, occurredAt, worker });
      }),
    /** Describes bodies that can't be read, and the beginning of what is said of each. */
    refuses: (rows: readonly (readonly [fault: string, from: unknown, around?: Around])[]) =>
      it.for(rows)("can't read a body, and says: %s", async ([fault, from, around]) => {
        const parsed = await read(from, around);
        const detail = parsed.ok ? "" : parsed.reason.detail;
        expect(detail.slice(0, fault.length)).toBe(fault);
      }),
    /** Describes requests that prove nothing, and the check that each fails. */
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
