import { isModdleElement, type ModdleDescriptor, type ModdleElement, type ModdleProperty } from './moddle-element.ts';
import { isVendor, type Vendor, vendorOfNamespace } from './vendor.ts';

/** An extension element in a form that does not depend on the descriptors with which the tree was parsed. */
export interface Extension {
  /** Undefined for an unknown namespace. */
  readonly vendor?: Vendor;
  /** Local name as in the file, e.g. `assignmentDefinition`. */
  readonly name: string;
  /** Of a `ttc` element without those of other namespaces. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Extension[];
  readonly text?: string;
}

export interface VendorAttribute {
  readonly vendor: Vendor;
  readonly name: string;
  readonly value: string;
}

/** A cache, because many readers and rules use the same lists. Changed lists are new objects. */
const views = new WeakMap<object, readonly Extension[]>();

/** The elements inside an element's `extensionElements`, in the order of the file. */
export function readExtensions(element: ModdleElement): readonly Extension[] {
  const holder = element.get('extensionElements');
  const values = isModdleElement(holder) ? holder.get('values') : undefined;
  if (!Array.isArray(values)) return [];
  const known = views.get(values);
  if (known !== undefined) return known;
  const view = values.filter(isModdleElement).map(viewExtension);
  views.set(values, view);
  return view;
}

/** The extension elements of one vendor and name. */
export function findExtensions(element: ModdleElement, vendor: Vendor, name: string): readonly Extension[] {
  return readExtensions(element).filter((extension) => extension.vendor === vendor && extension.name === name);
}

/**
 * The vendor attributes of an element. Prefixes are resolved by the xmlns declarations in scope, so a file may use any
 * prefix for Camunda's namespace.
 * @param only reads only attributes with this name, which is faster: the prefixes of others are not resolved
 */
export function readVendorAttributes(element: ModdleElement, only?: string): readonly VendorAttribute[] {
  const found: VendorAttribute[] = [];
  for (const [qualified, value] of Object.entries(element.$attrs ?? {})) {
    const [prefix = '', name] = qualified.split(':');
    if (name === undefined || prefix === 'xmlns' || (only !== undefined && name !== only)) continue;
    const vendor = vendorOfPrefix(element, prefix);
    if (vendor !== undefined) found.push({ vendor, name, value: String(value) });
  }
  const { all, byName } = vendorProperties(element.$descriptor);
  for (const { vendor, property } of only === undefined ? all : (byName.get(only) ?? [])) {
    const value = element.get(property.name);
    if (value !== undefined) found.push({ vendor, name: property.ns.localName, value: String(value) });
  }
  return found;
}

interface VendorProperty {
  readonly vendor: Vendor;
  readonly property: ModdleProperty;
}

interface VendorProperties {
  readonly all: readonly VendorProperty[];
  /** Most readers ask for one name, of every element. */
  readonly byName: ReadonlyMap<string, readonly VendorProperty[]>;
}

const NO_PROPERTIES: VendorProperties = { all: [], byName: new Map() };

/** Vendor properties by descriptor, which all elements of a type share. */
const ofVendors = new WeakMap<ModdleDescriptor, VendorProperties>();

/** Vendor attributes as typed properties, in a tree that was parsed with the descriptors of the vendor. */
function vendorProperties(descriptor: ModdleDescriptor | undefined): VendorProperties {
  if (descriptor?.properties === undefined) return NO_PROPERTIES;
  const known = ofVendors.get(descriptor);
  if (known !== undefined) return known;
  const all = descriptor.properties.flatMap((property) => {
    const { prefix } = property.ns;
    return property.isAttr === true && isVendor(prefix) ? [{ vendor: prefix, property }] : [];
  });
  const byName = new Map<string, VendorProperty[]>();
  for (const each of all) {
    const { localName } = each.property.ns;
    byName.set(localName, [...(byName.get(localName) ?? []), each]);
  }
  const found = { all, byName };
  ofVendors.set(descriptor, found);
  return found;
}

/** One vendor attribute, trimmed; undefined if it is absent or blank. */
export function readVendorAttribute(element: ModdleElement, vendor: Vendor, name: string): string | undefined {
  const found = readVendorAttributes(element, name).find((entry) => entry.vendor === vendor);
  const text = found?.value.trim();
  return text === undefined || text === '' ? undefined : text;
}

/** Engines whose attributes have the same names, in order of precedence. */
export const ATTRIBUTE_VENDORS = ['camunda', 'flowable', 'activiti'] as const satisfies readonly Vendor[];

/** Activiti is the ancestor of Flowable. */
export const FLOWABLE_AND_ACTIVITI = ['flowable', 'activiti'] as const satisfies readonly Vendor[];

/** The attribute of the first of several vendors that have it. */
export function readFirstAttribute(
  element: ModdleElement,
  name: string,
  vendors: readonly Vendor[] = ATTRIBUTE_VENDORS,
): string | undefined {
  for (const vendor of vendors) {
    const value = readVendorAttribute(element, vendor, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The attributes of an extension element of Camunda 8; empty if there is none of that name. */
export function readZeebe(element: ModdleElement, name: string): Extension['attributes'] {
  return findExtensions(element, 'zeebe', name)[0]?.attributes ?? {};
}

/** One entry of jBPM's `metaData`; undefined if it is absent or blank. */
export function readMetaData(element: ModdleElement, name: string): string | undefined {
  const entry = findExtensions(element, 'drools', 'metaData').find(({ attributes }) => attributes.name === name);
  return entry?.children.find((child) => child.name === 'metaValue')?.text;
}

function viewExtension(element: ModdleElement): Extension {
  const generic = element.$descriptor?.properties === undefined;
  const vendor = vendorOf(element);
  const localName = element.$descriptor?.ns?.localName ?? element.$type.replace(/^.*:/, '');
  const content = generic ? viewGeneric(element) : viewTyped(element, element.$descriptor?.properties ?? []);
  return {
    ...(vendor === undefined ? {} : { vendor }),
    name: localName.charAt(0).toLowerCase() + localName.slice(1),
    ...content,
    ...(vendor === 'ttc' && { attributes: withoutForeign(element, content.attributes) }),
  };
}

/** Leaves out declarations of namespaces, and attributes of others than `ttc`, which any tool may write on any element. */
function withoutForeign(element: ModdleElement, attributes: Extension['attributes']): Extension['attributes'] {
  const own = Object.entries(attributes).filter(([qualified]) => {
    const [prefix = '', name] = qualified.split(':');
    return name === undefined ? prefix !== 'xmlns' : vendorOfPrefix(element, prefix) === 'ttc';
  });
  return Object.fromEntries(own);
}

type Content = Pick<Extension, 'attributes' | 'children' | 'text'>;

function viewGeneric(element: ModdleElement): Content {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(element)) {
    if (!name.startsWith('$') && typeof value === 'string') attributes[name] = value;
  }
  const children = element.get('$children');
  return content(attributes, Array.isArray(children) ? children.filter(isModdleElement) : [], element.get('$body'));
}

function viewTyped(element: ModdleElement, properties: readonly ModdleProperty[]): Content {
  const attributes: Record<string, string> = { ...element.$attrs };
  const children: ModdleElement[] = [];
  let body: unknown;
  for (const property of properties) {
    const value = element.get(property.name);
    if (property.isBody === true) body = value;
    else if (Array.isArray(value)) children.push(...value.filter(isModdleElement));
    else if (isModdleElement(value)) children.push(value);
    else if (value !== undefined) attributes[property.ns.localName] = String(value);
  }
  return content(attributes, children, body);
}

function content(attributes: Record<string, string>, children: readonly ModdleElement[], body: unknown): Content {
  const text = typeof body === 'string' ? body.trim() : '';
  return { attributes, children: children.map(viewExtension), ...(text === '' ? {} : { text }) };
}

function vendorOf(element: ModdleElement): Vendor | undefined {
  const { uri, prefix } = element.$descriptor?.ns ?? {};
  if (uri !== undefined) return vendorOfNamespace(uri);
  return prefix === undefined ? undefined : vendorOfPrefix(element, prefix);
}

function vendorOfPrefix(element: ModdleElement, prefix: string): Vendor | undefined {
  const uri = namespaceOfPrefix(element, prefix);
  if (uri !== undefined) return vendorOfNamespace(uri);
  return isVendor(prefix) ? prefix : undefined;
}

/** The namespace of a prefix at an element, by the nearest declaration. */
export function namespaceOfPrefix(element: ModdleElement, prefix: string): string | undefined {
  const declaration = `xmlns:${prefix}`;
  for (let at: ModdleElement | undefined = element; at !== undefined; at = at.$parent) {
    const uri = at.$attrs?.[declaration];
    if (uri !== undefined) return uri;
  }
  return undefined;
}
