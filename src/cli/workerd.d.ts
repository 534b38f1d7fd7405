// Methods of workerd that the types of the browser, which the tests of pages need, hide from the commands.

interface SubtleCrypto {
  timingSafeEqual(a: BufferSource, b: BufferSource): boolean;
}

interface ReadableStreamBYOBReader {
  readAtLeast(
    minBytes: number,
    view: Uint8Array<ArrayBuffer>,
  ): Promise<{ readonly value?: Uint8Array<ArrayBuffer> }>;
}
