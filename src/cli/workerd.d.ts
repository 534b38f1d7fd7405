// Methods of workerd that are hidden from the commands by the browser's types, which the tests of pages need.

interface SubtleCrypto {
  timingSafeEqual(a: BufferSource, b: BufferSource): boolean;
}

interface ReadableStreamBYOBReader {
  readAtLeast(
    minBytes: number,
    view: Uint8Array<ArrayBuffer>,
  ): Promise<{ readonly value?: Uint8Array<ArrayBuffer> }>;
}
