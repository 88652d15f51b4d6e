/** A piece of a page; whatever it was made from is escaped. */
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

/** Makes a piece of a page: every value stands in it as text, unless it is such a piece itself, or several. */
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
