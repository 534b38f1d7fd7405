// API routes for a person's data: export and erasure.
import * as z from "zod";
import { json } from "../../base/openapi.ts";
import { Problem } from "../../base/problem.ts";
import { cutName } from "../../base/text.ts";
import { WAITS_MS } from "../../base/waits.ts";
import { outboxIn } from "../../channels/outbox.ts";
import type { Config } from "../../define-config.ts";
import { allDesks, findControl, noteOfAll } from "../../desk/directory.ts";
import type { Env } from "../../env.ts";
import { createGovernance, readOnly } from "../../governance/client/index.ts";
import { findUsers } from "../../governance/people.ts";
import { type HeldRow, makeEraser, readColumn, type Sought } from "../../ledger/people/eraser.ts";
import {
  beginErasing,
  eraseNext,
  findErasure,
  findHeld,
  LAST_STEP,
  listPseudonyms,
} from "../../ledger/people/erasing.ts";
import { PersonData } from "../../ledger/shapes.ts";
import { ReasonText } from "../../operate/requests.ts";
import { auditType } from "../../policy/acts.ts";
import { findNames } from "../../runs/names.ts";
import { route } from "./route.ts";

const Email = z.email();
const After = z.string().max(1_000).optional().meta({ description: "The previous response's `next`." });
const MAX_NAMES = 100;
const Names = z
  .string()
  .refine((names) => names.split(";").length <= MAX_NAMES, `must contain at most ${MAX_NAMES} names`)
  .default("")
  .meta({ description: "Full names, separated by semicolons." });

export const personData = [
  route({
    id: "readPersonData",
    path: "/api/people/{email}/data",
    summary: "All data that Reeve stores about a person",
    act: "personData",
    params: { email: Email },
    query: z.strictObject({ names: Names, after: After }),
    answer: json("A page of the data.", PersonData),
    async handle({ env, config, params: { email }, query: { names, after } }) {
      const sought = await seek(env, email, names, after === undefined);
      const objects = after === undefined ? await readObjects(env, sought, false) : [];
      const { held, ...page } = await findHeld(env.LEDGER, sought, after ?? "", false);
      return describe(config, sought, { ...page, held: [...objects, ...held] });
    },
  }),
  route({
    id: "erasePerson",
    path: "/api/people/{email}/erase",
    summary: "Erase a person, one step per request; to continue, repeat the request with `after`",
    act: "personData",
    params: { email: Email },
    body: z.strictObject({ reason: ReasonText, names: Names, after: After }),
    answer: json("The data that this step erased.", PersonData),
    problems: ["decision_conflict"],
    async handle({ env, config, person, params: { email }, body: { reason, names, after } }) {
      const open = after === undefined ? null : await findErasure(env.LEDGER, email);
      if (after !== open?.next)
        throw new Problem(
          "decision_conflict",
          "no erasure continues with this `after`: begin again without it",
        );
      const sought = open ?? (await seek(env, email, names, true));
      let objects = await readObjects(env, sought, false);
      // An ignored delivery and an audit entry are recorded a moment after their request.
      if (after === LAST_STEP || objects.some(({ place }) => place === "desk notes")) {
        await scheduler.wait(5 * WAITS_MS.gather);
        objects = await readObjects(env, sought, false);
      }
      const { settings, waits } = describe(config, sought, { held: objects, left: [], next: null });
      const first = [...settings.map((name) => `remove them from ${name} in src/config.ts`), ...waits];
      if (first.length > 0)
        throw new Problem("decision_conflict", `this person can't be erased yet: ${first.join("; ")}`);
      if (open === null) {
        const pseudonyms = await listPseudonyms(env.LEDGER, sought);
        // Remove the person's email and names from the reason first, because this entry must not add personal data to
        // the trail.
        const why = makeEraser(sought).eraseText(reason);
        const detail = { for: `the person ${pseudonyms.join(", ")}`, reason: why };
        await noteOfAll(env, auditType("personData"), person.email, detail);
        return describe(config, sought, { held: [], left: [], next: await beginErasing(env.LEDGER, sought) });
      }
      if (objects.length > 0) await readObjects(env, sought, true);
      const page = await eraseNext(env.LEDGER, open);
      return describe(config, sought, { ...page, held: [...objects, ...page.held] });
    },
  }),
];

/** How long each kind of stored data is kept: the name of a setting, or a description. */
const KEPT: Readonly<Record<string, string>> = {
  events: "policy.retentionDays",
  runs: "policy.retentionDays",
  inventory: "until a person removes it",
  audit: "permanently; texts about the person until the person is erased",
  "desk withdrawals": "7 days",
  desk: "until the desk's runs have ended and are recorded",
  "Control switches": "until lifted",
  "Control claims": "400 days",
  Control: "31 days",
  Outbox: "35 days; messages until a day after they are sent",
};

/**
 * Returns a person's email and names: the names in the request and, on the first page, those at the governance service.
 */
async function seek(env: Env, email: string, given: string, isFirst: boolean): Promise<Sought> {
  const governance = readOnly(createGovernance(env));
  const users = isFirst ? await findUsers(governance, { email }).catch(() => []) : [];
  const called = users.map(({ displayName = "" }) => displayName);
  const names = [...given.split(";"), ...called];
  return {
    email,
    names: [...new Set(names.map((name) => cutName(name.trim())).filter((name) => name.length > 1))],
  };
}

/**
 * Lists the data that Durable Objects store about a person.
 * @param erases True to erase the person from the data, except from data that a desk or the outbox still needs
 */
async function readObjects(env: Env, sought: Sought, erases: boolean): Promise<HeldRow[]> {
  const objects = [findControl(env), outboxIn(env), ...allDesks(env)];
  const held = await Promise.all(objects.map((object) => object.about(sought, erases)));
  return held.flatMap((rows): HeldRow[] => JSON.parse(rows));
}

function describe(
  config: Config,
  sought: Sought,
  { held, left, next }: Awaited<ReturnType<typeof findHeld>>,
) {
  const { email, names } = sought;
  const { hasEmail } = makeEraser(sought);
  // Match the email only, not names: people choose their names, so a name must not prevent an erasure.
  const settings = Object.entries(config).flatMap(([part, members]) =>
    Object.entries(members).flatMap(([name, member]) =>
      hasEmail(JSON.stringify({ [name]: member })) ? `${part}.${name}` : [],
    ),
  );
  const rows = held.map(({ place, row }) => ({
    place,
    until: KEPT[place] ?? KEPT[place.split(" ")[0] ?? ""] ?? "",
    row: Object.fromEntries(Object.entries(row).map(([column, value]) => [column, readColumn(value)])),
  }));
  const isTheirs = (own: unknown) => typeof own === "string" && own.toLowerCase() === email.toLowerCase();
  return {
    email,
    names: [...new Set([...names, ...findNames(rows, isTheirs)])],
    settings,
    waits: [...new Set(held.flatMap(findWait))],
    held: rows,
    left: [...left],
    next,
  };
}

/**
 * Describes the pending work that prevents the erasure of a row: an event, a run or unrecorded data of a desk, or a
 * message that is not sent yet. Returns an empty list if nothing prevents the erasure.
 */
function findWait({ place, row }: HeldRow): string | readonly string[] {
  if (place === "Outbox items") return row["item"] === null ? [] : "a message that is not sent yet";
  if (place === "desk events") return `event ${JSON.parse(String(row["row"])).id}`;
  if (place !== "desk runs") return place === "desk notes" ? "data that is not recorded yet" : [];
  const { id, automation, state } = JSON.parse(String(row["entry"]));
  return `${automation} ${id}, ${state}`;
}
