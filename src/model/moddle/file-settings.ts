import { namespaceOfPrefix } from './extension.ts';
import { type ModdleElement, textOf } from './moddle-element.ts';
import { declareMarks, readMark, setMarks } from './prepared-mark.ts';
import { type Vendor, vendorOfNamespace } from './vendor.ts';

/** The engines whose namespaces are declared in the original file of an element. */
export function vendorsOf(element: ModdleElement): ReadonlySet<Vendor> {
  const vendors = new Set<Vendor>();
  for (let at: ModdleElement | undefined = element; at !== undefined; at = at.$parent) {
    for (const [name, uri] of Object.entries(at.$attrs ?? {})) {
      const vendor = name.startsWith('xmlns:') ? vendorOfNamespace(String(uri)) : undefined;
      if (vendor !== undefined) vendors.add(vendor);
    }
    // An inlined process has the settings of its own file, not of the file around it.
    const kept = readMark(at, 'vendors');
    if (kept === undefined) continue;
    for (const vendor of kept.split(' ').filter(Boolean)) vendors.add(vendor as Vendor);
    break;
  }
  return vendors;
}

/** Whether the original file of an element declares the namespace of one of the vendors. */
export function isDrawnFor(element: ModdleElement, ...vendors: readonly Vendor[]): boolean {
  const declared = vendorsOf(element);
  return vendors.some((vendor) => declared.has(vendor));
}

/** The vendor of the first vendor attribute of an element. */
export function vendorOfAttributes(element: ModdleElement): Vendor | undefined {
  for (const name of Object.keys(element.$attrs ?? {})) {
    const [prefix = '', local] = name.split(':');
    const uri = local === undefined || prefix === 'xmlns' ? undefined : namespaceOfPrefix(element, prefix);
    const vendor = uri === undefined ? undefined : vendorOfNamespace(uri);
    if (vendor !== undefined && vendor !== 'ttc') return vendor;
  }
  return undefined;
}

/** `expressionLanguage` of the original file of an element. */
export function expressionLanguageOf(element: ModdleElement): string | undefined {
  for (let at: ModdleElement | undefined = element; at !== undefined; at = at.$parent) {
    const kept = readMark(at, 'language');
    if (kept !== undefined) return kept || undefined;
    if (at.$type === 'bpmn:Definitions') return textOf(at, 'expressionLanguage');
  }
  return undefined;
}

/** Notes the settings of `file` on `part`, if they differ from those of the file that contains `at`. */
export function keepFileSettings(part: ModdleElement, file: ModdleElement, at: ModdleElement): void {
  const settings = settingsOf(file);
  const around = settingsOf(at);
  if (settings.vendors === around.vendors && settings.language === around.language) return;
  setMarks(part, settings);
  declareMarks(part);
}

function settingsOf(element: ModdleElement) {
  return { vendors: [...vendorsOf(element)].sort().join(' '), language: expressionLanguageOf(element) ?? '' };
}
