import { path } from "../senders/request.ts";
import { textAt } from "../sources/reading/member.ts";
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

/** The address of a record. Its table is what its class is called. */
const record = ({ id, fields }: Target): string =>
  path`/api/now/table/${textAt(fields, "sys_class_name") ?? "incident"}/${id}`;
