// Keeps Reeve's own log lines out of what tests print. What a test prints is shown.
const { log } = console;
console.log = (...said: readonly unknown[]): void => {
  if (!String(said[0]).startsWith('{"message":')) log(...said);
};
