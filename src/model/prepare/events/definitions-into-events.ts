import { setChildren, walkTree } from '../../moddle/change-tree.ts';
import { elementsOf, isModdleElement, type ModdleElement } from '../../moddle/moddle-element.ts';
import { createElement } from '../../moddle/parse-bpmn.ts';

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
    setChildren(event, 'eventDefinitions', [...elementsOf(event, 'eventDefinitions'), ...referred.map(copy)]);
    event.set('eventDefinitionRef', undefined);
    changed = true;
  }
  return changed;
}

/** Copies everything but the id; references stay the same. */
function copy(element: ModdleElement): ModdleElement {
  const made = createElement(element.$type, {});
  for (const { name, isReference } of element.$descriptor?.properties ?? []) {
    if (name === 'id' || !Object.hasOwn(element, name)) continue;
    const value = element.get(name);
    const own = isReference === true;
    if (Array.isArray(value))
      setChildren(
        made,
        name,
        value.filter(isModdleElement).map((each) => (own ? each : copyInto(each, made))),
      );
    else made.set(name, isModdleElement(value) && !own ? copyInto(value, made) : value);
  }
  Object.assign(made.$attrs ?? {}, element.$attrs);
  return made;
}

function copyInto(element: ModdleElement, parent: ModdleElement): ModdleElement {
  // Elements of vendors have no properties to copy.
  if (element.$descriptor?.properties === undefined) return element;
  return Object.assign(copy(element), { $parent: parent });
}
