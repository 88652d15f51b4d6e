import { setForeignAttribute } from './change-tree.ts';
import { namespaceOfPrefix } from './extension.ts';
import type { ModdleElement } from './moddle-element.ts';

/** Namespace of the attributes that are added when a file is prepared. */
const PREPARED_NAMESPACE = 'http://bpmn-transaction-bridge/schema/prepared/1.0';

/**
 * - `part`: the role of a generated element; such elements are not checked, and not shown to people
 * - `target`, `by`: on the waiting node of a call, the called process and how it is looked up
 * - `out`: on that node, the variables that are passed back when the call ends
 * - `assign`: the variables that a node sets, with their values
 * - `pass`: on that node, what else it passes between caller and called process
 * - `own`: the called process, or the node that waits for it, has its own variables
 * - `listens`, `changes`: on a condition, the variable and the kind of change that a Flowable event listens to
 * - `mapped`: on a call, its parameters are supported
 * - `process`, `definition`: the id of an inlined process, and its version if it was inlined at run time
 * - `vendors`, `language`: on a process from another file, the engines and the expression language of that file
 * - `allow`: on an inlined process, its `ttc:allow`, empty if it has none
 */
type Mark =
  | 'part'
  | 'target'
  | 'by'
  | 'out'
  | 'assign'
  | 'pass'
  | 'own'
  | 'mapped'
  | 'listens'
  | 'changes'
  | 'process'
  | 'definition'
  | 'vendors'
  | 'language'
  | 'allow';

/** The roles of generated elements. */
export type PreparedPart = 'start' | 'flow' | 'call' | 'choice' | 'process' | 'assign';

export function readMark(element: ModdleElement, mark: Mark): string | undefined {
  for (const [qualified, value] of Object.entries(element.$attrs ?? {})) {
    const [prefix = '', name] = qualified.split(':');
    if (name === mark && namespaceOfPrefix(element, prefix) === PREPARED_NAMESPACE) return String(value);
  }
  return undefined;
}

/** The element or an ancestor must declare the namespace, see {@link declareMarks}. */
export function setMarks(
  element: ModdleElement,
  marks: { readonly part?: PreparedPart } & Readonly<Partial<Record<Mark, string>>>,
): void {
  for (const [mark, value] of Object.entries(marks)) setForeignAttribute(element, `prepared:${mark}`, value);
}

/** Declares the namespace of marks on an element, for the element and its descendants. */
export function declareMarks(element: ModdleElement): void {
  setForeignAttribute(element, 'xmlns:prepared', PREPARED_NAMESPACE);
}

/** The id of a generated element. It contains two dots, which authors hardly ever write. */
export function reservedId({ id }: ModdleElement, part: string): string {
  return `${id}..${part}`;
}
