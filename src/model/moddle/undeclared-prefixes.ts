import { BPMN_NAMESPACE } from './explain-root.ts';
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

const ATTRIBUTE = /(?<![^\s<>/'"=])([^\s<>/'"=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

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
