import { replaceReferences, setChildren, setForeignAttribute, walkTree } from '../moddle/change-tree.ts';
import { readVendorAttribute } from '../moddle/extension.ts';
import { elementsOf, isModdleElement, type ModdleDefinitions, type ModdleElement } from '../moddle/moddle-element.ts';
import { createElement } from '../moddle/parse-bpmn.ts';
import { isWorkItem } from '../read/services/read-service-name.ts';

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
