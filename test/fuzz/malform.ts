import type { Random } from "../simulation/random.ts";

/** A body as no sender sends it, and what was done to it. */
export interface Malformed {
  readonly how: string;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Where the content type is wrong, too. */
  readonly contentType?: string;
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

/** Values where something else should be. */
const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  "",
  " ",
  "\u0000",
  "\ud800",
  "\u202e",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "'; DROP TABLE events; --",
  "9999-99-99",
  "2026-02-30T25:61:61Z",
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { __proto__: null, constructor: { prototype: {} } },
];

/** Makes a recorded body malformed in one of many ways. */
export function malform(recorded: string, random: Random): Malformed {
  switch (random.pick(...WAYS)) {
    case "cut short":
      return { how: "cut short", body: encode(recorded.slice(0, random.between(0, recorded.length - 1))) };
    case "bytes changed": {
      const body = encode(recorded);
      for (let n = random.between(1, 20); n > 0; n--)
        body[random.between(0, body.length - 1)] = random.between(0, 255);
      return { how: "bytes changed", body };
    }
    case "invalid UTF-8": {
      const at = random.between(0, recorded.length);
      const bytes = [...encode(recorded.slice(0, at)), 0xc3, 0x28, 0xff, ...encode(recorded.slice(at))];
      return { how: "invalid UTF-8", body: Uint8Array.from(bytes) };
    }
    case "UTF-16":
      return {
        how: "UTF-16",
        body: new Uint8Array(Uint16Array.from(recorded, (char) => char.charCodeAt(0)).buffer),
      };
    case "another content type":
      return {
        how: "another content type",
        body: encode(recorded),
        contentType: random.pick(
          "text/plain",
          "application/x-www-form-urlencoded",
          "application/xml",
          "a/b; charset=utf-7",
          "application/cloudevents-batch+json",
        ),
      };
    case "nested deep":
      return { how: "nested deep", body: encode(nested(recorded, random)) };
    case "huge text":
      return {
        how: "huge text",
        body: encode(withMember(recorded, random, "x".repeat(random.between(10_000, 900_000)))),
      };
    case "prototype":
      return {
        how: "prototype",
        body: encode(
          recorded.replace(
            /"(\w+)":/,
            () =>
              `"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}},"${random.pick("__proto__", "toString", "x")}":`,
          ),
        ),
      };
    case "wrong types": {
      let body = recorded;
      for (let n = random.between(1, 6); n > 0; n--) body = withMember(body, random, random.among(ODD));
      return { how: "wrong types", body: encode(body) };
    }
    case "a member twice":
      return {
        how: "a member twice",
        body: encode(recorded.replace(/\{/, `{"type":${JSON.stringify(random.among(ODD))},`)),
      };
    case "something else":
      return { how: "something else", body: encode(JSON.stringify(random.among(ODD)) ?? "") };
    default:
      throw new Error("no such way");
  }
}

const WAYS = [
  "cut short",
  "bytes changed",
  "invalid UTF-8",
  "UTF-16",
  "another content type",
  "nested deep",
  "huge text",
  "prototype",
  "wrong types",
  "wrong types",
  "wrong types",
  "a member twice",
  "something else",
] as const;

/** The body with some member set to another value; a form with one of its fields. */
function withMember(recorded: string, random: Random, value: unknown): string {
  let json: unknown;
  try {
    json = JSON.parse(recorded);
  } catch {
    const form = new URLSearchParams(recorded);
    form.set(random.among(["", ...form.keys()]), typeof value === "string" ? value : JSON.stringify(value));
    return form.toString();
  }
  const places: { readonly holder: Record<string, unknown>; readonly name: string }[] = [];
  const visit = (holder: unknown): void => {
    if (typeof holder !== "object" || holder === null) return;
    for (const name of Object.keys(holder)) {
      const members = holder as Record<string, unknown>;
      places.push({ holder: members, name });
      visit(members[name]);
    }
  };
  visit(json);
  const place = places[random.between(0, places.length - 1)];
  if (!place) return JSON.stringify(value) ?? "";
  if (random.chance(0.2)) delete place.holder[place.name];
  else place.holder[place.name] = value;
  return JSON.stringify(json);
}

function nested(recorded: string, random: Random): string {
  const depth = random.pick(60, 70, 5_000, 100_000);
  const [open, close] = random.pick(["[", "]"] as const, ['{"a":', "}"] as const);
  const deep = `${open.repeat(depth)}1${close.repeat(depth)}`;
  return random.chance(0.5) ? deep : recorded.replace(/:\s*"[^"]*"/, () => `:${deep}`);
}
