// Methods of workerd. The browser's types, which the tests of pages need, hide them from the commands.

interface SubtleCrypto {
  timingSafeEqual(a: BufferSource, b: BufferSource): boolean;
}

interface ReadableStreamBYOBReader {
  readAtLeast(
    minBytes: number,
    view: Uint8Array<ArrayBuffer>,
  ): Promise<{ readonly value?: Uint8Array<ArrayBuffer> }>;
}
