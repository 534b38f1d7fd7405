// The layout of every page: head, navigation, and the result of the last act.
import { type Child, type FC, useContext } from "hono/jsx";
import { showInvisibles } from "../../base/text.ts";
import { ACT_AS_PATH, isAllowed } from "../../operate/person.ts";
import { ACTS, DONE, type Role } from "../../policy/acts.ts";
import { SCRIPT_URL, STYLESHEET_URL } from "../assets/assets.ts";
import { type Frame, findTitle, PageFrame, type RefusedForm } from "./frame.ts";
import { PostForm, TEXT_CHARS, Text } from "./text.tsx";

/** Paths and names of the pages in the navigation. */
export const PAGES = [
  ["/", "Overview"],
  ["/events", "Events"],
  ["/runs", "Runs"],
  ["/approvals", "Approvals"],
  ["/changes", "Changes"],
  ["/ask", ACTS.ask.button],
  ["/automations", "Automations"],
  ["/sources", "Sources"],
  ["/inventory", "Inventory"],
  ["/look-up", "Look up"],
  ["/audit", "Audit"],
  ["/settings", "Settings"],
] as const;

/** Lays out a whole page, without navigation for readers who are not signed in or have no role. */
export const Layout: FC<{
  readonly title: string;
  /** The path of the page's navigation link. */
  readonly at?: (typeof PAGES)[number][0];
  /**
   * The URL of the page's content if the page was opened at another URL. The page's forms lead back to the content's
   * URL, and the script shows this URL in the browser.
   */
  readonly address?: string | undefined;
  /** Id and name of a part of the page to which keyboard users can skip. @default they can skip only to the content */
  readonly skipTo?: readonly [id: string, name: string] | undefined;
  readonly children?: Child;
}> = ({ title, at, address, skipTo, children }) => {
  const opened = useContext(PageFrame);
  const frame = opened && { ...opened, page: address ?? opened.page };
  const other = frame && frame.environment !== "production" ? frame.environment : null;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${showInvisibles(title)} · Reeve${other === null ? "" : ` (${other})`}`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={STYLESHEET_URL} />
        <script src={SCRIPT_URL} defer />
      </head>
      <body data-page={frame?.refused ? frame.page : address}>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        {skipTo && (
          <a class="skip" href={`#${skipTo[0]}`}>
            Skip to {skipTo[1]}
          </a>
        )}
        <header class="top">
          <a class="brand" href="/">
            Reeve
          </a>
          {other !== null && <strong class="environment">{other}</strong>}
          {frame && <Signed person={frame.person} timeZone={frame.timeZone} />}
        </header>
        {frame && (
          <nav aria-label="Pages">
            <ul>
              {PAGES.filter(([href]) => href === "/ask" || isAllowed(frame.person, "read")).map(
                ([href, name]) => (
                  <li>
                    <a href={href} aria-current={href === at ? "page" : undefined}>
                      {name}
                    </a>
                  </li>
                ),
              )}
            </ul>
          </nav>
        )}
        <main id="main" tabindex={-1}>
          <h1>
            <bdi>{showInvisibles(title)}</bdi>
          </h1>
          {frame?.refused && <RefusedNote refused={frame.refused} />}
          {frame?.done && Object.hasOwn(DONE, frame.done) && (
            <p class="note good" role="status">
              {DONE[frame.done]}
            </p>
          )}
          {frame?.isLedgerDown && (
            <p class="note wait" role="status">
              The ledger can't be read right now. This page shows the data that is known without it; decisions
              and pauses take effect, and are recorded later.
            </p>
          )}
          {frame && <p class="dim fresh" />}
          <PageFrame.Provider value={frame}>{children}</PageFrame.Provider>
        </main>
      </body>
    </html>
  );
};

/**
 * Shows the error of a rejected form, and the reason that the reader entered, because the page might no longer show the
 * form.
 */
const RefusedNote: FC<{ readonly refused: RefusedForm }> = ({ refused: { problem, fields } }) => (
  <div class="note bad" role="alert">
    <p>
      <strong>{findTitle(problem)}:</strong> <Text of={problem.message} most={TEXT_CHARS} />
    </p>
    {typeof fields["reason"] === "string" && fields["reason"].trim() !== "" && (
      <p>
        You wrote: <Text as="q" of={fields["reason"]} most={TEXT_CHARS} />
      </p>
    )}
  </div>
);

/**
 * Shows the signed-in person, the time zone and the keyboard shortcuts and, on the local stack, a form to act as
 * another person.
 */
const Signed: FC<Pick<Frame, "person" | "timeZone">> = ({ person, timeZone }) => (
  <>
    {person.people && (
      <PostForm class="signed" action={ACT_AS_PATH}>
        <span>
          <strong>Local stack</strong>, no sign-in.
        </span>
        <label for="act-as">Act as:</label>
        <select id="act-as" name="email">
          {[person, ...person.people.filter(({ email }) => email !== person.email)].map((one) => (
            <option value={one.email} selected={one === person}>
              {showInvisibles(one.email)} {having(one.roles)}
            </option>
          ))}
        </select>
        <button type="submit">Switch</button>
      </PostForm>
    )}
    <details class="keys">
      <summary>{person.people ? "Help" : showInvisibles(person.email || "a service")}</summary>
      <div>
        <p>
          {showInvisibles(person.email)} {having(person.roles)}
        </p>
        <p>Times are {timeZone.replaceAll("_", " ")}.</p>
        <p>
          <kbd>a</kbd> and <kbd>d</kbd> open the form to approve or deny, <kbd>Ctrl+Enter</kbd> sends it,{" "}
          <kbd>j</kbd> and <kbd>k</kbd> go to the next and previous item, <kbd>/</kbd> to the search,{" "}
          <kbd>Esc</kbd> closes a form, and <kbd>?</kbd> shows these keys.
        </p>
        <p>
          <button type="button" id="keys" hidden />
        </p>
      </div>
    </details>
  </>
);

const having = (roles: ReadonlySet<Role>): string =>
  `(${roles.has("admin") ? "admin" : Array.from(roles).join(", ")})`;
