// Tells programs on this machine, as the local stack and tests have them, from services.

export const isThisMachine = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && (hostname === "127.0.0.1" || hostname === "localhost");
