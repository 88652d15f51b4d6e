import { defined, nonEmpty } from '../defined.ts';
import { FLOWABLE_AND_ACTIVITI, findExtensions, readFirstAttribute } from '../moddle/extension.ts';
import { elementsOf, type ModdleElement, textOf } from '../moddle/moddle-element.ts';
import { readMark } from '../moddle/prepared-mark.ts';
import type { UnresolvedReference } from '../moddle/resolve-references.ts';
import type { ModelOptions } from '../model-options.ts';
import type { FormDefault } from '../nodes/task-node.ts';
import type { Diagram, FlowNode } from './diagram.ts';
import type { Draft, ProcessDraft, SubProcessDraft } from './draft.ts';
import { eventDefinitionsOf } from './events/event-kind.ts';
import { readEvents } from './events/read-event.ts';
import { type MessageReading, readMessages } from './events/read-message.ts';
import { createExpressionReader, type ExpressionReader } from './expression-reader.ts';
import { readConditions } from './read-condition.ts';
import { readDiagram } from './read-diagram.ts';
import { readRoutings } from './read-routing.ts';
import { readTtc } from './read-ttc.ts';
import { containsExpression, type Reading } from './reading.ts';
import { isService } from './services/read-service.ts';
import { readService } from './services/read-service-draft.ts';
import { readActions, readTargets } from './tasks/read-actions.ts';
import { readFormDefaults, typeOfDefault } from './tasks/read-form.ts';
import { readMultiInstance } from './tasks/read-multi-instance.ts';
import { readSummary } from './tasks/read-summary.ts';
import { readUserTask } from './tasks/read-user-task.ts';

/** Reads one process completely. Never throws for a faulty diagram. */
export function readDraft(
  process: ModdleElement,
  options: ModelOptions,
  unresolved: readonly UnresolvedReference[],
): Draft {
  const diagram = readDiagram(process);
  const expressions = createExpressionReader();
  const nodes = [...diagram.nodes.values()];
  const userTasks = nodes.filter((node) => node.type === 'bpmn:UserTask');
  const conditions = readConditions(diagram, expressions);
  const actions = new Map(userTasks.map((node) => [node.id, readActions(node.element, node.id, 'action')]));
  const routings = readRoutings(diagram, conditions, actions);
  const reading: Reading = { expressions, options, unresolved, routings };
  return {
    diagram,
    options,
    process: readProcess(diagram, expressions, unresolved),
    userTasks: userTasks.map((node) => readUserTask(node, reading)),
    services: nodes.filter(isService).map((node) => readService(node, reading)),
    events: nodes.flatMap((node) => readEvents(node, expressions)),
    subProcesses: nodes
      .filter((node) => node.type === 'bpmn:SubProcess')
      .map((node) => readSubProcess(node, diagram, reading)),
    messages: readAllMessages(diagram, expressions),
    conditions,
    routings,
    expressions: expressions.placed,
    expressionFailures: expressions.failures,
  };
}

function readAllMessages({ element, processId, nodes }: Diagram, expressions: ExpressionReader): MessageReading[] {
  const holders = [{ element, id: processId }, ...nodes.values()];
  return holders
    .map((holder) => readMessages(holder.element, holder.id, expressions))
    .filter(({ message, notices, faults }) => message !== undefined || notices.length > 0 || faults.length > 0);
}

function readSubProcess(node: FlowNode, diagram: Diagram, { expressions, unresolved }: Reading): SubProcessDraft {
  const multiInstance = readMultiInstance(node, expressions, unresolved);
  return { node, ...defined({ multiInstance, own: readOwnVariables(node, diagram) }) };
}

function readOwnVariables({ id, element }: FlowNode, diagram: Diagram): SubProcessDraft['own'] {
  if (readMark(element, 'own') === undefined) return undefined;
  return defined({ initiatorVariable: readInitiatorVariable(diagram, id) });
}

function readProcess(
  diagram: Diagram,
  expressions: ExpressionReader,
  unresolved: readonly UnresolvedReference[],
): ProcessDraft {
  const { element, processId, processName } = diagram;
  return {
    transTypeCode: readTtc(element, 'transTypeCode') ?? processId,
    transTypeName: readTtc(element, 'transTypeName') ?? processName,
    summary: readSummary(element, processId, expressions),
    actions: readTargets(readActions(element, processId, 'action'), expressions),
    ...defined({
      transactionName: readTransactionName(diagram, expressions),
      initiatorVariable: readInitiatorVariable(diagram, processId),
      startDefaults: nonEmpty(readStartDefaults(diagram, expressions, unresolved)),
    }),
  };
}

/** The name of an instance: `ttc:transactionName`, else the process name if it contains an expression. */
function readTransactionName({ element, processId, processName }: Diagram, expressions: ExpressionReader) {
  const named = readTtc(element, 'transactionName');
  if (named !== undefined) return expressions.readText(named, processId, 'ttc:transactionName');
  return containsExpression(processName) ? expressions.find(processName, processId, 'the name') : undefined;
}

function readInitiatorVariable({ nodes }: Diagram, scopeId: string): string | undefined {
  const start = [...nodes.values()].find((node) => node.type === 'bpmn:StartEvent' && node.scope.id === scopeId);
  return start && readFirstAttribute(start.element, 'initiator');
}

function readStartDefaults(
  { element: process, nodes }: Diagram,
  expressions: ExpressionReader,
  unresolved: readonly UnresolvedReference[],
): readonly FormDefault[] {
  const start = [...nodes.values()].find(
    ({ type, scope, element }) =>
      type === 'bpmn:StartEvent' && scope.kind === 'process' && eventDefinitionsOf(element).length === 0,
  );
  const ofForm = start === undefined ? [] : readFormDefaults(start.element, start.id, expressions);
  return [...readDataObjects(process, expressions, unresolved), ...ofForm];
}

/**
 * The data objects of a process that have a value. In Flowable and Activiti each is a variable that is set when the
 * process starts; in plain BPMN data objects are documentation.
 */
function readDataObjects(
  process: ModdleElement,
  expressions: ExpressionReader,
  unresolved: readonly UnresolvedReference[],
): readonly FormDefault[] {
  return elementsOf(process, 'flowElements')
    .filter(({ $type }) => $type === 'bpmn:DataObject')
    .flatMap((object) => {
      const variable = textOf(object, 'name') ?? object.id;
      const [given] = FLOWABLE_AND_ACTIVITI.flatMap((vendor) => findExtensions(object, vendor, 'value'));
      if (variable === undefined || given?.text === undefined) return [];
      const value = expressions.read(given.text, object.id ?? variable, `the value of ${variable}`);
      return [{ variable, type: typeOfDefault(itemTypeOf(object, unresolved)), value }];
    });
}

/** A type such as `xsd:int` is an unresolved reference, because the file has no such element. */
function itemTypeOf(object: ModdleElement, unresolved: readonly UnresolvedReference[]): string | undefined {
  const type = unresolved.find(({ element, property }) => element === object && property === 'itemSubjectRef');
  return type?.id.replace(/^.*:/, '');
}
