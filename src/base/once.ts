// Makes a value when it is first needed: an isolate starts sooner without what it rarely uses.

export function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
