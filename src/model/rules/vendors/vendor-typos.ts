import { type Extension, readExtensions, readVendorAttributes } from '../../moddle/extension.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';
import { suggestName } from '../../suggest-name.ts';
import { type EngineVendor, isEngine, VENDOR_NAMES } from './vendor-names.ts';

/** A name in the namespace of an engine that the engine does not have. */
export interface VendorTypo {
  /** As in the file, e.g. `camunda:assigne`. */
  readonly shown: string;
  /** The most similar name, e.g. `camunda:assignee`. */
  readonly meant?: string;
}

/** The typos in the vendor attributes and extension elements of an element. */
export function findVendorTypos(element: ModdleElement): readonly VendorTypo[] {
  const attributes = readVendorAttributes(element).flatMap(({ vendor, name }) => {
    if (!isEngine(vendor) || VENDOR_NAMES[vendor].attributes.has(name)) return [];
    return typo(`${vendor}:${name}`, meantByAttribute(vendor, name));
  });
  return [...attributes, ...readExtensions(element).flatMap(findInExtension)];
}

function findInExtension({ vendor, name, attributes, children }: Extension): readonly VendorTypo[] {
  const inside = children.flatMap(findInExtension);
  if (!isEngine(vendor)) return inside;
  const { elements } = VENDOR_NAMES[vendor];
  if (!elements.has(name)) return [typo(`${vendor}:${name}`, prefixed(vendor, suggestName(name, elements.keys())))];
  const known = elements.get(name);
  if (known === undefined) return inside;
  const wrong = Object.keys(attributes).filter((each) => !each.includes(':') && !known.has(each));
  return [...wrong.map((each) => typo(`${each} of ${vendor}:${name}`, suggestName(each, known))), ...inside];
}

/** A similar attribute of the engine, or the same attribute on an extension element, as `assignee` in Camunda 8. */
function meantByAttribute(vendor: EngineVendor, name: string): string | undefined {
  const { attributes, elements } = VENDOR_NAMES[vendor];
  const near = suggestName(name, attributes);
  if (near !== undefined) return prefixed(vendor, near);
  const holder = [...elements].find(([, known]) => known?.has(name) === true);
  return holder === undefined ? ofOtherEngine(name) : `${name} of <${vendor}:${holder[0]}>`;
}

/** The same attribute of another engine, for example with the prefix of Activiti, from which Camunda 7 derives. */
function ofOtherEngine(name: string): string | undefined {
  const [other] = Object.entries(VENDOR_NAMES).find(([, { attributes }]) => attributes.has(name)) ?? [];
  return other && `${other}:${name}`;
}

function prefixed(vendor: EngineVendor, name: string | undefined): string | undefined {
  return name === undefined ? undefined : `${vendor}:${name}`;
}

function typo(shown: string, meant: string | undefined): VendorTypo {
  return { shown, ...(meant === undefined ? {} : { meant }) };
}
