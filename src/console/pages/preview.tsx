// The page with a preview of an automation: the plans that the automation would make now, each with the person of
// its event, if there is one.
import { forRequester, Problem } from "../../base/problem.ts";
import { formatPreviewed, previewAutomation } from "../../operate/preview.ts";
import { Layout } from "../components/layout.tsx";
import { listAt, More, Table } from "../components/lists.tsx";
import { TEXT_CHARS, Text } from "../components/text.tsx";
import type { Asked } from "./page-context.tsx";

/** Shows the preview of an automation. @throws Problem `not_found` for an unknown automation */
export async function previewPage({ env, var: { config } }: Asked, name: string, cursor?: string) {
  const found = await previewAutomation({ env, config }, name, cursor).catch((error: unknown) => {
    if (error instanceof Problem && error.code !== "not_found") return forRequester(error);
    throw error;
  });
  const at = `/automations/${encodeURIComponent(name)}`;
  return (
    <Layout title={`Whom would ${name} affect?`} at="/automations">
      {typeof found === "string" ? (
        <Text as="p" class="note bad" of={found} most={TEXT_CHARS} />
      ) : (
        <>
          <p class="dim">
            These are the plans that <a href={at}>{name}</a> would make now, assuming that {found.event}.
            Nothing is recorded or done.
          </p>
          <Table
            of={found.items}
            columns={{
              Whom: { names: true, cell: ({ person }) => <Text of={person ?? "Everything it reads"} /> },
              Plan: (item) =>
                formatPreviewed(item).map((line) => <Text as="p" of={line} most={TEXT_CHARS} />),
            }}
          />
          {found.next && <More to={listAt(`${at}/preview`, { cursor: found.next })} />}
        </>
      )}
    </Layout>
  );
}
