// Recognizes addresses on this machine, which the local stack and tests use.

export const isThisMachine = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && (hostname === "127.0.0.1" || hostname === "localhost");
