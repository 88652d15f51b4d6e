import type { ModdleElement } from '../moddle/moddle-element.ts';
import { readMark } from '../moddle/prepared-mark.ts';
import type { UnresolvedReference } from '../moddle/resolve-references.ts';
import type { ModelOptions } from '../model-options.ts';
import type { Diagram, FlowNode } from './diagram.ts';
import type { Draft, SubProcessDraft } from './draft.ts';
import { readEvents } from './events/read-event.ts';
import { type MessageReading, readMessages } from './events/read-message.ts';
import { createExpressionReader, type ExpressionReader } from './expression-reader.ts';
import { readConditions } from './read-condition.ts';
import { readDiagram } from './read-diagram.ts';
import { readInitiatorVariable, readProcess } from './read-process.ts';
import { readRoutings } from './read-routing.ts';
import type { Reading } from './reading.ts';
import { isService } from './services/read-service.ts';
import { readService } from './services/read-service-draft.ts';
import { readActions } from './tasks/read-actions.ts';
import { readMultiInstance } from './tasks/read-multi-instance.ts';
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
  const own = readOwnVariables(node, diagram);
  return { node, ...(multiInstance === undefined ? {} : { multiInstance }), ...(own === undefined ? {} : { own }) };
}

function readOwnVariables({ id, element }: FlowNode, diagram: Diagram): SubProcessDraft['own'] {
  if (readMark(element, 'own') === undefined) return undefined;
  const initiatorVariable = readInitiatorVariable(diagram, id);
  return initiatorVariable === undefined ? {} : { initiatorVariable };
}
