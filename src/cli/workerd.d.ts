// What workerd has and the types of Node do not.

/** What workerd's WebCrypto has over the standard: the sources use it, and are only read here, never run. */
interface SubtleCrypto {
  timingSafeEqual(a: BufferSource, b: BufferSource): boolean;
}

/** Bindings of a Worker, which commands hand on and never use. */
type KVNamespace = object;
type D1Database = object;
type DurableObjectNamespace = object;
