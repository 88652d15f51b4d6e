import { replaceReferences, setChildren, setForeignAttribute, walkTree } from '../moddle/change-tree.ts';
import { findExtensions, readVendorAttribute } from '../moddle/extension.ts';
import {
  elementOf,
  elementsOf,
  isModdleElement,
  type ModdleDefinitions,
  type ModdleElement,
} from '../moddle/moddle-element.ts';
import { createElement } from '../moddle/parse-bpmn.ts';
import { declareMarks, setMarks } from '../moddle/prepared-mark.ts';
import { eventDefinitionsOf } from '../read/events/event-kind.ts';
import { throwsMessage } from '../read/services/read-service.ts';
import { isWorkItem } from '../read/services/read-service-name.ts';
import { rewireFlows } from './flows/links-to-flows.ts';

/** jBPM's `taskName` for a task of a person. */
const HUMAN_TASK = 'Human Task';

/**
 * Turns jBPM work items, which are plain tasks with a `drools:taskName`, into service tasks or user tasks. A plain task
 * would be passed straight through.
 * @returns whether there were any
 */
export function workItemsToTasks(definitions: ModdleDefinitions, process: ModdleElement): boolean {
  const changed = new Map<ModdleElement, ModdleElement>();
  for (const element of [...walkTree(process)].filter(isWorkItem)) changed.set(element, changeType(element));
  for (const element of changed.keys()) {
    const container = element.$parent;
    if (container === undefined) continue;
    const elements = elementsOf(container, 'flowElements').map((each) => changed.get(each) ?? each);
    setChildren(container, 'flowElements', elements);
  }
  if (changed.size > 0) replaceReferences(definitions, (referred) => changed.get(referred) ?? referred);
  return changed.size > 0;
}

function changeType(element: ModdleElement): ModdleElement {
  const isHuman = readVendorAttribute(element, 'drools', 'taskName') === HUMAN_TASK;
  const task = createElement(isHuman ? 'bpmn:UserTask' : 'bpmn:ServiceTask', {});
  for (const { name } of element.$descriptor?.properties ?? []) {
    if (!Object.hasOwn(element, name)) continue;
    const value = element.get(name);
    task.set(name, value);
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isModdleElement(child) && child.$parent === element) Object.assign(child, { $parent: task });
    }
  }
  for (const [name, value] of Object.entries(element.$attrs ?? {})) setForeignAttribute(task, name, value);
  return task;
}

/**
 * Copies event definitions that an event refers to by `eventDefinitionRef` into the event, because bpmn-engine only reads
 * definitions inside events.
 * @returns whether there were any
 */
export function definitionsIntoEvents(process: ModdleElement): boolean {
  let changed = false;
  for (const event of [...walkTree(process)]) {
    const referred = elementsOf(event, 'eventDefinitionRef');
    if (referred.length === 0) continue;
    setChildren(event, 'eventDefinitions', [...elementsOf(event, 'eventDefinitions'), ...referred.map(copyDefinition)]);
    event.set('eventDefinitionRef', undefined);
    changed = true;
  }
  return changed;
}

/** Copies everything but the id; references stay the same. */
function copyDefinition(element: ModdleElement): ModdleElement {
  const made = createElement(element.$type, {});
  for (const { name, isReference } of element.$descriptor?.properties ?? []) {
    if (name === 'id' || !Object.hasOwn(element, name)) continue;
    const value = element.get(name);
    const own = isReference === true;
    if (Array.isArray(value))
      setChildren(
        made,
        name,
        value.filter(isModdleElement).map((each) => (own ? each : copyPart(each, made))),
      );
    else made.set(name, isModdleElement(value) && !own ? copyPart(value, made) : value);
  }
  Object.assign(made.$attrs ?? {}, element.$attrs);
  return made;
}

function copyPart(element: ModdleElement, parent: ModdleElement): ModdleElement {
  // Elements of vendors have no properties to copy.
  if (element.$descriptor?.properties === undefined) return element;
  return Object.assign(copyDefinition(element), { $parent: parent });
}

const LISTENER = 'variableListenerEventDefinition';

/**
 * Turns variable listener events of Flowable into conditional events. Flowable writes the listener into the extension
 * elements of an event without an event definition.
 * @returns whether there were any
 */
export function listenersToConditions(process: ModdleElement): boolean {
  let changed = false;
  for (const event of [...walkTree(process)]) {
    if (!mayListen(event) || eventDefinitionsOf(event).length > 0) continue;
    const [listener] = findExtensions(event, 'flowable', LISTENER);
    const listens = listener?.attributes.variableName?.trim() ?? '';
    if (listener === undefined || listens === '') continue;
    const definition = createElement('bpmn:ConditionalEventDefinition', {});
    declareMarks(definition);
    setMarks(definition, { listens, changes: listener.attributes.variableChangeType?.trim() || 'all' });
    const condition = createElement('bpmn:FormalExpression', { body: '${true}' });
    definition.set('condition', Object.assign(condition, { $parent: definition }));
    setChildren(event, 'eventDefinitions', [definition]);
    dropListener(event);
    changed = true;
  }
  return changed;
}

function mayListen({ $type, $parent }: ModdleElement): boolean {
  if ($type === 'bpmn:StartEvent') return $parent?.get('triggeredByEvent') === true;
  return $type === 'bpmn:BoundaryEvent' || $type === 'bpmn:IntermediateCatchEvent';
}

function dropListener(event: ModdleElement): void {
  const holder = elementOf(event, 'extensionElements');
  const values = holder?.get('values');
  if (holder === undefined || !Array.isArray(values)) return;
  const rest = values.filter((each) => !isModdleElement(each) || !each.$type.endsWith(`:${LISTENER}`));
  if (rest.length === 0) event.set('extensionElements', undefined);
  else holder.set('values', rest);
}

/**
 * Wraps each multi-instance receive task, and each multi-instance send task that throws a message, into a sub-process that
 * gets the marker, so that each instance has its own scope. The task keeps its id.
 * @returns whether there were any
 */
export function wrapRepeatedMessages(definitions: ModdleDefinitions, process: ModdleElement): boolean {
  const tasks = [...walkTree(process)].filter(isRepeatedMessage);
  if (tasks.length === 0) return false;
  const parts = new Map(
    tasks.map((task) => [task, createElement('bpmn:SubProcess', { id: `each-${task.id}`, name: task.name })]),
  );
  replaceReferences(definitions, (referred) => parts.get(referred) ?? referred);
  for (const [task, part] of parts) wrap(task, part);
  return true;
}

function isRepeatedMessage(element: ModdleElement): boolean {
  if (elementOf(element, 'loopCharacteristics')?.$type !== 'bpmn:MultiInstanceLoopCharacteristics') return false;
  return element.$type === 'bpmn:ReceiveTask' || throwsMessage({ type: element.$type, element });
}

function wrap(task: ModdleElement, part: ModdleElement): void {
  const container = task.$parent;
  const loop = elementOf(task, 'loopCharacteristics');
  if (container === undefined || loop === undefined) return;
  const elements = elementsOf(container, 'flowElements').map((each) => (each === task ? part : each));
  setChildren(container, 'flowElements', elements);
  part.set('loopCharacteristics', Object.assign(loop, { $parent: part }));
  part.set('default', task.get('default'));
  for (const name of ['loopCharacteristics', 'default']) task.set(name, undefined);
  const start = createElement('bpmn:StartEvent', { id: `${part.id}-start` });
  const end = createElement('bpmn:EndEvent', { id: `${part.id}-end` });
  const flow = (sourceRef: ModdleElement, targetRef: ModdleElement) =>
    createElement('bpmn:SequenceFlow', { id: `${sourceRef.id}-to-${targetRef.id}`, sourceRef, targetRef });
  setChildren(part, 'flowElements', [start, task, end, flow(start, task), flow(task, end)]);
  rewireFlows(container);
  rewireFlows(part);
}
