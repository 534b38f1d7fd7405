// Tells addresses that a reader takes for one another: one person's second address, or somebody posing as them.
import { comparable, withShortRuns } from "../base/text.ts";

/** Letters of other scripts, and digits, that look like a Latin letter; from Unicode's confusables, those that names are written with. */
const LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    a: "аɑα",
    b: "ь",
    c: "сϲ",
    d: "ԁɗ",
    e: "еҽєε",
    f: "ƒ",
    g: "ɡց",
    h: "һհ",
    i: "іıɩι1lӏ|",
    j: "јʝ",
    k: "кκ",
    m: "м",
    n: "ոпη",
    o: "оοօσ0",
    p: "рρ",
    q: "ԛգ",
    r: "г",
    s: "ѕꜱ5",
    t: "тτ",
    u: "υս",
    v: "ѵν",
    w: "ԝшω",
    x: "хχ",
    y: "уүγ",
    z: "ᴢ",
  }).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter])),
);

/**
 * Whether two addresses differ, and a reader may take one for the other: the same name before the `@`, once accents,
 * letters of other scripts, `+tags` and dots are aside. Domains do not count: people have addresses at several.
 */
export const resembles = (a: string, b: string): boolean => {
  if (comparable(a) === comparable(b)) return false;
  const name = nameIn(a);
  return name !== "" && name === nameIn(b);
};

function nameIn(address: string): string {
  const [local = ""] = comparable(address).split("@");
  const [name = ""] = local.split("+");
  const letters = Array.from(
    withShortRuns(name).normalize("NFD").replace(/\p{M}/gu, ""),
    (letter) => LIKE[letter] ?? letter,
  );
  return letters.join("").replaceAll("rn", "m").replace(/[._-]/g, "");
}
