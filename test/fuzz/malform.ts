import type { Random } from "../simulation/random.ts";

/** A body that no sender sends, and the way in which it was malformed. */
export interface Malformed {
  readonly how: string;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Set if the content type is wrong too. */
  readonly contentType?: string;
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

/** Values that replace a value of another type. */
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

type Way = (recorded: string, random: Random) => string | Uint8Array<ArrayBuffer>;

const WAYS: Readonly<Record<string, Way>> = {
  "cut short": (recorded, random) => recorded.slice(0, random.between(0, recorded.length - 1)),
  "bytes changed": (recorded, random) => {
    const body = encode(recorded);
    for (let n = random.between(1, 20); n > 0; n--)
      body[random.between(0, body.length - 1)] = random.between(0, 255);
    return body;
  },
  "invalid UTF-8": (recorded, random) => {
    const at = random.between(0, recorded.length);
    return Uint8Array.from([
      ...encode(recorded.slice(0, at)),
      ...[0xc3, 0x28, 0xff],
      ...encode(recorded.slice(at)),
    ]);
  },
  "UTF-16": (recorded) => new Uint8Array(Uint16Array.from(recorded, (char) => char.charCodeAt(0)).buffer),
  "another content type": (recorded) => recorded,
  "deeply nested": nested,
  "huge text": (recorded, random) =>
    withMember(recorded, random, "x".repeat(random.between(10_000, 900_000))),
  prototype: (recorded, random) =>
    recorded.replace(
      /"(\w+)":/,
      () =>
        `"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}},"${random.pick("__proto__", "toString", "x")}":`,
    ),
  "wrong types": (recorded, random) => {
    let body = recorded;
    for (let n = random.between(1, 6); n > 0; n--) body = withMember(body, random, random.among(ODD));
    return body;
  },
  "a repeated property": (recorded, random) =>
    recorded.replace(/\{/, `{"type":${JSON.stringify(random.among(ODD))},`),
  "something else": (_, random) => JSON.stringify(random.among(ODD)) ?? "",
};

/** Makes a recorded body malformed in one of many ways. */
export function malform(recorded: string, random: Random): Malformed {
  const [how, way] = random.among([...Object.entries(WAYS), ...OFTEN]);
  const made = way(recorded, random);
  const body = typeof made === "string" ? encode(made) : made;
  return how === "another content type" ? { how, body, contentType: random.among(TYPES) } : { how, body };
}

/** Makes wrong types three times as likely as any other way. */
const OFTEN = Object.entries(WAYS).flatMap((one) => (one[0] === "wrong types" ? [one, one] : []));

const TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/xml",
  "a/b; charset=utf-7",
  "application/scim+json",
];

/** Replaces a property of the body, or a field of a form, by another value. */
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
