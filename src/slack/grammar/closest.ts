/** Most commands offered for one that there is none of. */
const MAX_OFFERED = 3;

/** The names that what was typed may be a slip of: a letter in three more, less, other, or two swapped; closest first. */
export function closestNames(names: readonly string[], typed: readonly string[]): string[] {
  return names
    .map((name) => {
      const written = typed.slice(0, name.split(" ").length).join(" ").toLowerCase().slice(0, 40);
      return { name, slips: slips(name, written) };
    })
    .filter(({ name, slips }) => slips <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.slips - b.slips)
    .slice(0, MAX_OFFERED)
    .map(({ name }) => name);
}

/** How many letters one has to add, drop, change or swap (optimal string alignment). */
function slips(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const other = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : other;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, other, swapped));
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
