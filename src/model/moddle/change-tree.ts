import { elementsOf, isModdleElement, type ModdleElement } from './moddle-element.ts';

/** An element and all that it contains; not what it refers to. */
export function* walkTree(element: ModdleElement): Generator<ModdleElement> {
  yield element;
  for (const property of element.$descriptor?.properties ?? []) {
    if (property.isReference === true || !Object.hasOwn(element, property.name)) continue;
    for (const child of elementsIn(element.get(property.name))) yield* walkTree(child);
  }
  for (const child of elementsIn(element.get('$children'))) yield* walkTree(child);
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
  return (element.$descriptor?.properties ?? [])
    .filter(({ name, isReference }) => isReference === true && Object.hasOwn(element, name))
    .map(({ name }) => name);
}

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
