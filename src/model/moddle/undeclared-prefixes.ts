import { BPMN_NAMESPACE } from './explain-root.ts';
import { VENDOR_NAMESPACES } from './vendor.ts';

/** A prefix that the file uses and never declares. The parser drops its attributes, and stops at its elements. */
export interface UndeclaredPrefix {
  readonly prefix: string;
  /** Id of the first element that has it, or of the nearest one around it that has an id. */
  readonly elementId?: string;
  /** What was written with it, e.g. `camunda:assignee of userTask check`. */
  readonly places: readonly string[];
}

const COMPLAINT = /missing namespace (?:for prefix |on )<([^:>]+)/;

/** No tag goes beyond the next `<`, so that a broken file is read in one go, too. */
const MARKUP =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)([^\s<>/'"=]+)((?:"[^"<]*"|'[^'<]*'|[^'"<>])*)>/g;

const ATTRIBUTE = /([^\s<>/'"=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Finds where the prefixes stand that the parser complained of; asked of a file only where it did. */
export function findUndeclaredPrefixes(xml: string, complaints: readonly string[]): readonly UndeclaredPrefix[] {
  const wanted = new Set(complaints.flatMap((message) => COMPLAINT.exec(message)?.[1] ?? []));
  return wanted.size === 0 ? [] : [...wanted].map((prefix) => findPlaces(xml, prefix));
}

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

/** What modelers declare by these prefixes. */
const NAMESPACES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(VENDOR_NAMESPACES),
  ['bpmn2', BPMN_NAMESPACE],
  ['semantic', BPMN_NAMESPACE],
  ['model', BPMN_NAMESPACE],
]);

/** What the author is to write, as a sentence without its end. */
export function declarationOf(prefix: string): string {
  return `write xmlns:${prefix}="${NAMESPACES.get(prefix) ?? '…'}" on <definitions>`;
}
