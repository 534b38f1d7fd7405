// Titles of events and runs on pages, with the requester and the source.
import type { Child, FC } from "hono/jsx";
import { formatPerson, showInvisibles } from "../../base/text.ts";
import type { NamedRun } from "../../ledger/headlines.ts";
import { formatTitle, type Headline, toTitle } from "../../runs/headline.ts";
import type { Run } from "../../runs/run.ts";
import { Facts } from "./lists.tsx";
import { PersonLink, ROW_CHARS, Sentence, shorten, TEXT_CHARS, Text, ViewerLink } from "./text.tsx";

/** Links to a run's page. The link's text is the title of the run's event. */
export const RunLink: FC<Omit<NamedRun, "plan"> & { readonly id: string }> = ({ id, ...run }) => (
  <a href={`/runs/${id}`}>
    <RunTitle {...run} />
  </a>
);

const RunTitle: FC<Omit<NamedRun, "plan">> = ({ automation, headline }) => (
  <Text of={formatTitle(headline, `A run of ${automation}`)} most={160} />
);

/**
 * Links to a run's page. The link's text is the beginning of the plan's first sentence, or the title of the run's event
 * if there is no plan.
 */
export const RunSentence: FC<NamedRun & { readonly id: string }> = ({ plan: [first, ...more], ...run }) =>
  first === undefined ? (
    <RunLink {...run} />
  ) : (
    <>
      <a href={`/runs/${run.id}`}>
        <Sentence of={shorten(first, ROW_CHARS, false)} />
      </a>
      {more.length > 0 && ` And ${more.length} more ${more.length === 1 ? "action" : "actions"}.`}
    </>
  );

/** Lists facts about a run: requester, automation, and the event's title unless {@link RunSentence} shows it. */
export function listRunFacts({ plan: [first], headline, automation }: NamedRun): Child[] {
  const title = formatTitle(headline, "");
  const isShown = first === undefined || toTitle(first) === title;
  return [
    !isShown && title && <Text of={title} most={160} />,
    headline && <AskedBy of={headline} />,
    automation,
  ];
}

/** Shows the reason why a run had nothing to do, with a link to the run that makes the same change, if there is one. */
export const WhyIgnored: FC<{
  readonly run: Pick<Run, "automation" | "ignored"> & { readonly sameAs?: string | null };
  /** Headline of the event whose run makes the same change, or `null` if none is recorded. */
  readonly sameAsHeadline: Headline | null;
  readonly most?: number;
}> = ({ run: { automation, ignored, sameAs }, sameAsHeadline, most = TEXT_CHARS }) => (
  <>
    <Text of={ignored ?? ""} most={most} />
    {sameAs && ": "}
    {sameAs && (
      <ViewerLink to={`/runs/${sameAs}`}>
        <RunTitle automation={automation} headline={sameAsHeadline} />
      </ViewerLink>
    )}
  </>
);

/** Links to the page of an event. */
export const EventLink: FC<{ readonly id: string; readonly headline: Headline }> = ({ id, headline }) => (
  <a href={`/events/${id}`}>
    <Text of={formatTitle(headline, id)} most={160} />
  </a>
);

/**
 * Shows requester and source: `Hugo Pike, through Jira`. The source links to the page of the event's ticket or worker,
 * if there is one.
 */
export const AskedBy: FC<{ readonly of: Headline }> = ({ of: { askedBy, way, url, key } }) => (
  <>
    {askedBy && (
      <PersonLink
        email={askedBy.email ?? ""}
        name={askedBy.email ? formatPerson(askedBy.name, askedBy.email) : askedBy.name}
      />
    )}
    {askedBy && ", through "}
    {url === null ? (
      <Text of={way} />
    ) : (
      <a href={url} rel="noreferrer noopener" aria-label={showInvisibles(`${key ?? "its page"} in ${way}`)}>
        <Text of={way} />
        {"\u00a0↗"}
      </a>
    )}
  </>
);

/** Lists ids with their names. */
export const IdList: FC<{ readonly of: Readonly<Record<string, string | null>> }> = ({ of }) => (
  <Facts of={Object.entries(of).map(([name, id]) => [name, id && <Text as="span" class="id" of={id} />])} />
);
