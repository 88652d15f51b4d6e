import { walkTree } from '../../../model/moddle/change-tree.ts';
import { elementOf, type ModdleElement, nameOf, textOf } from '../../../model/moddle/moddle-element.ts';
import { parseStored } from '../../../model/moddle/parse-bpmn.ts';
import type { CountedButton } from '../../../model/nodes/button.ts';
import type { AssignmentSource } from '../../../model/nodes/task-node.ts';
import type { ProcessModel } from '../../../model/process-model.ts';
import { readModel, requireModel } from '../../../model/read-model.ts';

/** What is compared, by a name for people; each value is one text. */
export type Facts = Readonly<Record<string, string>>;

export interface DefinitionFacts {
  /** Of the process itself: its names, its summary, its messages. */
  readonly process: Facts;
  /** By node id, with `type` and `name`; without nodes that were generated. */
  readonly nodes: ReadonlyMap<string, Facts>;
  /** By flow id: `name`, `from`, `to`, `condition`, `default`. */
  readonly flows: ReadonlyMap<string, Facts>;
  /** By node id: who handles a user task, in order of precedence. */
  readonly handlers: ReadonlyMap<string, string>;
  /** By node id and key: the buttons of a user task. */
  readonly actions: ReadonlyMap<string, Facts>;
}

/** Reads a stored definition as its author sees it. @throws {ModelError} it cannot be read */
export async function readDefinitionFacts(xml: string): Promise<DefinitionFacts> {
  const file = await parseStored(xml);
  const { model } = requireModel(readModel(file, { accepted: true }));
  const elements = [...walkTree(file.definitions)].filter(
    (each): each is ModdleElement & { readonly id: string } =>
      each.id !== undefined && model.reserved?.has(each.id) !== true,
  );
  const isA = (each: ModdleElement, type: string) => type in (each.$descriptor?.allTypesByName ?? {});
  const tasks = [...model.userTasks.values()];
  return {
    process: factsOfProcess(model),
    nodes: new Map(
      elements.filter((each) => isA(each, 'bpmn:FlowNode')).map((each) => [each.id, factsOfNode(each, model)]),
    ),
    flows: new Map(
      elements.filter((each) => isA(each, 'bpmn:SequenceFlow')).map((each) => [each.id, factsOfFlow(each)]),
    ),
    handlers: new Map(tasks.map(({ nodeId, assignment }) => [nodeId, assignment.map(describeSource).join(', else ')])),
    actions: new Map(
      tasks.flatMap(({ nodeId, buttons, handledButtons }) => [
        ...buttons.map((each) => [`${nodeId} ${each.key}`, factsOfButton(nodeId, each)] as const),
        ...handledButtons.map((each) => [`${nodeId} ${each.key}`, factsOfButton(nodeId, each)] as const),
      ]),
    ),
  };
}

function factsOfProcess(model: ProcessModel): Facts {
  const { processName, transTypeCode, transTypeName, transactionName, summary, startDefaults, notices } = model;
  return flatten({ processName, transTypeCode, transTypeName, transactionName, summary, startDefaults, notices });
}

function factsOfNode(element: ModdleElement & { readonly id: string }, model: ProcessModel): Facts {
  const { id } = element;
  // Handlers and buttons are compared by themselves; ids and names are the same facts as below.
  const {
    assignment: _a,
    buttons: _b,
    handledButtons: _h,
    nodeId: _i,
    nodeName: _n,
    ...task
  } = model.userTasks.get(id) ?? { assignment: [], buttons: [], handledButtons: [], nodeId: id, nodeName: '' };
  const own = [model.services.get(id), model.events.get(id), model.subProcesses.get(id)].map((node) => {
    const { nodeId: _id, nodeName: _name, ...rest } = node ?? { nodeId: id, nodeName: '' };
    return flatten(rest);
  });
  return {
    // As the tag in the file.
    type: element.$type.replace(/^\w+:(\w)/, (_, letter: string) => letter.toLowerCase()),
    name: nameOf(element) ?? '',
    ...flatten(task),
    ...Object.assign({}, ...own),
  };
}

function factsOfFlow(flow: ModdleElement): Facts {
  const source = elementOf(flow, 'sourceRef');
  const condition = textOf(elementOf(flow, 'conditionExpression'), 'body');
  return {
    name: nameOf(flow) ?? '',
    from: source?.id ?? '',
    to: elementOf(flow, 'targetRef')?.id ?? '',
    ...(condition !== undefined && { condition }),
    ...(elementOf(source, 'default')?.id === flow.id && { default: 'yes' }),
  };
}

function factsOfButton(nodeId: string, { key: _key, ...button }: CountedButton): Facts {
  return { nodeId, ...flatten(button) };
}

function describeSource({ kind, expressions }: AssignmentSource): string {
  return `${kind === 'handlers' ? '' : 'group '}${expressions.map(({ text }) => text).join(', ')}`;
}

/** Every text, number and expression of an object by its path, such as `summary[0].title`. */
function flatten(value: unknown, path = ''): Record<string, string> {
  if (value === undefined || value === null || typeof value === 'function') return {};
  if (typeof value !== 'object') return { [path]: String(value) };
  const { text, evaluate } = value as { readonly text?: unknown; readonly evaluate?: unknown };
  if (typeof text === 'string' && typeof evaluate === 'function') return { [path]: text };
  const entries = Array.isArray(value)
    ? value.map((each, index) => [`${path}[${index}]`, each] as const)
    : Object.entries(value).map(([name, each]) => [path === '' ? name : `${path}.${name}`, each] as const);
  return Object.assign({}, ...entries.map(([at, each]) => flatten(each, at)));
}
