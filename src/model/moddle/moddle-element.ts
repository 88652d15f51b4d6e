/** An element of the tree that bpmn-moddle reads: BPMN properties by `get`, everything else in `$attrs`. */
export interface ModdleElement {
  readonly $type: string;
  readonly $parent?: ModdleElement;
  readonly $attrs?: Readonly<Record<string, string>>;
  readonly $descriptor?: ModdleDescriptor;
  readonly id?: string;
  readonly name?: string;
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

/** What moddle knows of an element's type; present on typed elements and, without properties, on generic ones. */
export interface ModdleDescriptor {
  readonly ns?: { readonly prefix?: string; readonly localName?: string; readonly uri?: string };
  readonly properties?: readonly ModdleProperty[];
  /** The type itself and all that it is a kind of, e.g. `bpmn:FlowNode`. */
  readonly allTypesByName?: Readonly<Record<string, unknown>>;
}

export interface ModdleProperty {
  readonly name: string;
  readonly ns: { readonly prefix: string; readonly localName: string };
  readonly isAttr?: boolean;
  readonly isBody?: boolean;
  readonly isReference?: boolean;
  /** Only in trees of the strict parser. */
  readonly isBoolean?: boolean;
}

/** The root of a file: `bpmn:Definitions`. */
export interface ModdleDefinitions extends ModdleElement {
  readonly rootElements?: readonly ModdleElement[];
}

/** The text of a BPMN property, trimmed; undefined where it is absent or blank. */
export function textOf(element: ModdleElement | undefined, property: string): string | undefined {
  const value = element?.get(property);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** A name on one line, as modelers break long ones over several. */
export function nameOf(element: ModdleElement): string | undefined {
  return textOf(element, 'name')?.replace(/\s+/g, ' ');
}

/** The element a BPMN property holds or refers to. */
export function elementOf(element: ModdleElement | undefined, property: string): ModdleElement | undefined {
  const value = element?.get(property);
  return isModdleElement(value) ? value : undefined;
}

/** The elements a BPMN list property holds or refers to, in the order of the file. */
export function elementsOf(element: ModdleElement | undefined, property: string): readonly ModdleElement[] {
  // Asked for a list that is absent, moddle adds an empty one to the tree; the engine reads the same tree and would
  // take an event with an empty list of definitions for one that waits for them.
  const value = element !== undefined && property in element ? element.get(property) : undefined;
  return Array.isArray(value) ? value.filter(isModdleElement) : [];
}

export function isModdleElement(value: unknown): value is ModdleElement {
  return typeof value === 'object' && value !== null && '$type' in value && typeof value.$type === 'string';
}
