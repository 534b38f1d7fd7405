// Randomness that is the same for the same key, so that a seed is the same every time.

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Length of a generated id, in characters: that of a base62 KSUID. */
const ID_LENGTH = 27;

export type Dice = ReturnType<typeof dice>;

/** Dice for one thing to generate: its key alone decides how they fall, so rows do not depend on each other. */
export function dice(key: string) {
  const next = mulberry32(fnv1a(key));
  const below = (limit: number) => Math.floor(next() * limit);
  const text = (alphabet: string, length: number) => {
    let made = "";
    for (let i = 0; i < length; i++) made += alphabet.charAt(below(alphabet.length));
    return made;
  };
  return {
    /** An integer from 0 up to, and without, `limit`. */
    below,
    /** True once in `n` rolls, on average. */
    oneIn: (n: number): boolean => below(n) === 0,
    /** One of the choices. */
    pick: <const Choices extends readonly [unknown, ...unknown[]]>(choices: Choices): Choices[number] =>
      choices[below(choices.length)] ?? choices[0],
    /** An opaque id of 27 base62 characters. */
    id: (): string => text(BASE62, ID_LENGTH),
    hex: (length: number): string => text("0123456789abcdef", length),
  };
}

/** FNV-1a over UTF-16 units, 32 bits: spreads similar keys well enough for sample data. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The mulberry32 generator: numbers from 0 up to, and without, 1. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
