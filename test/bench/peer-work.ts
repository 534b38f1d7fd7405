import type { DatabaseSync } from "node:sqlite";

/** The peer's access to the governance API. */
export interface PeerAccess {
  readonly origin: string;
  readonly authorization: string;
}

/** Maximum concurrent events: as many as a Reeve desk processes. */
const AT_ONCE = 6;

const ROLES: Readonly<Record<string, string>> = { Owner: "owner", Reviewer: "reviewer" };

/**
 * Processes events after the peer's response: searches the user, makes them an owner of the connector, and commits its
 * journal before and after that call. Like a typical first implementation, it has no retries, order, approval or
 * record.
 */
export function peerWork(db: DatabaseSync, { origin, authorization }: PeerAccess) {
  db.exec("CREATE TABLE journal (event TEXT PRIMARY KEY, state TEXT NOT NULL, answer TEXT) STRICT");
  const sending = db.prepare("INSERT INTO journal (event, state) VALUES (?, 'sending')");
  const applied = db.prepare("UPDATE journal SET state = 'applied', answer = ? WHERE event = ?");
  const waiting: { readonly id: string; readonly payload: string }[] = [];
  let atWork = 0;

  async function post(path: string, body: unknown): Promise<string> {
    const response = await fetch(`${origin}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  }

  async function makeOwner(id: string, payload: string): Promise<void> {
    const { fields } = JSON.parse(payload).issue;
    const found = await post("/api/v1/search/users", {
      email: fields.customfield_10061,
      userStatuses: ["ENABLED"],
    });
    const [{ user }] = JSON.parse(found).list;
    const role = ROLES[fields.customfield_10063.value];
    sending.run(id);
    const path = `/api/v2/apps/app_github/connectors/con_github_mcp/owners/users/${role}/${user.id}`;
    applied.run(await post(path, { userRef: { id: user.id } }), id);
  }

  async function goOn(): Promise<void> {
    atWork++;
    for (let next = waiting.shift(); next; next = waiting.shift()) await makeOwner(next.id, next.payload);
    atWork--;
  }

  return (id: string, payload: string): void => {
    waiting.push({ id, payload });
    if (atWork < AT_ONCE) void goOn();
  };
}
