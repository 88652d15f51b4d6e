import { setForeignAttribute } from './change-tree.ts';
import { namespaceOfPrefix } from './extension.ts';
import type { ModdleElement } from './moddle-element.ts';

/** Namespace of what is noted in a file when it is prepared; no author writes it. */
const PREPARED_NAMESPACE = 'http://bpmn-transaction-bridge/schema/prepared/1.0';

/**
 * - `part`: what an element is that no author drew; such elements are not judged, and not shown to people
 * - `target`, `by`: of the wait of a call, which process it calls, and by what that process is found
 * - `out`: of that wait, what is passed back when the call is left
 * - `assign`: which variables a node sets, and to what
 * - `pass`: of that node, what else it passes between caller and called process
 * - `own`: of a called process, or the wait for one, that it has variables of its own
 * - `listens`, `changes`: of a condition, the variable that an event of Flowable listens to, and which changes of it
 * - `mapped`: of a call, that its parameters are run
 * - `process`, `definition`: of a called process, which it is, and of which version where it was drawn in while an
 *   instance ran
 * - `vendors`, `language`: of a called process from another file, the engines and the expression language of that file
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
  | 'language';

/** What an element is that was drawn when the file was prepared. */
export type PreparedPart = 'start' | 'flow' | 'call' | 'choice' | 'process' | 'assign';

export function readMark(element: ModdleElement, mark: Mark): string | undefined {
  for (const [qualified, value] of Object.entries(element.$attrs ?? {})) {
    const [prefix = '', name] = qualified.split(':');
    if (name === mark && namespaceOfPrefix(element, prefix) === PREPARED_NAMESPACE) return String(value);
  }
  return undefined;
}

/** The element or one around it must declare the namespace, see {@link declareMarks}. */
export function setMarks(
  element: ModdleElement,
  marks: { readonly part?: PreparedPart } & Readonly<Partial<Record<Mark, string>>>,
): void {
  for (const [mark, value] of Object.entries(marks)) setForeignAttribute(element, `prepared:${mark}`, value);
}

/** Lets the marks of an element and of all in it be read, whatever the prefix means in its file. */
export function declareMarks(element: ModdleElement): void {
  setForeignAttribute(element, 'xmlns:prepared', PREPARED_NAMESPACE);
}
