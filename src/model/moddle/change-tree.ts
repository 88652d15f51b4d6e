import { elementsOf, isModdleElement, type ModdleDescriptor, type ModdleElement } from './moddle-element.ts';

/** An element and all that it contains, in the order of the file; not what it refers to. */
export function* walkTree(element: ModdleElement): Generator<ModdleElement> {
  // A generator in a generator would hand each element up through all that is around it.
  const open = [element];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    yield at;
    open.push(...childrenOf(at).reverse());
  }
}

/** What an element contains itself, in the order of the file. */
export function childrenOf(element: ModdleElement): ModdleElement[] {
  const children: ModdleElement[] = [];
  // What is there is read as a property: `get` would look it up among all that the type may have, for each of thousands.
  const own = element as unknown as Readonly<Record<string, unknown>>;
  for (const name of containingProperties(element.$descriptor)) {
    if (Object.hasOwn(element, name)) children.push(...elementsIn(own[name]));
  }
  return children;
}

/** By descriptor, which all elements of a type share: names of what may hold elements. */
const containing = new WeakMap<ModdleDescriptor, readonly string[]>();
/** Where generic elements hold others. */
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

/** The elements that an element itself refers to. */
export function referencesOf(element: ModdleElement): readonly ModdleElement[] {
  return referringProperties(element).flatMap((name) => elementsIn(element.get(name)));
}

/** Lets each reference inside `tree` point to what `replace` gives; undefined takes the reference away. */
export function replaceReferences(
  tree: ModdleElement,
  replace: (referred: ModdleElement) => ModdleElement | undefined,
): void {
  for (const element of walkTree(tree)) {
    for (const name of referringProperties(element)) {
      const value = element.get(name);
      if (Array.isArray(value)) {
        const kept = value.filter(isModdleElement).flatMap((referred) => replace(referred) ?? []);
        element.set(name, kept.length === 0 ? undefined : [...new Set(kept)]);
      } else if (isModdleElement(value)) element.set(name, replace(value));
    }
  }
}

function referringProperties(element: ModdleElement): readonly string[] {
  const { $descriptor: descriptor } = element;
  if (descriptor?.properties === undefined) return [];
  const names =
    referring.get(descriptor) ??
    descriptor.properties.filter(({ isReference }) => isReference === true).map(({ name }) => name);
  referring.set(descriptor, names);
  return names.filter((name) => Object.hasOwn(element, name));
}

/** By descriptor, as above: names of what may refer to elements. */
const referring = new WeakMap<ModdleDescriptor, readonly string[]>();

/** Makes `children` the list of that name; an empty list takes the property away. */
export function setChildren(parent: ModdleElement, property: string, children: readonly ModdleElement[]): void {
  for (const child of children) Object.assign(child, { $parent: parent });
  parent.set(property, children.length === 0 ? undefined : [...children]);
}

export function addChild(parent: ModdleElement, property: string, child: ModdleElement): void {
  setChildren(parent, property, [...elementsOf(parent, property), child]);
}

/** As it is, where moddle itself would take letters of one script alone. */
export function setId(element: ModdleElement, id: string): void {
  Object.assign(element, { id });
}

/** An attribute that BPMN does not know, as it stands in the file. */
export function setForeignAttribute(element: ModdleElement, name: string, value: string): void {
  Object.assign(element.$attrs ?? {}, { [name]: value });
}
