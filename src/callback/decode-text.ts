const FORMS = {
  // With or without padding, but of a valid length.
  base64: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/,
  hex: /^(?:[0-9A-Fa-f]{2})*$/,
};

/** Encoding of bytes as text. */
export type TextEncoding = 'base64' | 'hex' | 'utf8';

/** Decodes a text; undefined if it is not valid in the encoding (Buffer would ignore invalid characters). */
export function decodeText(text: string, encoding: TextEncoding): Uint8Array | undefined {
  if (encoding !== 'utf8' && !FORMS[encoding].test(text)) return undefined;
  return Buffer.from(text, encoding);
}
