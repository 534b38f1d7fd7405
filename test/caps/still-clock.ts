// Replaces the real clock by one that moves only when a test moves it. A Worker must import it before anything else.

/** A Tuesday morning, in Unix milliseconds. It is so far ahead that the platform starts no alarm by itself. */
let now = Date.UTC(2030, 0, 8, 9);

globalThis.Date = new Proxy(Date, {
  construct: (real, given, target) => Reflect.construct(real, given.length > 0 ? given : [now], target),
  get: (real, name, receiver) => (name === "now" ? () => now : Reflect.get(real, name, receiver)),
});

export function moveClock(to: number): void {
  now = to;
}
