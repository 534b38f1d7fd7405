// The headline of an event: its title, requester and entry point. Pages, Slack and the API all use it.
import * as z from "zod";
import { formatTime } from "../base/days.ts";
import { once } from "../base/once.ts";
import { comparable } from "../base/text.ts";
import type { AskEvent, Person, RequestEvent, ScheduleEvent, Ticket, Worker } from "../systems/event.ts";
import { compact } from "../systems/reading/json.ts";
import { pageUrl } from "../systems/reading/text.ts";
import { formatAgent, titleSource } from "../systems/reply/replies.ts";

export const Headline = z
  .object({
    key: z.string().nullable().meta({ description: "The ticket's key, such as `IAM-42`." }),
    title: z
      .string()
      .meta({ description: "A ticket's title, a worker's change, or a plan's first sentence." }),
    url: z.string().nullable().meta({ description: "The web page of the ticket or worker." }),
    askedBy: z.object({ name: z.string(), email: z.string().nullable() }).nullable().meta({
      description: "The requester, or the person who caused the event; `null` if neither is known.",
    }),
    movedBy: z.object({ name: z.string(), email: z.string().nullable() }).optional().meta({
      description: "The person who moved the ticket, if that is not the requester and the system names them.",
    }),
    way: z.string().meta({ description: "The origin of the event: the vendor's product, or the schedule." }),
  })
  .meta({ id: "Headline" });
export type Headline = Readonly<z.infer<typeof Headline>>;

/**
 * Formats the title of an event or a run.
 * @param without The title if there is no headline, for example because the event has been deleted
 */
export function formatTitle(headline: Headline | null, without: string): string {
  if (headline === null) return without;
  const { key, title } = headline;
  return key === null || key === title ? title : `${key} ${title}`;
}

const MAX_CHARS = 300;
const MAX_URL_CHARS = 2_000;
const short = (text: string): string => text.slice(0, MAX_CHARS).toWellFormed();

export interface HeadlineParts {
  readonly type?: string;
  readonly actor?: Person;
  readonly effectiveOn?: string;
  readonly changed?: readonly string[];
  readonly ticket?: Partial<Pick<Ticket, "key" | "title" | "url" | "requester">>;
  readonly worker?: Partial<Pick<Worker, "name" | "email" | "department" | "lastDay" | "leavesAt">>;
  /** `planned`: the first sentence of the plan, if there is a plan. */
  readonly request?: Partial<RequestEvent["request"] & { readonly planned: string | undefined }>;
  readonly schedule?: Partial<Pick<ScheduleEvent["schedule"], "automation">>;
  readonly ask?: Partial<Pick<AskEvent["ask"], "key" | "title" | "url" | "requester">>;
}

/** Title fields that were read from the sender's API because the event lacked them. */
export interface Learned extends Pick<HeadlineParts, "type" | "effectiveOn"> {
  readonly worker: Pick<Worker, "name" | "email" | "lastDay" | "leavesAt">;
}

/**
 * Returns the title fields and the email of a complete worker event. Returns `null` if its title and email are the same
 * as in the event as received, or if the event is not about a worker.
 */
export function findLearned(received: HeadlineParts, complete: HeadlineParts): Learned | null {
  const { type, effectiveOn, worker } = complete;
  if (!worker) return null;
  const { name, email, lastDay, leavesAt } = worker;
  if (received.worker?.email === email && pickNames(received, "").title === pickNames(complete, "").title)
    return null;
  return { ...compact({ type, effectiveOn }), worker: compact({ name, email, lastDay, leavesAt }) };
}

/**
 * Adds to an event the data for its title: the fields that a run has read from the sender's API, or the plan's sentence
 * for a request.
 * @param planned The first sentence of the plan
 */
export function withLearned(event: HeadlineParts, learned?: Learned, planned?: string): HeadlineParts {
  if (event.request) return { ...event, request: { ...event.request, planned } };
  return learned ? { ...event, ...learned, worker: { ...event.worker, ...learned.worker } } : event;
}

/** Makes the headline of an event. @param source The name of the event's source */
export function makeHeadline(event: HeadlineParts, source: string): Headline {
  const { key = null, title, url = null } = pickNames(event, source);
  const page = pageUrl(url) ?? null;
  const [asker, mover] = [askedBy(event), event.ticket && toNamed(event.actor)];
  const isOther = mover && !(asker && addressOf(asker) === addressOf(mover));
  return {
    key: key && short(key),
    title: short(title || key || event.type || source),
    url: page && page.length <= MAX_URL_CHARS ? page : null,
    askedBy: asker,
    ...(isOther && { movedBy: mover }),
    way: event.request?.agent ? short(formatAgent(event.request.agent)) : titleSource(source),
  };
}

export const unreadHeadline = (source: string): Headline => ({
  ...makeHeadline({}, source),
  title: `A delivery from ${titleSource(source)}`,
});

type Names = { readonly [Member in "key" | "title" | "url"]?: string | undefined };

function pickNames(event: HeadlineParts, source: string): Names {
  const { ticket, worker, request, schedule, ask } = event;
  if (ticket || ask) return { ...ticket, ...ask };
  if (worker) return { title: workerTitle(event, worker, source) };
  if (request)
    return { title: (request.planned && toTitle(request.planned)) ?? request.typed ?? request.action };
  if (schedule) return { title: `Scheduled: ${schedule.automation ?? ""}` };
  return {};
}

/** Shortens a plan's sentence to a title: without its full stop and the parts in parentheses. */
export const toTitle = (sentence: string): string => sentence.replace(/ \([^()]*\)|\.$/g, "");

const HAPPENS: Readonly<Record<string, string>> = {
  "worker.hired": "joins",
  "worker.terminated": "leaves",
  "worker.returned": "returns",
};

/**
 * Formats the title of a worker event: `Ada Marsh leaves on 20 December 2026`. Most vendors send only ids, so the name
 * might be missing.
 */
function workerTitle(
  { type = "", effectiveOn, changed = [] }: HeadlineParts,
  { name, email, lastDay, leavesAt }: Partial<Worker>,
  source: string,
): string {
  const who = name ?? email ?? `Somebody in ${titleSource(source)}`;
  const what =
    changed.length > 0 && HAPPENS[type] === undefined
      ? `: ${changed.map(spacedWords).join(", ")} changed`
      : ` ${HAPPENS[type] ?? "has new data"}`;
  const ends = lastDay ? longDay(lastDay) : leavesAt && formatTime(leavesAt);
  const when = type === "worker.terminated" ? ends : effectiveOn && longDay(effectiveOn);
  return `${who}${what}${when ? ` on ${when}` : ""}`;
}

const spacedWords = (member: string): string => member.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();

const dayFormat = once(
  () => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" }),
);
const longDay = (day: string): string =>
  day.includes("T") || Number.isNaN(Date.parse(day)) ? formatTime(day) : dayFormat().format(Date.parse(day));

const addressOf = ({ email, name }: NonNullable<Headline["askedBy"]>) => comparable(email ?? name);

const askedBy = ({ actor, ticket, request, ask }: HeadlineParts): Headline["askedBy"] =>
  toNamed(ticket?.requester ?? ask?.requester ?? request?.requester ?? actor);

function toNamed({ name, email }: Person = {}): Headline["askedBy"] {
  const called = name ?? email;
  return called ? { name: short(called), email: email === undefined ? null : short(email) } : null;
}
