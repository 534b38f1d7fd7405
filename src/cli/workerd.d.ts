// Declares methods of workerd for the type check of the commands. That check includes the browser's types, which the
// tests of pages need and which hide workerd's.

interface SubtleCrypto {
  timingSafeEqual(a: BufferSource, b: BufferSource): boolean;
}

interface ReadableStreamBYOBReader {
  readAtLeast(
    minBytes: number,
    view: Uint8Array<ArrayBuffer>,
  ): Promise<{ readonly value?: Uint8Array<ArrayBuffer> }>;
}
