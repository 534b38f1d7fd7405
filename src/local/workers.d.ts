/** What sources use of the Workers' WebCrypto and Node's has not: scripts that import a source never verify with it. */
interface SubtleCrypto {
  timingSafeEqual(a: ArrayBuffer | ArrayBufferView, b: ArrayBuffer | ArrayBufferView): boolean;
}
