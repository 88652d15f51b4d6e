const FORMS = {
  // Padded or not, but of a length that some bytes have.
  base64: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/,
  hex: /^(?:[0-9A-Fa-f]{2})*$/,
};

/** How bytes are written as text. */
export type TextEncoding = 'base64' | 'hex' | 'utf8';

/** The bytes a text stands for; undefined when it is not in that encoding, where Buffer would take what it can. */
export function decodeText(text: string, encoding: TextEncoding): Uint8Array | undefined {
  if (encoding !== 'utf8' && !FORMS[encoding].test(text)) return undefined;
  return Buffer.from(text, encoding);
}
