// The design tokens of the console: its colours in light and dark, sizes of type, and space, each with one meaning.

/** Colours in light and in dark. `good`, `bad`, `wait` and `go` are states; `f0` to `f4` tell people and systems apart. */
const PAIRS = {
  page: ["#f8f9fb", "#0f131a"],
  card: ["#ffffff", "#171c25"],
  ink: ["#171d29", "#e4e8ef"],
  dim: ["#566072", "#a2acbc"],
  line: ["#e3e7ed", "#2a323f"],
  soft: ["#f0f2f6", "#1f2631"],
  link: ["#1a56b8", "#8ab4ff"],
  edge: ["#7c8698", "#7c8698"],
  top: ["#17202f", "#0b0e13"],
  "top-ink": ["#e9edf4", "#e4e8ef"],
  good: ["#14663a", "#86d7a6"],
  "good-soft": ["#e0f3e8", "#173323"],
  bad: ["#a81e1e", "#ff9d94"],
  "bad-soft": ["#fbe6e4", "#3c1c1c"],
  wait: ["#7a4b00", "#f2c572"],
  "wait-soft": ["#fcefd3", "#372a10"],
  go: ["#1a4fa0", "#9cc0ff"],
  "go-soft": ["#e3ecfb", "#1a2b49"],
  "f-ink": ["#29313f", "#e9edf4"],
  f0: ["#dfe4fb", "#3a4270"],
  f1: ["#d5efe9", "#1f4f47"],
  f2: ["#f6e1ec", "#5a3249"],
  f3: ["#ece4d4", "#4d4330"],
  f4: ["#dbe7ee", "#2f4a59"],
  "bar-quiet": ["#a9b4c6", "#5b6a80"],
  "bar-good": ["#2e8b57", "#4fb67b"],
  "bar-bad": ["#c93a3a", "#e5645c"],
  "bar-wait": ["#d08a1d", "#dda443"],
  "bar-go": ["#3c78c8", "#6a9ee8"],
} as const;

type Color = keyof typeof PAIRS;

const inMode = (n: 0 | 1) =>
  Object.fromEntries(Object.entries(PAIRS).map(([name, pair]) => [name, pair[n]])) as Record<Color, string>;

/** The colours of light and dark by name. */
export const COLORS = { light: inMode(0), dark: inMode(1) };

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
