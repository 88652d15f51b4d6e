import { elementOf, elementsOf, type ModdleElement } from '../moddle/moddle-element.ts';
import { readRolesInVain } from '../read/read-assignment.ts';

/** What of an element is drawn and not run, in the words of authors; nothing of it makes the rest run otherwise. */
export function listPartsNotRun(element: ModdleElement): readonly string[] {
  const loop = elementOf(element, 'loopCharacteristics');
  const holders = [element, ...(loop === undefined ? [] : [loop]), ...elementsOf(element, 'eventDefinitions')];
  const named = Object.entries(PARTS).flatMap(([property, part]) =>
    holders.some((holder) => has(holder, property)) ? [part] : [],
  );
  return [...new Set([...named, ...findRoles(element)])];
}

/** By the name of the property. */
const PARTS: Readonly<Record<string, string>> = {
  ioSpecification: 'data inputs and outputs',
  dataInputs: 'data inputs and outputs',
  dataOutputs: 'data inputs and outputs',
  inputSet: 'data inputs and outputs',
  outputSet: 'data inputs and outputs',
  dataInputAssociations: 'data associations',
  dataOutputAssociations: 'data associations',
  loopDataOutputRef: 'an output collection',
  outputDataItem: 'an output collection',
  ioBinding: 'a binding of data to an operation',
  operationRef: 'an operation of an interface',
  renderings: 'a rendering',
  correlationSubscriptions: 'a correlation subscription',
};

function has(element: ModdleElement, property: string): boolean {
  return elementOf(element, property) !== undefined || elementsOf(element, property).length > 0;
}

/** On anything but a user task they say who is responsible, and nobody is asked. */
function findRoles(element: ModdleElement): readonly string[] {
  if (element.$type !== 'bpmn:UserTask') return [];
  return readRolesInVain(element).map((role) => {
    const name = role.name === undefined ? '' : ` "${role.name}"`;
    return role.$type === 'bpmn:Performer' ? `a performer${name} whom nobody asks` : `a role${name} that names nobody`;
  });
}
