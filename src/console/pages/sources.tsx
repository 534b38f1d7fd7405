// The page of sources: where deliveries come from, and how each is doing.
import type { FC } from "hono/jsx";
import type { SourceActivity } from "../../ledger/events.ts";
import type { Frame } from "../components/frame.ts";
import { Layout } from "../components/layout.tsx";
import { Badge, span, Text, Time } from "../components/text.tsx";
import { count } from "../components/visible.ts";

/** A source, and how it is doing. */
export interface SourceShown extends SourceActivity {
  readonly url: string;
  readonly authentication: string;
  readonly variable: string;
  /** What is wrong with its secret; `null` where it has a good one. */
  readonly fault: string | null;
  readonly setUp: string;
  /** Deliveries of it that were refused in the last week, by what was wrong. */
  readonly refusals: readonly { readonly check: string; readonly n: number; readonly lastAt: number }[];
  /** What it wants back while it is set up, and when it said so. */
  readonly handshake: { readonly value: string; readonly at: number } | null;
}

/** Where deliveries come from, those that are set up first. */
export const SourcesPage: FC<{ readonly frame: Frame; readonly sources: readonly SourceShown[] }> = ({
  frame,
  sources,
}) => (
  <Layout title="Sources" frame={frame} at="/sources">
    <p>
      Put the address into the vendor's settings, and the secret here:{" "}
      <code>npx wrangler secret put NAME</code>. While one is replaced: <code>new,old</code>.
    </p>
    {sources.map((source) => (
      <Source {...source} />
    ))}
  </Layout>
);

const Source: FC<SourceShown> = (source) => {
  const { url, authentication, variable, fault, setUp, lastAt, rhythm, recent, refusals, handshake } = source;
  return (
    <article class="card">
      <h2>
        {source.source}{" "}
        {fault === null ? <Badge tone="good">secret is set</Badge> : <Badge tone="quiet">no secret</Badge>}
      </h2>
      <dl class="facts flat">
        <div class="two">
          <dt>Address</dt>
          <dd class="id">{url}</dd>
        </div>
        <div>
          <dt>Secret</dt>
          <dd>
            <code>{variable}</code>
            {fault !== null && <span class="under">{fault}</span>}
          </dd>
        </div>
        <div>
          <dt>At the vendor</dt>
          <dd>{setUp}</dd>
        </div>
        <div>
          <dt>Authentication</dt>
          <dd>{authentication === "signed" ? "signed" : "shared secret, unsigned"}</dd>
        </div>
        <div>
          <dt>Last delivery</dt>
          <dd>
            {lastAt === null ? "none on record" : <Time at={lastAt} />}
            <span class="under">
              {count(recent)} in 24 hours{rhythm === null ? "" : `, about every ${span(rhythm)}`}
            </span>
          </dd>
        </div>
        <div>
          <dt>Refused in a week</dt>
          <dd>
            {refusals.length === 0 && "none"}
            {refusals.map(({ check, n, lastAt: at }) => (
              <span class="line">
                {count(n)} × {check.replaceAll("_", " ")}, the last <Time at={at} />
              </span>
            ))}
          </dd>
        </div>
        {handshake !== null && (
          <div>
            <dt>To be given back to the vendor</dt>
            <dd>
              <span class="id">
                <Text of={handshake.value} />
              </span>
              <span class="under">
                it came <Time at={handshake.at} />
              </span>
            </dd>
          </div>
        )}
      </dl>
    </article>
  );
};
