import { setForeignAttribute } from '../moddle/change-tree.ts';
import type { ModdleElement } from '../moddle/moddle-element.ts';

/** Declares on an element the prefixes of its original file that differ in its new file. */
export function declareNamespaces(element: ModdleElement, from: ModdleElement, to: ModdleElement): void {
  for (const [name, uri] of Object.entries(from.$attrs ?? {})) {
    if (name.startsWith('xmlns:') && to.$attrs?.[name] !== uri) setForeignAttribute(element, name, uri);
  }
}
