// The design tokens of the console: its colours in light and dark, sizes of type, and space, each with one meaning.

/** Colours by meaning. `good`, `bad`, `wait` and `go` are states; `f0` to `f4` tell people and systems apart. */
export const COLORS = {
  light: {
    page: "#f8f9fb",
    card: "#ffffff",
    ink: "#171d29",
    dim: "#566072",
    line: "#e3e7ed",
    soft: "#f0f2f6",
    link: "#1a56b8",
    edge: "#7c8698",
    top: "#17202f",
    "top-ink": "#e9edf4",
    good: "#14663a",
    "good-soft": "#e0f3e8",
    bad: "#a81e1e",
    "bad-soft": "#fbe6e4",
    wait: "#7a4b00",
    "wait-soft": "#fcefd3",
    go: "#1a4fa0",
    "go-soft": "#e3ecfb",
    "f-ink": "#29313f",
    f0: "#dfe4fb",
    f1: "#d5efe9",
    f2: "#f6e1ec",
    f3: "#ece4d4",
    f4: "#dbe7ee",
    "bar-quiet": "#a9b4c6",
    "bar-good": "#2e8b57",
    "bar-bad": "#c93a3a",
    "bar-wait": "#d08a1d",
    "bar-go": "#3c78c8",
  },
  dark: {
    page: "#0f131a",
    card: "#171c25",
    ink: "#e4e8ef",
    dim: "#a2acbc",
    line: "#2a323f",
    soft: "#1f2631",
    link: "#8ab4ff",
    edge: "#7c8698",
    top: "#0b0e13",
    "top-ink": "#e4e8ef",
    good: "#86d7a6",
    "good-soft": "#173323",
    bad: "#ff9d94",
    "bad-soft": "#3c1c1c",
    wait: "#f2c572",
    "wait-soft": "#372a10",
    go: "#9cc0ff",
    "go-soft": "#1a2b49",
    "f-ink": "#e9edf4",
    f0: "#3a4270",
    f1: "#1f4f47",
    f2: "#5a3249",
    f3: "#4d4330",
    f4: "#2f4a59",
    "bar-quiet": "#5b6a80",
    "bar-good": "#4fb67b",
    "bar-bad": "#e5645c",
    "bar-wait": "#dda443",
    "bar-go": "#6a9ee8",
  },
} as const;

/** Sizes of type, the length of a row, and corners. */
const SIZES = {
  small: "12.5px",
  text: "14px",
  large: "16px",
  title: "24px",
  row: "44px",
  round: "8px",
};

const list = (tokens: Readonly<Record<string, string>>): string =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(" ");

/** The tokens as custom properties. */
export const TOKENS = `
:root { color-scheme: light dark; ${list({ ...SIZES, ...COLORS.light })} }
@media (prefers-color-scheme: dark) { :root { ${list(COLORS.dark)} } }
`;
