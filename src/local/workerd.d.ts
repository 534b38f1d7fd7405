/** What workerd has and Node has not. The sources that the stack lists refer to it; nothing here calls it. */
interface SubtleCrypto {
  timingSafeEqual(a: ArrayBuffer | ArrayBufferView, b: ArrayBuffer | ArrayBufferView): boolean;
}
