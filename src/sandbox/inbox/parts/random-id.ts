const BYTES = 16;

/** 128 random bits in hexadecimal; `crypto.randomUUID` is missing on HTTP pages of hosts other than localhost. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
