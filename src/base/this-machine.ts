// Tells programs on this machine, as the local stack and tests have them, from services.

/** True for the address of a program on this machine. */
export const isThisMachine = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
