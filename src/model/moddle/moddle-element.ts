/** An element of bpmn-moddle's tree: BPMN properties are read with `get`, all other attributes are in `$attrs`. */
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

/** The type of an element; generic elements have a descriptor without properties. */
export interface ModdleDescriptor {
  readonly ns?: { readonly prefix?: string; readonly localName?: string; readonly uri?: string };
  readonly properties?: readonly ModdleProperty[];
  /** The type and its supertypes, e.g. `bpmn:FlowNode`. */
  readonly allTypesByName?: Readonly<Record<string, unknown>>;
}

export interface ModdleProperty {
  readonly name: string;
  readonly ns: { readonly prefix: string; readonly localName: string };
  readonly isAttr?: boolean;
  readonly isBody?: boolean;
  readonly isReference?: boolean;
  /** The value of an element without the property. */
  readonly default?: unknown;
  /** Only in trees of the strict parser. */
  readonly isBoolean?: boolean;
}

/** The root of a file: `bpmn:Definitions`. */
export interface ModdleDefinitions extends ModdleElement {
  /** The parser that made it, with its descriptors. */
  readonly $model?: {
    toXML(element: unknown, options: { readonly format: boolean }): Promise<{ readonly xml: string }>;
  };
  readonly rootElements?: readonly ModdleElement[];
}

/** The text of a BPMN property, trimmed; undefined if it is absent or blank. */
export function textOf(element: ModdleElement | undefined, property: string): string | undefined {
  const value = element?.get(property);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** The name on one line; modelers insert line breaks into long names. */
export function nameOf(element: ModdleElement): string | undefined {
  return textOf(element, 'name')?.replace(/\s+/g, ' ');
}

/** The element that a BPMN property contains or refers to. */
export function elementOf(element: ModdleElement | undefined, property: string): ModdleElement | undefined {
  const value = element?.get(property);
  return isModdleElement(value) ? value : undefined;
}

/** The elements that a BPMN list property contains or refers to, in the order of the file. */
export function elementsOf(element: ModdleElement | undefined, property: string): readonly ModdleElement[] {
  // `get` of an absent list adds an empty list to the tree. The engine loads the same tree, and treats an event with an
  // empty list of definitions as one that waits for them.
  const value = element !== undefined && property in element ? element.get(property) : undefined;
  return Array.isArray(value) ? value.filter(isModdleElement) : [];
}

export function isModdleElement(value: unknown): value is ModdleElement {
  return typeof value === 'object' && value !== null && '$type' in value && typeof value.$type === 'string';
}
