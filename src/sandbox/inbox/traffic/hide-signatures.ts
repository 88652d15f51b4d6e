/** Anybody who has a signed address can call it. The page shows such addresses without their signatures. */

/** Replaces a signature. */
const HIDDEN = '<signature>';

/** `…/{key id}.{signature}` at the end of the path, as the bridge signs its addresses. */
const SIGNED_PATH = /(\/[^/?#.]+\.)[\w-]{32,}(?=[?#&]|$)/;
/** Addresses that are signed by a parameter. */
const SIGNED_QUERY = /([?&](?:sig|sign|signature|token|secret)=)[^&#]+/gi;
const ADDRESS = /^https?:\/\//;

export function hideSignature(address: string): string {
  return address.replace(SIGNED_PATH, `$1${HIDDEN}`).replace(SIGNED_QUERY, `$1${HIDDEN}`);
}

/** The same value with the signatures of all addresses in it hidden. */
export function hideSignatures(value: unknown): unknown {
  if (typeof value === 'string') return ADDRESS.test(value) ? hideSignature(value) : value;
  if (Array.isArray(value)) return value.map(hideSignatures);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, hideSignatures(field)]));
}
