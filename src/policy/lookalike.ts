// Recognizes addresses that readers can confuse: a person's second address, or an impostor's.
import { comparable, withShortRuns } from "../base/text.ts";

/**
 * The Latin letter for each look-alike character that can appear in names, from Unicode's confusables, and for the small
 * capitals of Latin and Cherokee. `comparable` has replaced capitals and characters with a compatible letter.
 */
const LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "aаɑαᴀꭺ bьʙᏼ cсϲᴄꮯ dԁɗᴅꭰ eеҽєεᴇꭼ fƒꞙꜰ gɡցɢꮐ hһհʜꮋꮒ iіıɩι1lӏ|ɪꭵʟꮮ jјʝᴊꭻ kкκᴋꮶ",
    "mмᴍꮇ nոпηɴ oоοօσ0ᴏ pрρᴘꮲ qԛգꞯ rгʀꭱꮢ sѕꜱ5ꮪꮥ tтτᴛꭲ uυսʋᴜ vѵνᴠꮩ wԝшωᴡɯꮃ xхχ yуүγʏꮍꭹ zᴢꮓ .٠۰ꓸ",
  ]
    .join(" ")
    .split(" ")
    .flatMap(([letter = "", ...others]) => others.map((other) => [other, letter])),
);

/**
 * Returns true for two different addresses that readers can confuse: the part before the `@` is the same, ignoring
 * accents, look-alike letters, `+tags`, and every dot, hyphen or other character that is no letter or digit. Domains are not compared, because people have
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
  return letters
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("rn", "m");
}
