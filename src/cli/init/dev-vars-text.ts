// Sets variables in the text of .dev.vars.

/** `.dev.vars` with these variables: its other lines stay, and those of the same names are replaced. */
export function withVariables(before: string, variables: Readonly<Record<string, string>>): string {
  let text = before;
  for (const [name, value] of Object.entries(variables)) {
    const line = `${name}=${/[#\s"'`]/.test(value) ? JSON.stringify(value) : value}`;
    const known = new RegExp(`^${name}=.*$`, "m");
    text = known.test(text) ? text.replace(known, () => line) : `${text}${ended(text)}${line}\n`;
  }
  return text;
}

const ended = (text: string): string => (text === "" || text.endsWith("\n") ? "" : "\n");
