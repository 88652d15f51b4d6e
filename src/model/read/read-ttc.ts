import { CHANNELS } from '../../protocol/constants.ts';
import { type Extension, findExtensions, readExtensions, readVendorAttributes } from '../moddle/extension.ts';
import type { ModdleElement } from '../moddle/moddle-element.ts';
import type { TtcComposedName, TtcSettingName } from '../ttc/ttc-names.ts';

/** One `ttc` value of an element. */
export interface TtcEntry {
  readonly name: string;
  readonly value: string;
  readonly written: 'attribute' | 'property' | 'element';
}

/**
 * All `ttc` values of an element: attributes, then extension properties named `ttc:<name>` in the modeler's own list
 * (camunda:properties, zeebe:properties and any other list of `property` elements with a name and a value), then
 * elements `<ttc:name>value</ttc:name>`.
 * @param only reads only the values with this name
 */
export function readTtcEntries(element: ModdleElement, only?: string): readonly TtcEntry[] {
  const entries: TtcEntry[] = [];
  for (const { vendor, name, value } of readVendorAttributes(element, only)) {
    if (vendor === 'ttc') entries.push({ name, value: value.trim(), written: 'attribute' });
  }
  const extensions = readExtensions(element);
  for (const list of extensions) {
    if (list.name !== 'properties') continue;
    for (const { name, attributes, text } of list.children) {
      if (name !== 'property' || attributes.name?.startsWith('ttc:') !== true) continue;
      const value = (attributes.value ?? text ?? '').trim();
      entries.push({ name: attributes.name.slice('ttc:'.length).trim(), value, written: 'property' });
    }
  }
  for (const { vendor, name, text, attributes } of extensions) {
    if (vendor !== 'ttc') continue;
    if (Object.keys(attributes).length === 0) entries.push({ name, value: text ?? '', written: 'element' });
  }
  return only === undefined ? entries : entries.filter(({ name }) => name === only);
}

/** The first value with the name that is not blank. */
export function readTtc(element: ModdleElement, name: TtcSettingName): string | undefined {
  return readTtcEntries(element, name).find(({ value }) => value !== '')?.value;
}

/** `ttc` names with several values: an element with attributes, or one property per part; a summary is one property. */
export type NameWithParts = Exclude<TtcComposedName, 'summary'>;

/** Splits the rest of a name into the button or message (`which`) and the field. */
const PATHS: Readonly<Record<NameWithParts, RegExp>> = {
  action: /^(?<which>.+)\.(?<field>(?!key$)[^.]+)$/,
  previousAction: /^(?<which>.+)\.(?<field>(?!key$)[^.]+)$/,
  notify: /^(?<which>[^.]+(\.\d+)?)\.(?<field>param\..+|(?!on$)[^.]+)$/,
  message: /^(?<which>)(?<field>param\..+|[^.]+)$/,
};

/** How the parts are written, for messages. */
export const PART_FORMS: Readonly<Record<NameWithParts, string>> = {
  action: 'ttc:action.urge.name, ttc:action.urge.type and so on, where urge is the key of the button',
  previousAction:
    'ttc:previousAction.back.name, ttc:previousAction.back.type and so on, where back is the key of the button',
  notify:
    'ttc:notify.end.title, ttc:notify.end.param.days and so on, where end is when, and ttc:notify.end.2.title of a second one',
  message: 'ttc:message.title, ttc:message.param.days and so on',
};

/** The name that an entry is a part of: `action` for `action.urge.name` and for `action`. */
export function nameWithPartsOf({ name }: Pick<TtcEntry, 'name'>): NameWithParts | undefined {
  const [base] = name.split('.', 1);
  return base !== undefined && isWithParts(base) ? base : undefined;
}

function isWithParts(name: string): name is NameWithParts {
  return Object.hasOwn(PATHS, name);
}

interface Part {
  readonly which: string;
  readonly field: string;
}

/** Which part an entry is; undefined if its name does not have the form of a part. */
export function partOf(entry: Pick<TtcEntry, 'name'>): Part | undefined {
  const base = nameWithPartsOf(entry);
  if (base === undefined) return undefined;
  const { which, field } = PATHS[base].exec(entry.name.slice(base.length + 1))?.groups ?? {};
  return which === undefined || field === undefined ? undefined : { which, field };
}

/** All elements with the name, then those written as parts, each in the order of the file. */
export function readTtcElements(element: ModdleElement, name: NameWithParts): readonly Extension[] {
  const written = findExtensions(element, 'ttc', name);
  const byWhich = new Map<string, { field: string; value: string }[]>();
  for (const entry of readTtcEntries(element)) {
    const part = nameWithPartsOf(entry) === name ? partOf(entry) : undefined;
    if (part === undefined || entry.value === '') continue;
    byWhich.set(part.which, [...(byWhich.get(part.which) ?? []), { field: part.field, value: entry.value }]);
  }
  const assembled = [...byWhich].map(([which, parts]): Extension => {
    const attributes: Record<string, string> = { ...namedBy(name, which) };
    // If a part is given twice the first one is used; `ttc-part-invalid` refuses the file anyway.
    for (const { field, value } of parts) if (!isParameter(field)) attributes[field] ??= value;
    const children = parts.filter(({ field }) => isParameter(field)).map(toParameter);
    return { vendor: 'ttc', name, attributes, children };
  });
  return [...written, ...assembled];
}

function namedBy(name: NameWithParts, which: string): Readonly<Record<string, string>> {
  if (name === 'message') return {};
  return name === 'notify' ? { on: which.replace(/\.\d+$/, '') } : { key: which };
}

const isParameter = (field: string) => field.startsWith('param.');

/** `param.days`, or `param.days.SMS` for one channel. */
function toParameter({ field, value }: { readonly field: string; readonly value: string }): Extension {
  const path = field.slice('param.'.length);
  const dot = path.lastIndexOf('.');
  const channel = dot > 0 ? CHANNELS.find((known) => known === path.slice(dot + 1)) : undefined;
  const name = channel === undefined ? path : path.slice(0, dot);
  return { name: 'param', attributes: { name, value, ...(channel && { channel }) }, children: [] };
}
