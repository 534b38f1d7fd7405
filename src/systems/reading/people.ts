import type { Environment } from "../api/api.ts";
import { apiOf, isSetUp } from "../api/apis.ts";
import { type Fetch, path, type SenderClient, senderClient } from "../api/client.ts";
import type { Person, TicketEvent } from "../event.ts";
import { present, textAt } from "./json.ts";
import { ifThere } from "./worker-facts.ts";

/** Who may not be shown is as good as nobody: an approval asks for more than a guess. */
const UNTOLD: readonly number[] = [403, 404, 410];

/** Asks a ticketing system who has an id. */
type Lookup = (client: SenderClient, id: string) => Promise<Pick<Person, "name" | "email">>;

const lookups: ReadonlyMap<string, Lookup> = new Map<string, Lookup>([
  // developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-users: the email as far as the reader may see it.
  [
    "jira",
    async (client, accountId) => {
      const user = await ifThere(
        client.call({ method: "GET", path: "/rest/api/3/user", query: { accountId } }),
        UNTOLD,
      );
      return present({ name: textAt(user, "displayName"), email: textAt(user, "emailAddress") });
    },
  ],
  // developer.zendesk.com/api-reference/ticketing/users/users (Show User)
  [
    "zendesk",
    async (client, id) => {
      const answer = await ifThere(
        client.call({ method: "GET", path: path`/api/v2/users/${id}.json` }),
        UNTOLD,
      );
      return present({ name: textAt(answer, "user", "name"), email: textAt(answer, "user", "email") });
    },
  ],
]);

/**
 * A ticket's event with the emails and names that its sender hides, as far as the system tells them: an approval has to
 * know who asked. Nothing else of the event changes, and nothing at all where access to the system is not set up.
 */
export async function withPeople(
  event: TicketEvent,
  env: Environment,
  fetched?: Fetch,
): Promise<TicketEvent> {
  const { actor, ticket } = event;
  const { requester, assignee } = ticket;
  const ids = new Set([actor, requester, assignee].filter(isHidden).map(({ id }) => id));
  const lookup = lookups.get(ticket.system);
  if (!lookup || ids.size === 0 || !isSetUp(ticket.system, env)) return event;
  const client = senderClient(apiOf(ticket.system), env, fetched);
  const found = new Map(
    await Promise.all(Array.from(ids, async (id) => [id, await lookup(client, id)] as const)),
  );
  const known = (person: Person | undefined): Person | undefined =>
    isHidden(person) ? { ...found.get(person.id), ...person } : person;
  return {
    ...event,
    ...present({ actor: known(actor) }),
    ticket: { ...ticket, ...present({ requester: known(requester), assignee: known(assignee) }) },
  };
}

const isHidden = (person: Person | undefined): person is Person & { readonly id: string } =>
  person?.id !== undefined && person.email === undefined;
