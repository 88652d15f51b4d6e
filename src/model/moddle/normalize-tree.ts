import { childrenOf, walkTree } from './change-tree.ts';
import type { ModdleElement, ModdleProperty } from './moddle-element.ts';
import { strictModdle } from './strict-moddle.ts';

/**
 * Changes a tree, in place, to the one that the parser reads from its text. Writing leaves out what needs no words, such as
 * a value that is the default, and text of white space only; and it shortens some names.
 */
export function normalizeTree(root: ModdleElement): void {
  for (const element of walkTree(root)) {
    for (const child of childrenOf(element)) Object.assign(child, { $parent: element });
    const properties = element.$descriptor?.properties;
    if (properties === undefined) normalizeGeneric(element);
    else normalizeTyped(element, properties);
  }
}

function normalizeTyped(element: ModdleElement, properties: readonly ModdleProperty[]): void {
  for (const { name, default: usual, isAttr, isBody } of properties) {
    if (!Object.hasOwn(element, name)) continue;
    const value = element.get(name);
    const isBlank = typeof value === 'string' && isAttr !== true && value.trim() === '';
    if (value === usual || isEmpty(value) || (isBlank && isBody === true)) element.set(name, undefined);
    else if (isBlank) element.set(name, '');
    else if (typeof value === 'string' && isAttr === true && value !== attributeText(value))
      element.set(name, attributeText(value));
  }
  normalizeAttributes(element, element.$attrs ?? {});
}

/** An extension element: its attributes are its own properties. */
function normalizeGeneric(element: ModdleElement): void {
  const own = element as unknown as Record<string, unknown>;
  if (typeof own.$body === 'string' && own.$body.trim() === '') delete own.$body;
  dropDeclarations(element, own);
  normalizeAttributes(element, own);
}

function normalizeAttributes(element: ModdleElement, attributes: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('$') || typeof value !== 'string') continue;
    const [prefix = '', local] = name.split(':');
    if (local !== undefined && prefix === element.$descriptor?.ns?.prefix) {
      // An attribute of the same namespace as its element is written without a prefix.
      delete attributes[name];
      attributes[local] = attributeText(value);
    } else attributes[name] = attributeText(value);
  }
}

/** A namespace is declared once: with its first prefix or, for those that moddle knows, with its last. */
function dropDeclarations(element: ModdleElement, attributes: Record<string, unknown>): void {
  const names = Object.keys(attributes).filter((name) => name === 'xmlns' || name.startsWith('xmlns:'));
  for (const [place, name] of names.entries()) {
    const uri = String(attributes[name]);
    const isKnown = KNOWN.has(uri);
    const others = isKnown ? names.slice(place + 1) : names.slice(0, place);
    const isTwice = others.some((other) => attributes[other] === uri);
    if (isTwice || (!isKnown && isDeclaredAround(element, uri))) delete attributes[name];
  }
}

const KNOWN: ReadonlySet<string> = new Set(strictModdle.getPackages().map(({ uri }) => uri));

function isDeclaredAround({ $parent: parent }: ModdleElement, uri: string): boolean {
  for (let at = parent; at !== undefined; at = at.$parent) {
    const attributes: Readonly<Record<string, unknown>> = at.$attrs ?? { ...at };
    for (const name in attributes) if (name.startsWith('xmlns') && attributes[name] === uri) return true;
  }
  return false;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** moddle-xml 11 writes this pair, as in the middle of two Windows line breaks, as one. */
function attributeText(text: string): string {
  return text.includes('\n\r') ? text.replaceAll('\n\r', '\n') : text;
}
