// Tells addresses that a reader takes for one another: one person's second address, or somebody posing as them.
import { comparable, withShortRuns } from "../base/text.ts";

/**
 * Each Latin letter, and behind it the letters of other scripts and the digits that look like it; from Unicode's
 * confusables, those that names are written with.
 */
const LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "aаɑα bь cсϲ dԁɗ eеҽєε fƒ gɡց hһհ iіıɩι1lӏ| jјʝ kкκ",
    "mм nոпη oоοօσ0 pрρ qԛգ rг sѕꜱ5 tтτ uυս vѵν wԝшω xхχ yуүγ zᴢ",
  ]
    .join(" ")
    .split(" ")
    .flatMap(([letter = "", ...others]) => others.map((other) => [other, letter])),
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
