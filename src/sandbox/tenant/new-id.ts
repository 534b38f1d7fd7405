// Makes opaque ids.

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 160 bits, as many as 27 characters of base62 hold. */
const ID_BYTES = 20;
const ID_LENGTH = 27;

/** A random opaque id of 27 base62 characters. */
export function newId(): string {
  let number = crypto
    .getRandomValues(new Uint8Array(ID_BYTES))
    .reduce((n, byte) => n * 256n + BigInt(byte), 0n);
  let id = "";
  for (; id.length < ID_LENGTH; number /= 62n) id = BASE62.charAt(Number(number % 62n)) + id;
  return id;
}
