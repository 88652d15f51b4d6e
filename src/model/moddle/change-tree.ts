import type { ParseReference, ParseResult } from 'bpmn-moddle';
import {
  elementsOf,
  isModdleElement,
  type ModdleDefinitions,
  type ModdleDescriptor,
  type ModdleElement,
  type ModdleProperty,
} from './moddle-element.ts';

/** An element and its descendants, in the order of the file; references are not followed. */
export function* walkTree(element: ModdleElement): Generator<ModdleElement> {
  // Not recursive: nested generators would pass each element through all outer ones.
  const open = [element];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    yield at;
    open.push(...childrenOf(at).reverse());
  }
}

/** The direct children of an element, in the order of the file. */
export function childrenOf(element: ModdleElement): ModdleElement[] {
  const children: ModdleElement[] = [];
  // Plain property access: `get` looks the name up in the descriptor each time, which is slow for thousands of elements.
  const own = element as unknown as Readonly<Record<string, unknown>>;
  for (const name of containingProperties(element.$descriptor)) {
    if (Object.hasOwn(element, name)) children.push(...elementsIn(own[name]));
  }
  return children;
}

/** Names of the properties that may contain elements, by descriptor, which all elements of a type share. */
const containing = new WeakMap<ModdleDescriptor, readonly string[]>();
/** The property of generic elements that contains others. */
const GENERIC = ['$children'];

function containingProperties(descriptor: ModdleDescriptor | undefined): readonly string[] {
  if (descriptor?.properties === undefined) return GENERIC;
  const known = containing.get(descriptor);
  if (known !== undefined) return known;
  const names = descriptor.properties.filter((each) => each.isReference !== true && each.isAttr !== true);
  const found = names.map(({ name }) => name);
  containing.set(descriptor, found);
  return found;
}

function elementsIn(value: unknown): readonly ModdleElement[] {
  if (Array.isArray(value)) return value.filter(isModdleElement);
  return isModdleElement(value) ? [value] : [];
}

/** The elements that an element refers to. */
export function referencesOf(element: ModdleElement): readonly ModdleElement[] {
  return referencesIn(element).map(({ referred }) => referred);
}

/** The references of an element, each with its property, e.g. `bpmn:sourceRef`. */
function referencesIn(
  element: ModdleElement,
): readonly { readonly property: string; readonly referred: ModdleElement }[] {
  return referringProperties(element).flatMap(({ name, ns }) =>
    elementsIn(element.get(name)).map((referred) => ({ property: `${ns.prefix}:${ns.localName}`, referred })),
  );
}

/** Replaces each reference inside `tree` by the result of `replace`; undefined removes the reference. */
export function replaceReferences(
  tree: ModdleElement,
  replace: (referred: ModdleElement) => ModdleElement | undefined,
): void {
  for (const element of walkTree(tree)) {
    for (const { name } of referringProperties(element)) {
      const value = element.get(name);
      if (Array.isArray(value)) {
        const kept = value.filter(isModdleElement).flatMap((referred) => replace(referred) ?? []);
        element.set(name, kept.length === 0 ? undefined : [...new Set(kept)]);
      } else if (isModdleElement(value)) element.set(name, replace(value));
    }
  }
}

function referringProperties(element: ModdleElement): readonly ModdleProperty[] {
  const { $descriptor: descriptor } = element;
  if (descriptor?.properties === undefined) return [];
  const known = referring.get(descriptor) ?? descriptor.properties.filter(({ isReference }) => isReference === true);
  referring.set(descriptor, known);
  return known.filter(({ name }) => Object.hasOwn(element, name));
}

/** The reference properties, by descriptor. */
const referring = new WeakMap<ModdleDescriptor, readonly ModdleProperty[]>();

/** Sets a list of children; an empty list removes the property. */
export function setChildren(parent: ModdleElement, property: string, children: readonly ModdleElement[]): void {
  for (const child of children) Object.assign(child, { $parent: parent });
  parent.set(property, children.length === 0 ? undefined : [...children]);
}

export function addChild(parent: ModdleElement, property: string, child: ModdleElement): void {
  setChildren(parent, property, [...elementsOf(parent, property), child]);
}

/** Sets an id without moddle's check, which accepts Latin letters only. */
export function setId(element: ModdleElement, id: string): void {
  Object.assign(element, { id });
}

/** Sets an attribute that is not part of BPMN, with its prefix. */
export function setForeignAttribute(element: ModdleElement, name: string, value: string): void {
  Object.assign(element.$attrs ?? {}, { [name]: value });
}

export function renameForeignAttribute(element: ModdleElement, name: string, to: string): void {
  const attributes = element.$attrs as Record<string, string> | undefined;
  if (attributes?.[name] === undefined) return;
  attributes[to] = attributes[name];
  delete attributes[name];
}

/**
 * Describes a tree for moddle-context-serializer, as the parser would: its elements by id, and its references in the order
 * of the file. Unresolved references are left out: nothing that runs has one.
 */
export function describeTree(definitions: ModdleDefinitions): ParseResult {
  const elementsById = Object.create(null) as Record<string, ModdleElement>;
  const references: ParseReference[] = [];
  for (const element of walkTree(definitions)) {
    // The id of an extension element is one of its own attributes, and no id of the file.
    if (element.$descriptor?.properties === undefined) continue;
    if (element.id) elementsById[element.id] ??= element;
    for (const { property, referred } of referencesIn(element)) {
      if (referred.id !== undefined) references.push({ element, property, id: referred.id });
    }
  }
  return { rootElement: definitions, elementsById, references, warnings: [] };
}
