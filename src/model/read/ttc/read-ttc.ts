import { readExtensions, readVendorAttributes } from '../../moddle/extension.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';

/** One `ttc` value of an element. */
export interface TtcEntry {
  readonly name: string;
  readonly value: string;
  readonly written: 'attribute' | 'property' | 'element';
}

/**
 * All `ttc` values of an element: attributes, then extension properties named `ttc:<name>` in the modeler's own list
 * (camunda:properties, zeebe:properties and any other list of `property` elements with a name and a value), then
 * elements `<ttc:name>value</ttc:name>`.
 * @param only reads only the values with this name
 */
export function readTtcEntries(element: ModdleElement, only?: string): readonly TtcEntry[] {
  const entries: TtcEntry[] = [];
  for (const { vendor, name, value } of readVendorAttributes(element, only)) {
    if (vendor === 'ttc') entries.push({ name, value: value.trim(), written: 'attribute' });
  }
  const extensions = readExtensions(element);
  for (const list of extensions) {
    if (list.name !== 'properties') continue;
    for (const { name, attributes, text } of list.children) {
      if (name !== 'property' || attributes.name?.startsWith('ttc:') !== true) continue;
      const value = (attributes.value ?? text ?? '').trim();
      entries.push({ name: attributes.name.slice('ttc:'.length).trim(), value, written: 'property' });
    }
  }
  for (const { vendor, name, text, attributes } of extensions) {
    if (vendor !== 'ttc') continue;
    if (Object.keys(attributes).length === 0) entries.push({ name, value: text ?? '', written: 'element' });
  }
  return only === undefined ? entries : entries.filter(({ name }) => name === only);
}

/** The first value with the name that is not blank. */
export function readTtc(element: ModdleElement, name: string): string | undefined {
  return readTtcEntries(element, name).find(({ value }) => value !== '')?.value;
}
