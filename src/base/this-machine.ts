// Tells addresses on this machine, as the local stack and tests use, from services.

export const isThisMachine = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && (hostname === "127.0.0.1" || hostname === "localhost");
