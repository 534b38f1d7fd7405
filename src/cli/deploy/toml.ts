// Reads and changes an id in `wrangler.toml`, and leaves the rest as it is.

/** Where the id of a binding's resource is in `wrangler.toml`. */
export interface IdPlace {
  /** `kv_namespaces`, or `env.test.kv_namespaces`. */
  readonly table: string;
  readonly binding: string;
  /** The member that holds it: `id`. */
  readonly member: string;
}

/** Gives each id that is not known yet: only zeros, as `wrangler.toml` comes. */
export const isPlaceholder = (id: string): boolean => /^[0-]+$/.test(id);

const MEMBER = /^(\s*)([\w-]+)(\s*=\s*)"([^"]*)"(.*)$/;

/** The id that is there. @throws Error where the table, the binding or the member is not there */
export const idAt = (toml: string, place: IdPlace): string => change(toml, place, (id) => id).before;

/** The text with another id, and nothing else changed: comments and order are the user's. */
export const withId = (toml: string, place: IdPlace, id: string): string =>
  change(toml, place, () => id).after;

function change(toml: string, place: IdPlace, to: (id: string) => string) {
  const { table, binding, member } = place;
  const lines = toml.split("\n");
  const starts = lines.flatMap((line, n) => (/^\s*\[/.test(line) ? [n] : []));
  for (const [n, start] of starts.entries()) {
    if (lines[start]?.trim() !== `[[${table}]]`) continue;
    const end = starts[n + 1] ?? lines.length;
    const members = new Map<string, number>();
    for (let at = start + 1; at < end; at++) {
      const name = MEMBER.exec(lines[at] ?? "")?.[2];
      if (name !== undefined) members.set(name, at);
    }
    const valueAt = (name: string) => MEMBER.exec(lines[members.get(name) ?? -1] ?? "")?.[4];
    const before = valueAt(member);
    const at = members.get(member);
    if (valueAt("binding") !== binding || before === undefined || at === undefined) continue;
    const after = lines.with(at, (lines[at] ?? "").replace(MEMBER, `$1$2$3"${to(before)}"$5`));
    return { before, after: after.join("\n") };
  }
  throw new Error(`wrangler.toml has no [[${table}]] with the binding ${binding} and a member ${member}`);
}
