import { renameForeignAttribute, setForeignAttribute, walkTree } from './change-tree.ts';
import { BPMN_NAMESPACE } from './explain-root.ts';
import type { ModdleElement } from './moddle-element.ts';
import { strictModdle } from './strict-moddle.ts';
import { VENDOR_NAMESPACES } from './vendor.ts';

/** An undeclared prefix. The parser drops attributes with the prefix, and stops at elements with it. */
export interface UndeclaredPrefix {
  readonly prefix: string;
  /** Id of the first element that uses it, or of its nearest ancestor with an id. */
  readonly elementId?: string;
  /** Its uses, e.g. `camunda:assignee of userTask check`. */
  readonly places: readonly string[];
}

const COMPLAINT = /missing namespace (?:for prefix |on )<([^:>]+)/;

/** Tags, comments, CDATA and processing instructions. A tag ends before the next `<`, and what is not
 * closed at the end of the file, so that broken files take linear time. */
export const MARKUP =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<(\/?)([^\s<>/'"=]+)((?=[\s/'"=>])(?:"[^"<]*"|'[^'<]*'|[^'"<>])*)>/g;

export const ATTRIBUTE = /(?<![^\s<>/'"=])([^\s<>/'"=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Finds the uses of the prefixes that the parser reported; scans the file only if there are any. */
export function findUndeclaredPrefixes(xml: string, complaints: readonly string[]): readonly UndeclaredPrefix[] {
  const wanted = new Set(complaints.flatMap((message) => COMPLAINT.exec(message)?.[1] ?? []));
  return wanted.size === 0 ? [] : [...wanted].map((prefix) => findPlaces(xml, prefix));
}

const MAX_PREFIXES = 10;

/** The undeclared prefixes of a file in the order of their first use, at most `MAX_PREFIXES`. */
export function listUndeclaredPrefixes(xml: string): readonly UndeclaredPrefix[] {
  const used = new Set<string>();
  for (const { 2: name = '', 3: rest = '' } of xml.matchAll(MARKUP)) {
    for (const each of [name, ...[...rest.matchAll(ATTRIBUTE)].map(([, key = '']) => key)]) {
      const prefix = /^([^:]+):/.exec(each)?.[1];
      if (prefix !== undefined && !BUILT_IN.has(prefix)) used.add(prefix);
    }
  }
  const undeclared = [...used].filter((prefix) => !xml.includes(`xmlns:${prefix}=`)).slice(0, MAX_PREFIXES);
  return undeclared.map((prefix) => findPlaces(xml, prefix)).filter(({ places }) => places.length > 0);
}

const BUILT_IN: ReadonlySet<string> = new Set(['xml', 'xmlns']);

interface OpenTag {
  readonly isDeclared: boolean;
  readonly id?: string;
}

function findPlaces(xml: string, prefix: string): UndeclaredPrefix {
  const places: string[] = [];
  const open: OpenTag[] = [];
  let firstId: string | undefined;
  for (const { 1: closing, 2: name, 3: rest = '' } of xml.matchAll(MARKUP)) {
    if (name === undefined) continue;
    if (closing === '/') {
      open.pop();
      continue;
    }
    const attributes = new Map([...rest.matchAll(ATTRIBUTE)].map(([, key = '', a, b]) => [key, a ?? b ?? '']));
    const id = attributes.get('id') ?? open.at(-1)?.id;
    const isDeclared = open.at(-1)?.isDeclared === true || attributes.has(`xmlns:${prefix}`);
    if (!rest.endsWith('/')) open.push({ isDeclared, ...(id === undefined ? {} : { id }) });
    if (isDeclared) continue;
    const found = [name, ...attributes.keys()].filter((each) => each.startsWith(`${prefix}:`));
    if (found.length > 0) firstId ??= id;
    places.push(...found.map((each) => (each === name ? `<${each}>` : `${each} of ${say(name, id)}`)));
  }
  return { prefix, places, ...(firstId === undefined ? {} : { elementId: firstId }) };
}

function say(name: string, id: string | undefined): string {
  return id === undefined ? `<${name}>` : `${name.replace(/^.*:/, '')} ${id}`;
}

/** The usual namespaces of prefixes. */
const NAMESPACES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(VENDOR_NAMESPACES),
  ['bpmn2', BPMN_NAMESPACE],
  ['semantic', BPMN_NAMESPACE],
  ['model', BPMN_NAMESPACE],
]);

/** The declaration that the author should add, as a part of a sentence. */
export function declarationOf(prefix: string): string {
  return `write xmlns:${prefix}="${NAMESPACES.get(prefix) ?? '…'}" on <definitions>`;
}

const DECLARATION = /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Prefixes that moddle and its parser know: BPMN, its diagrams, XML and XML Schema. */
const WELL_KNOWN: ReadonlyMap<string, string> = new Map([
  ...strictModdle.getPackages().map(({ prefix, uri }) => [prefix, uri] as const),
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
  ['xsi', 'http://www.w3.org/2001/XMLSchema-instance'],
]);

/**
 * Declares the prefixes that the parser generates for namespaces whose prefix is used for another namespace (measured,
 * saxen 10): `color:` of an old modeler, which moddle knows for another namespace, becomes `ns0:`. Without a declaration
 * such attributes would be neither read nor written.
 */
export function declareAliases(root: ModdleElement, xml: string): void {
  if (!mayHaveAliases(xml)) return;
  for (const [alias, uri] of listAliases(xml)) setForeignAttribute(root, `xmlns:${alias}`, uri);
}

/**
 * Gives vendor attributes back the prefix that the parser removes where the namespace of the prefix is the default one too
 * (measured, saxen 10), as the modeler of jBPM saves it: `drools:taskName` becomes `taskName`, which would be no attribute
 * of a vendor. An attribute that is written without a prefix keeps none.
 */
export function restorePrefixes(root: ModdleElement, xml: string): void {
  if (!mayHaveAliases(xml)) return;
  for (const element of walkTree(root)) {
    if (!element.$type.startsWith('bpmn:')) continue;
    const declared = declarationsAt(element);
    const uri = declared.get('xmlns');
    const prefixes = [...declared].flatMap(([key, other]) => (key !== 'xmlns' && other === uri ? key.slice(6) : []));
    for (const name of Object.keys(element.$attrs ?? {})) {
      if (name === 'xmlns' || name.includes(':')) continue;
      const written = prefixes.map((prefix) => `${prefix}:${name}`).find((each) => xml.includes(each));
      if (written !== undefined) renameForeignAttribute(element, name, written);
    }
  }
}

/** The namespaces in scope at an element, by the attribute that declares them. */
function declarationsAt({ $attrs: attributes = {}, $parent: parent }: ModdleElement): ReadonlyMap<string, string> {
  const own = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
  const around = parent === undefined ? undefined : declarationsAt(parent);
  return own.length === 0 && around !== undefined ? around : new Map([...(around ?? []), ...own]);
}

/** The generated prefixes, numbered in the order of the file, as in the parser. */
function listAliases(xml: string): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  const named = new Set(WELL_KNOWN.values());
  const open: ReadonlyMap<string, string>[] = [];
  for (const { 1: closing, 2: name, 3: rest = '' } of xml.matchAll(MARKUP)) {
    if (name === undefined) continue;
    if (closing === '/') {
      open.pop();
      continue;
    }
    const prefixes = new Map(open.at(-1) ?? WELL_KNOWN);
    for (const { 1: prefix, 2: one, 3: other = '' } of rest.matchAll(DECLARATION)) {
      const uri = one ?? other;
      const isTaken = prefix === undefined || (prefixes.get(prefix) ?? uri) !== uri;
      if (isTaken && !named.has(uri)) aliases.set(`ns${aliases.size}`, uri);
      named.add(uri);
      if (prefix !== undefined) prefixes.set(prefix, uri);
    }
    if (!rest.endsWith('/')) open.push(prefixes);
  }
  return aliases;
}

/** A quick check that excludes almost all files: no prefix is declared twice, and BPMN has the only default namespace. */
function mayHaveAliases(xml: string): boolean {
  const known = new Map(WELL_KNOWN);
  return [...xml.matchAll(DECLARATION)].some(([, prefix = '', one, other = '']) => {
    const uri = one ?? other;
    const before = known.get(prefix);
    known.set(prefix, uri);
    return before === undefined ? prefix === '' && uri !== BPMN_NAMESPACE : before !== uri;
  });
}
