import { notFound } from "../errors.ts";
import type { Handler } from "../world.ts";

export const getUser: Handler<"getUser"> = ({ path }) => {
  throw notFound("user", path.id);
};

export const searchUsers: Handler<"searchUsers"> = () => ({ list: [], expanded: [], nextPageToken: "" });
