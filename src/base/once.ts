// Creates a value on first use, so that an isolate starts faster without the values that it rarely needs.

export function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
