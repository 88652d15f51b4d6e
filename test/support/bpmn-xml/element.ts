/** Attributes of an element; one without a prefix is BPMN's own. Undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** XML of any element; `content` is XML, attribute values are plain text. */
export function element(tag: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`);
  return content === '' ? `<${tag}${written.join('')}/>` : `<${tag}${written.join('')}>${content}</${tag}>`;
}

/** Text as it stands between two tags. */
export function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    '\n': '&#10;',
  };
  return text.replace(/[&<>"\n]/g, (char) => entities[char] ?? char);
}

/** Nothing where there is nothing in it. */
export function extensionElements(xml: string): string {
  return xml === '' ? '' : element('extensionElements', {}, xml);
}
