import { isDrawnFor } from '../../moddle/file-settings.ts';
import { elementOf, elementsOf, type ModdleElement } from '../../moddle/moddle-element.ts';
import { readMark } from '../../moddle/prepared-mark.ts';
import { type DataInput, readDataInputs, readDataOutputs } from '../../read/data/read-data-inputs.ts';
import { collectsOutput } from '../../read/data/read-multi-instance-output.ts';
import { SERVICE_TYPES } from '../../read/services/read-service.ts';
import { PEOPLE_INPUTS, readUnusedRoles } from '../../read/tasks/read-assignment.ts';

/** The parts of an element that are not executed, in the words of authors; none of them affects the other parts. */
export function listPartsNotRun(element: ModdleElement): readonly string[] {
  const loop = elementOf(element, 'loopCharacteristics');
  const holders = [element, ...(loop === undefined ? [] : [loop]), ...elementsOf(element, 'eventDefinitions')];
  const read = readParts(element);
  const named = Object.entries(PARTS).flatMap(([property, part]) =>
    !read.includes(property) && holders.some((holder) => has(holder, property)) ? [part] : [],
  );
  return [...new Set([...named, ...(read.includes('ioSpecification') ? findUnread(element) : [])])];
}

/** Properties that are used, at least in part. */
function readParts(element: ModdleElement): readonly string[] {
  // A jBPM call maps parameters with them; they were checked when the file was prepared.
  const collected = collectsOutput(element) ? ['loopDataOutputRef', 'outputDataItem'] : [];
  if (readMark(element, 'mapped') !== undefined) return [...DATA, ...collected];
  const isService = SERVICE_TYPES.has(element.$type);
  const data = isService
    ? [...readDataInputs(element), ...readDataOutputs(element)]
    : element.$type === 'bpmn:UserTask'
      ? [...readDataInputs(element), ...readDataOutputs(element)]
      : readDataInputs(element).filter((input) => isOfTask(element, input));
  return [...collected, ...(isService ? ['operationRef'] : []), ...(data.length > 0 ? DATA : [])];
}

const DATA: readonly string[] = ['ioSpecification', 'dataInputAssociations', 'dataOutputAssociations'];

/** Inputs that are used: the people of a user task, and the collection of a multi-instance. */
function isOfTask(element: ModdleElement, { id, name }: DataInput): boolean {
  const collection = elementOf(elementOf(element, 'loopCharacteristics'), 'loopDataInputRef');
  return (element.$type === 'bpmn:UserTask' && Object.hasOwn(PEOPLE_INPUTS, name)) || collection?.id === id;
}

/** Inputs that jBPM uses for its own task lists; `TaskName` is the name of the node. */
const OF_TASK_LISTS: ReadonlySet<string> = new Set([
  'Comment',
  'Content',
  'CreatedBy',
  'Description',
  'Locale',
  'NodeName',
  'Priority',
  'Skippable',
  'TaskName',
]);

/** Data inputs and outputs that are not used, of an element that uses others. */
function findUnread(element: ModdleElement): readonly string[] {
  if (SERVICE_TYPES.has(element.$type) || readMark(element, 'mapped') !== undefined) return [];
  const inputs = readDataInputs(element).filter((input) => !isOfTask(element, input) && !isHarmless(element, input));
  const outputs = readDataOutputs(element).filter(
    ({ name, variable }) => element.$type !== 'bpmn:UserTask' || (name !== variable && !isDrawnFor(element, 'drools')),
  );
  const names = [...inputs, ...outputs].map(({ name }) => name);
  return names.length === 0 ? [] : [`data inputs and outputs (${[...new Set(names)].join(', ')})`];
}

/** The page of a user task gets all variables under their own names, so such an input adds nothing. */
function isHarmless({ $type }: ModdleElement, { name, text }: DataInput): boolean {
  return $type === 'bpmn:UserTask' && (OF_TASK_LISTS.has(name) || text === `\${${name}}`);
}

/** Data inputs by which jBPM excludes people from a task, or reassigns it after a time. */
const WHO_ELSE: ReadonlySet<string> = new Set(['ExcludedOwnerId', 'NotStartedReassign', 'NotCompletedReassign']);

/** Whether an unused input decides who handles the task; ignoring it is a guess then. */
export function decidesWho(element: ModdleElement): boolean {
  return (
    element.$type === 'bpmn:UserTask' &&
    readDataInputs(element).some(({ name, text }) => WHO_ELSE.has(name) && text.trim() !== '')
  );
}

/** What authors call each property. */
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
  // Modelers write an empty `ioSpecification` on every element.
  const data = property === 'ioSpecification' ? elementOf(element, property) : undefined;
  if (data !== undefined) return [...elementsOf(data, 'dataInputs'), ...elementsOf(data, 'dataOutputs')].length > 0;
  return elementOf(element, property) !== undefined || elementsOf(element, property).length > 0;
}

/**
 * Roles of a user task that do not decide who handles it. On other elements roles are documentation.
 * @param unhandled whether the task has no handler: another rule reports all roles but performers then
 */
export function listUnusedRoles(element: ModdleElement, unhandled: boolean): readonly string[] {
  if (element.$type !== 'bpmn:UserTask') return [];
  const roles = readUnusedRoles(element).filter(({ $type }) => !unhandled || $type === 'bpmn:Performer');
  return roles.map((role) => {
    const name = role.name === undefined ? '' : ` "${role.name}"`;
    return role.$type === 'bpmn:Performer' ? `a performer${name} who gets no task` : `a role${name} that names nobody`;
  });
}
