import { setChildren, walkTree } from '../../moddle/change-tree.ts';
import { findExtensions } from '../../moddle/extension.ts';
import { elementOf, isModdleElement, type ModdleElement } from '../../moddle/moddle-element.ts';
import { createElement } from '../../moddle/parse-bpmn.ts';
import { declareMarks, setMarks } from '../../moddle/prepared-mark.ts';
import { eventDefinitionsOf } from '../../read/events/event-kind.ts';

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
