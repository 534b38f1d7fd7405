// Returns a function that creates a value on its first call and then reuses it. An isolate starts faster if values that
// it rarely needs are created later.

export function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
