// The data that every page shares.
import { createContext, useContext } from "hono/jsx";
import type { Problem, ProblemCode } from "../../base/problem.ts";
import type { Person } from "../../operate/person.ts";

export interface Frame {
  readonly person: Person;
  /** Name of the environment, such as `production`. */
  readonly environment: string;
  /** The time zone of the times on the page: `settings.timeZone`. */
  readonly timeZone: string;
  /** The CSRF token for the page's forms. */
  readonly token: string;
  /** The page's path and query, without the result of the last act. */
  readonly page: string;
  /** The query parameters, such as the filters of a list. */
  readonly given: Readonly<Record<string, string>>;
  /** Words in the names of properties whose values the page hides: `console.redact`. */
  readonly redacted: readonly string[];
  /** The form of this page that was rejected. */
  readonly refused?: RefusedForm | undefined;
  /** True if the ledger is unavailable: the page shows only data that is known without it. */
  readonly isLedgerDown?: true | undefined;
  /** The last act, a key of `DONE`. For any other text, the page shows no sentence. */
  readonly done?: string | undefined;
}

/** The frame of the rendered page, or `null` for readers who are not signed in or have no role. */
export const PageFrame = createContext<Frame | null>(null);

/** Returns the frame of the page. @throws Error if the page has no frame; such a page can't contain forms or lists */
export function useFrame(): Frame {
  const frame = useContext(PageFrame);
  if (!frame) throw new Error("this page has no frame");
  return frame;
}

/** Returns the time zone of the page's times (IANA). */
export const useTimeZone = (): string => useContext(PageFrame)?.timeZone ?? "UTC";

/** A rejected form, with its fields as entered. */
export interface RefusedForm {
  readonly problem: Problem;
  readonly action: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const TITLES: Partial<Record<ProblemCode, string>> = {
  access_not_configured: "The console is not set up yet",
  access_denied: "Please sign in",
  role_missing: "You don't have the role for this",
  not_found: "Page not found",
  decision_conflict: "This is not possible now",
  decision_forbidden: "You can't make this decision",
  foreign_origin: "This request might come from another site",
  foreign_host: "This is not Reeve's address",
  form_outdated: "This form belongs to another sign-in",
  request_invalid: "This request is not valid",
  ledger_unavailable: "The ledger can't be read right now",
};

export const findTitle = ({ code }: Problem): string => TITLES[code] ?? "Something went wrong";
