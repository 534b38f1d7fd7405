// Collectors of events: Splunk's HTTP Event Collector by its documented rules, and one that takes NDJSON from its bearer.
import { valueAt } from "../../src/systems/reading/json.ts";
import { startVendor, type VendorStub } from "./stub.ts";

export interface CollectorStub extends VendorStub {
  /** What `AUDIT_EXPORT_URL` is. */
  readonly address: string;
  readonly token: string;
  /** The events it has taken, in order, repeats too. */
  readonly taken: readonly unknown[];
  /** Longest body that it takes, characters. */
  maxChars: number;
}

const TOKEN = "b5a7c0de-0000-4000-8000-0123456789ab";
const HEC = /^\/services\/collector(\/event(\/1\.0)?)?$/;
/** Members of an event's envelope. */
const MEMBERS = new Set(["time", "host", "source", "sourcetype", "index", "fields", "event"]);

/**
 * Splunk's HTTP Event Collector. Source: help.splunk.com, "Format events for HTTP Event Collector" and "Troubleshoot HTTP
 * Event Collector", with the codes of its answers.
 */
export async function startHec(): Promise<CollectorStub> {
  const taken: unknown[] = [];
  const says = (status: number, text: string, code: number, more = {}) => ({
    status,
    body: { text, code, ...more },
  });
  const limits = { maxChars: 1_000_000 };
  const stub = await startVendor(({ method, path, headers, text }) => {
    const { authorization = "" } = headers;
    if (!HEC.test(path)) return says(404, "The requested URL was not found on this server.", 404);
    if (method !== "POST") return { status: 405 };
    if (authorization === "") return says(401, "Token is required", 2);
    if (!authorization.startsWith("Splunk ")) return says(401, "Invalid authorization", 3);
    if (authorization !== `Splunk ${TOKEN}`) return says(403, "Invalid token", 4);
    if (text.length > limits.maxChars) return { status: 413 };
    if (text.trim() === "") return says(400, "No data", 5);
    const events: unknown[] = [];
    // One after the other, with or without white space between them.
    for (const [n, part] of text.split(/(?<=\})\s*(?=\{"time")/).entries()) {
      const number = { "invalid-event-number": n };
      const read = parse(part);
      const event = valueAt(read, "event");
      const isKnown =
        typeof read === "object" && read !== null && Object.keys(read).every((name) => MEMBERS.has(name));
      if (!isKnown || typeof valueAt(read, "time") !== "number")
        return says(400, "Invalid data format", 6, number);
      if (event === undefined) return says(400, "Event field is required", 12, number);
      if (event === "") return says(400, "Event field cannot be blank", 13, number);
      events.push(event);
    }
    taken.push(...events);
    return says(200, "Success", 0);
  });
  const address = `${stub.url}/services/collector/event`;
  return Object.assign(limits, { ...stub, address, token: TOKEN, taken });
}

/** A collector of NDJSON with a bearer token (RFC 6750): 204 once all of a body is kept. */
export async function startNdjsonCollector(): Promise<CollectorStub> {
  const taken: unknown[] = [];
  const limits = { maxChars: 1_000_000 };
  const stub = await startVendor(({ method, path, headers, text }) => {
    if (method !== "POST" || path !== "/ingest") return { status: 404 };
    if (headers["authorization"] !== `Bearer ${TOKEN}`)
      return { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' } };
    if (headers["content-type"] !== "application/x-ndjson") return { status: 415 };
    if (text.length > limits.maxChars) return { status: 413 };
    const events = text.split("\n").slice(0, -1).map(parse);
    if (events.some((event) => event === undefined)) return { status: 400 };
    taken.push(...events);
    return { status: 204 };
  });
  return Object.assign(limits, { ...stub, address: `${stub.url}/ingest`, token: TOKEN, taken });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
