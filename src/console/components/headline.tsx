// Titles of events and runs on pages, with the requester and the source.
import type { FC } from "hono/jsx";
import { formatPerson, withUnseenNamed } from "../../base/text.ts";
import { formatTitle, type Headline, toTitle } from "../../runs/headline.ts";
import { Facts } from "./lists.tsx";
import { LINE_CHARS, PersonLink, Sentence, TEXT_CHARS, Text, ViewerLink } from "./text.tsx";

/** Links to the page of a run, with the title of its event. */
export const RunLink: FC<{
  readonly id: string;
  readonly automation: string;
  readonly headline: Headline | null;
}> = ({ id, automation, headline }) => (
  <a href={`/runs/${id}`}>
    <Text of={formatTitle(headline, `A run of ${automation}`)} most={160} />
  </a>
);

interface Planned {
  readonly id: string;
  readonly automation: string;
  readonly headline: Headline | null;
  /** The sentences of the plan's actions. */
  readonly plan: readonly string[];
}

/** Links to the page of a run, with the first sentence of its plan, or with its title if it has no plan. */
export const RunSentence: FC<Planned> = ({ plan: [first, ...more], ...run }) =>
  first === undefined ? (
    <RunLink {...run} />
  ) : (
    <>
      <a href={`/runs/${run.id}`}>
        <Sentence of={first} most={LINE_CHARS} />
      </a>
      {more.length > 0 && ` And ${more.length} more ${more.length === 1 ? "action" : "actions"}.`}
    </>
  );

/** Shows the title of a run's event, or returns `null` if {@link RunSentence} already shows it. */
export function titleFact({ plan: [first], headline }: Pick<Planned, "plan" | "headline">) {
  const title = formatTitle(headline, "");
  return first === undefined || title === "" || toTitle(first) === title ? null : (
    <Text of={title} most={160} />
  );
}

/** Shows the reason why a run had nothing to do, with a link to the run that makes the same change, if there is one. */
export const WhyIgnored: FC<{
  readonly run: { readonly automation: string; readonly sameAs?: string | null };
  readonly reason: string;
  /** Headline of the other run's event. */
  readonly sameAsHeadline: Headline | null;
  readonly most?: number;
}> = ({ run: { automation, sameAs }, reason, sameAsHeadline, most = TEXT_CHARS }) => (
  <>
    <Text of={reason} most={most} />
    {sameAs && (
      <>
        {": "}
        <ViewerLink to={`/runs/${sameAs}`}>
          <Text of={formatTitle(sameAsHeadline, `A run of ${automation}`)} most={160} />
        </ViewerLink>
      </>
    )}
  </>
);

/** Links to the page of an event. */
export const EventLink: FC<{ readonly id: string; readonly headline: Headline }> = ({ id, headline }) => (
  <a href={`/events/${id}`}>
    <Text of={formatTitle(headline, id)} most={160} />
  </a>
);

/** Shows requester and source: `Hugo Pike, through Jira`. The source links to the ticket's page if it has one. */
export const AskedBy: FC<{ readonly of: Headline }> = ({ of: { askedBy, way, url, key } }) => (
  <>
    {askedBy !== null && (
      <>
        <PersonLink
          email={askedBy.email ?? ""}
          name={askedBy.email ? formatPerson(askedBy.name, askedBy.email) : askedBy.name}
        />
        {", through "}
      </>
    )}
    {url === null ? (
      <Text of={way} />
    ) : (
      <a href={url} rel="noreferrer noopener" aria-label={withUnseenNamed(`${key ?? "its page"} in ${way}`)}>
        <Text of={way} />
        {"\u00a0↗"}
      </a>
    )}
  </>
);

/** Lists ids with their names. */
export const IdList: FC<{ readonly of: Readonly<Record<string, string | null>> }> = ({ of }) => {
  const shown = Object.entries(of).map(([name, id]) => [
    name,
    id !== null && <Text as="span" class="id" of={id} />,
  ]);
  return <Facts of={Object.fromEntries(shown)} />;
};
