// Tells programs on this machine, as the local stack and tests have them, from services.

export const isThisMachine = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
