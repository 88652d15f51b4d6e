/** A fragment of HTML in which all values are escaped. */
export interface Html {
  readonly html: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Creates a fragment. Values are escaped, except fragments and lists of fragments. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  const texts = values.map((value) => {
    if (typeof value === 'object')
      return [value]
        .flat()
        .map((piece) => piece.html)
        .join('');
    return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
  });
  return { html: String.raw({ raw: parts }, ...texts) };
}
