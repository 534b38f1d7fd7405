// What workerd has and the types of Node do not.

/** What workerd's WebCrypto has over the standard: the sources use it, and are only read here, never run. */
interface SubtleCrypto {
  timingSafeEqual(a: BufferSource, b: BufferSource): boolean;
}
