import type { ParseResult } from 'bpmn-moddle';
import { addChild } from './change-tree.ts';
import { isModdleElement, type ModdleDefinitions, type ModdleElement } from './moddle-element.ts';
import { strictModdle as moddle } from './strict-moddle.ts';

/** A reference to an id that is not in the file. */
export interface UnresolvedReference {
  readonly element: ModdleElement;
  /** Local name of the property, e.g. `targetRef`. */
  readonly property: string;
  readonly id: string;
}

interface RootKind {
  readonly type: string;
  /** The property that identifies the element at run time. */
  readonly names: 'name' | 'errorCode' | 'escalationCode';
}

/** References of events whose text is used as the name or code if it is no id, by property. */
const NAMING: Readonly<Record<string, RootKind>> = {
  errorRef: { type: 'bpmn:Error', names: 'errorCode' },
  escalationRef: { type: 'bpmn:Escalation', names: 'escalationCode' },
  signalRef: { type: 'bpmn:Signal', names: 'name' },
  messageRef: { type: 'bpmn:Message', names: 'name' },
};

const NAMED_BY = /EventDefinition$|^bpmn:(Receive|Send)Task$/;

/**
 * Resolves references of events that the parser did not find: `tns:order` is the element `order` (a QName, BPMN 2.0 XSD);
 * the id of a missing element is used as the code or name, as in Activiti, Flowable, Camunda 7 and jBPM. A root element is
 * added for such a name, so that all later stages see an ordinary reference.
 */
export function resolveReferences(
  definitions: ModdleDefinitions,
  { references, elementsById }: Pick<ParseResult, 'references' | 'elementsById'>,
): Readonly<Record<'unresolved' | 'named' | 'prefixed', readonly UnresolvedReference[]>> {
  const unresolved: UnresolvedReference[] = [];
  const named: UnresolvedReference[] = [];
  const prefixed: UnresolvedReference[] = [];
  const made = new Map<string, ModdleElement>();
  for (const { element, property, id } of references) {
    if (!isModdleElement(element) || Object.hasOwn(elementsById, id)) continue;
    const reference = { element, property: property.replace(/^.*:/, ''), id };
    const kind = NAMED_BY.test(element.$type) ? NAMING[reference.property] : undefined;
    const local = elementsById[id.replace(/^[^:]*:/, '')];
    if (kind === undefined) unresolved.push(reference);
    else if (isModdleElement(local) && local.$type === kind.type) {
      element.set(reference.property, local);
      prefixed.push(reference);
    } else {
      const key = `${kind.type} ${id}`;
      const root = made.get(key) ?? addRoot(definitions, kind, id, elementsById);
      made.set(key, root);
      element.set(reference.property, root);
      named.push(reference);
    }
  }
  return { unresolved, named, prefixed };
}

function addRoot(
  definitions: ModdleDefinitions,
  { type, names }: RootKind,
  name: string,
  elementsById: Readonly<Record<string, unknown>>,
): ModdleElement {
  const wanted = `${type.replace('bpmn:', '').toLowerCase()}-${name.replace(/[^\w.-]/g, '_')}`;
  let id = wanted;
  for (let number = 2; Object.hasOwn(elementsById, id); number += 1) id = `${wanted}-${number}`;
  const root = moddle.create(type, { id, [names]: name }) as ModdleElement;
  addChild(definitions, 'rootElements', root);
  Object.assign(elementsById, { [id]: root });
  return root;
}
