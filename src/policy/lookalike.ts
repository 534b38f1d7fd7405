// Recognizes addresses that readers can confuse: a person's second address, or an impostor's.
import { comparable, withShortRuns } from "../base/text.ts";

/** The Latin letter for each look-alike character that can appear in names, from Unicode's confusables. */
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
 * Returns true for two different addresses that readers can confuse: the part before the `@` is the same, ignoring
 * accents, look-alike letters, `+tags`, dots, hyphens and underscores. Domains are not compared, because people have
 * addresses at several domains.
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
