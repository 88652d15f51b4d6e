import {
  addChild,
  referencesOf,
  replaceReferences,
  setForeignAttribute,
  setId,
  walkTree,
} from '../moddle/change-tree.ts';
import { type ModdleDefinitions, type ModdleElement, nameOf, textOf } from '../moddle/moddle-element.ts';
import { readTtc } from '../read/read-ttc.ts';

/**
 * Moves the messages, signals, errors and other root elements that `content` refers to into the caller's file. An element
 * that the caller has too, with the same id and meaning, is shared. An element whose id is used for something else there
 * gets `prefix` before its id, and its old id as name or code if it has none.
 * @param apart prefixes all moved elements
 */
export function adoptRoots(
  content: ModdleElement,
  caller: ModdleDefinitions,
  { prefix, apart }: { readonly prefix: string; readonly apart: boolean },
): void {
  const inside = new Set(walkTree(content));
  const shared = new Map<ModdleElement, ModdleElement>();
  const adopted = new Set<ModdleElement>();
  const open = outsideOf(inside);
  // Walk the caller's file only if needed: a file may have hundreds of calls.
  const callers = open.length === 0 ? [] : [...walkTree(caller)];
  const callersById = new Map(callers.flatMap((element) => (element.id ? [[element.id, element]] : [])));
  for (let referred = open.pop(); referred !== undefined; referred = open.pop()) {
    const root = rootElementOf(referred);
    if (root === undefined || adopted.has(root) || shared.has(referred)) continue;
    const known = callersById.get(referred.id ?? '');
    if (known !== undefined && meansTheSame(known, referred)) {
      shared.set(referred, known);
      continue;
    }
    adopted.add(root);
    const parts = new Set(walkTree(root));
    if (apart || [...parts].some(({ id }) => id !== undefined && callersById.has(id)))
      for (const part of parts) rename(part, prefix);
    open.push(...outsideOf(parts));
  }
  for (const root of adopted) {
    declareNamespaces(root, definitionsOf(root), caller);
    addChild(caller, 'rootElements', root);
  }
  // References to anything else, such as data of the called process itself, are removed.
  const kept = new Set([...inside, ...[...adopted].flatMap((root) => [...walkTree(root)])]);
  for (const tree of [content, ...adopted]) {
    replaceReferences(tree, (referred) => shared.get(referred) ?? (kept.has(referred) ? referred : undefined));
  }
}

function outsideOf(inside: ReadonlySet<ModdleElement>): ModdleElement[] {
  return [...inside].flatMap(referencesOf).filter((referred) => !inside.has(referred));
}

/** Parts of a file that are not moved into the file of a caller. */
export const NOT_ADOPTED: ReadonlySet<string> = new Set(['bpmn:Process', 'bpmn:Collaboration', 'bpmndi:BPMNDiagram']);

/** The root element that is or contains an element; undefined inside a process. */
function rootElementOf(element: ModdleElement): ModdleElement | undefined {
  let at = element;
  while (at.$parent !== undefined && at.$parent.$type !== 'bpmn:Definitions') at = at.$parent;
  return at.$parent === undefined || NOT_ADOPTED.has(at.$type) ? undefined : at;
}

function definitionsOf(element: ModdleElement): ModdleElement {
  let at = element;
  while (at.$parent !== undefined) at = at.$parent;
  return at;
}

function meansTheSame(one: ModdleElement, other: ModdleElement): boolean {
  const codes = (element: ModdleElement) => [
    element.$type,
    nameOf(element),
    textOf(element, 'errorCode'),
    textOf(element, 'escalationCode'),
    readTtc(element, 'correlationKey'),
  ];
  return JSON.stringify(codes(one)) === JSON.stringify(codes(other));
}

/** The property that identifies an element at run time, which its id replaces if it is missing. */
const OWN_NAME: Readonly<Record<string, string>> = {
  'bpmn:Message': 'name',
  'bpmn:Signal': 'name',
  'bpmn:Error': 'errorCode',
  'bpmn:Escalation': 'escalationCode',
};

function rename(element: ModdleElement, prefix: string): void {
  if (element.id === undefined) return;
  const property = OWN_NAME[element.$type];
  if (property !== undefined && textOf(element, property) === undefined) element.set(property, element.id);
  setId(element, `${prefix}${element.id}`);
}

/** Declares on an element the prefixes of its original file that differ in its new file. */
export function declareNamespaces(element: ModdleElement, from: ModdleElement, to: ModdleElement): void {
  for (const [name, uri] of Object.entries(from.$attrs ?? {})) {
    if (name.startsWith('xmlns:') && to.$attrs?.[name] !== uri) setForeignAttribute(element, name, uri);
  }
}
