import { FIRST_NAMES, LAST_NAMES } from "../../src/sandbox/tenant/seed/names.ts";

/** A kind of search, and what is asked for. */
export interface Kind {
  readonly name: string;
  /** @param tokens Of every page after the first, of a search without filters. */
  bodies(tokens: readonly string[]): readonly Readonly<Record<string, unknown>>[];
}

/** Some names of seeded people, spread over the list. */
const names = Array.from({ length: 20 }, (_, n) => ({
  first: FIRST_NAMES[(n * 7) % FIRST_NAMES.length] ?? "",
  last: LAST_NAMES[(n * 13) % LAST_NAMES.length] ?? "",
}));

/** Two neighbouring letters in the wrong order. */
const mistyped = (word: string) => `${word[0]}${word[2]}${word[1]}${word.slice(3)}`;

/** The searches of the bench. */
export const KINDS: readonly Kind[] = [
  { name: "first page", bodies: () => [{}] },
  { name: "deep page", bodies: (tokens) => [{ pageToken: tokens[Math.floor(tokens.length / 2)] }] },
  { name: "last page", bodies: (tokens) => [{ pageToken: tokens.at(-1) }] },
  {
    name: "one filter",
    bodies: () => [
      { departments: ["Finance"] },
      { userStatuses: ["DISABLED"] },
      { roleIds: ["role_reviewer"] },
      { delegateStatus: "DELEGATE_STATUS_NO_DELEGATE" },
    ],
  },
  {
    name: "filters together",
    bodies: () => [
      { userStatuses: ["ENABLED"], departments: ["Engineering", "IT"], origins: ["USER_ORIGIN_DIRECTORY"] },
      { jobTitles: ["Accountant"], roleIds: ["role_member"], excludeTypes: ["USER_TYPE_SERVICE"] },
      { isDelegate: true, userStatuses: ["ENABLED", "DISABLED"], excludeOrigins: ["USER_ORIGIN_SYSTEM"] },
    ],
  },
  {
    name: "exact email",
    bodies: () => names.map(({ first, last }) => ({ email: `${first}.${last}@example.com` })),
  },
  {
    name: "query",
    bodies: () => names.flatMap(({ first, last }) => [{ query: last }, { query: `${first} ${last}` }]),
  },
  {
    name: "query with a typo",
    bodies: () => names.map(({ first, last }) => ({ query: `${first} ${mistyped(last)}` })),
  },
  {
    name: "query and filter",
    bodies: () =>
      names.map(({ first }) => ({ query: first, userStatuses: ["ENABLED"], departments: ["Sales"] })),
  },
];
