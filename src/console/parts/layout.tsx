import type { Child, FC } from "hono/jsx";
import { withUnseenNamed } from "../../base/text.ts";
import { SCRIPT_URL, STYLESHEET_URL } from "../assets/assets.ts";
import { DONE, type Frame } from "./frame.ts";

const PAGES = [
  ["/", "Overview"],
  ["/events", "Events"],
  ["/runs", "Runs"],
  ["/approvals", "Approvals"],
  ["/automations", "Automations"],
  ["/sources", "Sources"],
  ["/watches", "Watches"],
  ["/audit", "Audit"],
  ["/settings", "Settings"],
] as const;

interface LayoutProps {
  readonly title: string;
  /** Without it, the reader is nobody yet: no navigation, and nothing of the record. */
  readonly frame?: Frame | undefined;
  /** Which of the pages in the navigation it belongs to. */
  readonly at?: (typeof PAGES)[number][0];
  readonly children?: Child;
}

/** A whole page. */
export const Layout: FC<LayoutProps> = ({ title, frame, at, children }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${withUnseenNamed(title)} · Reeve`}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href={STYLESHEET_URL} />
      <script src={SCRIPT_URL} defer />
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href="/">
          Reeve
        </a>
        {frame && <Signed frame={frame} />}
      </header>
      {frame && (
        <nav aria-label="Pages">
          <ul>
            {PAGES.map(([href, name]) => (
              <li>
                <a href={href} {...(href === at ? { "aria-current": "page" } : {})}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <main id="main" tabindex={-1}>
        <h1>
          <bdi>{withUnseenNamed(title)}</bdi>
        </h1>
        {frame?.done && Object.hasOwn(DONE, frame.done) && (
          <p class="note good" role="status">
            {DONE[frame.done]}
          </p>
        )}
        {children}
      </main>
    </body>
  </html>
);

const Signed: FC<{ readonly frame: Frame }> = ({ frame: { person } }) => {
  const { email, roles, local } = person;
  const as = `${withUnseenNamed(email || "a service")} (${Array.from(roles).join(", ")})`;
  return local ? (
    <p class="signed local">
      <strong>local stack</strong>, signed in as {as}, nobody checks
    </p>
  ) : (
    <p class="signed">{as}</p>
  );
};
