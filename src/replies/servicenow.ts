import { Problem } from "../base/problem.ts";
import { path } from "../senders/request.ts";
import type { Channel, Target } from "./channel.ts";
import { journal } from "./escape.ts";

/**
 * ServiceNow, by the Table API: an additional comment where the requester is to see it, else a work note. A state is
 * its number.
 * Source: servicenow.com/docs, Table API, PATCH /now/table/{tableName}/{sys_id}
 */
export const servicenow: Channel = {
  system: "servicenow",
  async comment(client, target, { sentences, link }, visible) {
    const text = [...sentences.map(journal), ...(link ? [link] : [])].join("\n");
    await client.call({
      method: "PATCH",
      path: record(target),
      body: { [visible ? "comments" : "work_notes"]: text },
    });
  },
  async move(client, target, to) {
    await client.call({ method: "PATCH", path: record(target), body: { state: to } });
  },
};

/** The address of a record, whose id is `table/sys_id`. */
function record({ id, key }: Target): string {
  const [table, sysId, ...more] = id.split("/");
  if (!table || !sysId || more.length > 0)
    throw new Problem("sender_bad_request", `"${key}" is no ServiceNow record`);
  return path`/api/now/table/${table}/${sysId}`;
}
