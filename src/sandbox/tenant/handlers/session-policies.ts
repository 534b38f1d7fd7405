// Handles the deletion of session policies.
import { notFound } from "../errors.ts";
import { first } from "../lookups.ts";
import type { Handler } from "../world.ts";

/** Deletes a session policy for good; again: 404. Source: Endpoints, 9. */
export const deleteSessionPolicy: Handler<"deleteSessionPolicy"> = ({ path }, { sql }) => {
  if (!first(sql.exec("DELETE FROM session_policies WHERE id = ? RETURNING 1", path.id)))
    throw notFound("session policy", path.id);
  return {};
};
