import { replaceReferences, setChildren, walkTree } from '../../moddle/change-tree.ts';
import { elementOf, elementsOf, type ModdleDefinitions, type ModdleElement } from '../../moddle/moddle-element.ts';
import { createElement } from '../../moddle/parse-bpmn.ts';
import { throwsMessage } from '../../read/services/read-service.ts';
import { rewireFlows } from '../flows/rewire-flows.ts';

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
