// Hides Reeve's own log lines in the output of tests. Everything else is printed.
const { log } = console;
console.log = (...said: readonly unknown[]): void => {
  if (!String(said[0]).startsWith('{"message":')) log(...said);
};
