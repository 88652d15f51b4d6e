import { setForeignAttribute } from './change-tree.ts';
import { BPMN_NAMESPACE } from './explain-root.ts';
import type { ModdleElement } from './moddle-element.ts';
import { strictModdle } from './strict-moddle.ts';
import { MARKUP } from './undeclared-prefixes.ts';

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
