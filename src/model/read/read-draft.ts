import { readVendorAttribute } from '../moddle/extension.ts';
import type { ModdleElement } from '../moddle/moddle-element.ts';
import type { UnresolvedReference } from '../moddle/parse-bpmn.ts';
import type { Vendor } from '../moddle/vendor.ts';
import type { ModelOptions } from '../model-options.ts';
import type { Draft, ProcessDraft, ServiceDraft, SubProcessDraft, UserTaskDraft } from './draft.ts';
import type { Drawing, FlowNode } from './drawing.ts';
import { createExpressionReader, type ExpressionReader } from './expression-reader.ts';
import { readActions, readTargets } from './read-actions.ts';
import { readAssignment } from './read-assignment.ts';
import { readConditions } from './read-condition.ts';
import { readMultiInstance } from './read-countersign.ts';
import { readDrawing } from './read-drawing.ts';
import { readDue } from './read-due.ts';
import { readEvent } from './read-event.ts';
import { readAssignments, readLateCall } from './read-late-call.ts';
import { readMappings } from './read-mappings.ts';
import { type MessageReading, readMessages } from './read-message.ts';
import { gatewayBehind, type Routing, readRoutings } from './read-routing.ts';
import { isScriptTask, readScript } from './read-script.ts';
import { isService, readResultVariable, readServiceName } from './read-service.ts';
import { readStandardLoop } from './read-standard-loop.ts';
import { readSummary } from './read-summary.ts';
import { readTtc } from './read-ttc.ts';
import { readUrls } from './read-urls.ts';
import { readVotes } from './read-votes.ts';

/** Reads all that one process says. Never throws for what an author may have drawn. */
export function readDraft(
  process: ModdleElement,
  options: ModelOptions,
  unresolved: readonly UnresolvedReference[],
): Draft {
  const drawing = readDrawing(process);
  const expressions = createExpressionReader();
  const nodes = [...drawing.nodes.values()];
  const userTasks = nodes.filter((node) => node.type === 'bpmn:UserTask');
  const conditions = readConditions(drawing, expressions);
  const actions = new Map(userTasks.map((node) => [node.id, readActions(node.element, node.id, 'action')]));
  const routings = readRoutings(drawing, conditions, actions);
  const reading: Reading = { expressions, options, unresolved, routings };
  return {
    drawing,
    options,
    process: readProcess(drawing, expressions),
    userTasks: userTasks.map((node) => readUserTask(node, reading)),
    services: nodes.filter(isService).map((node) => readService(node, reading)),
    events: nodes.flatMap((node) => readEvent(node, expressions) ?? []),
    subProcesses: nodes.filter((node) => node.type === 'bpmn:SubProcess').map((node) => readSubProcess(node, reading)),
    messages: readAllMessages(drawing, expressions),
    conditions,
    routings,
    expressionFailures: expressions.failures,
  };
}

function readAllMessages({ element, processId, nodes }: Drawing, expressions: ExpressionReader): MessageReading[] {
  const holders = [{ element, id: processId }, ...nodes.values()];
  return holders
    .map((holder) => readMessages(holder.element, holder.id, expressions))
    .filter(({ message, notices, faults }) => message !== undefined || notices.length > 0 || faults.length > 0);
}

interface Reading {
  readonly expressions: ExpressionReader;
  readonly options: ModelOptions;
  readonly unresolved: readonly UnresolvedReference[];
  readonly routings: ReadonlyMap<string, Routing>;
}

function readProcess(drawing: Drawing, expressions: ExpressionReader): ProcessDraft {
  const { element, processId, processName } = drawing;
  const transactionName = readTtc(element, 'transactionName');
  const initiatorVariable = readInitiatorVariable(drawing);
  return {
    transTypeCode: readTtc(element, 'transTypeCode') ?? processId,
    transTypeName: readTtc(element, 'transTypeName') ?? processName,
    summary: readSummary(element, processId, expressions),
    actions: readTargets(readActions(element, processId, 'action'), expressions),
    ...(transactionName === undefined
      ? {}
      : { transactionName: expressions.read(transactionName, processId, 'ttc:transactionName') }),
    ...(initiatorVariable === undefined ? {} : { initiatorVariable }),
  };
}

const INITIATOR_VENDORS: readonly Vendor[] = ['camunda', 'flowable', 'activiti'];

function readInitiatorVariable({ nodes }: Drawing): string | undefined {
  const start = [...nodes.values()].find((node) => node.type === 'bpmn:StartEvent' && node.scope.kind === 'process');
  return start && INITIATOR_VENDORS.map((v) => readVendorAttribute(start.element, v, 'initiator')).find((name) => name);
}

function readUserTask(node: FlowNode, reading: Reading): UserTaskDraft {
  const { expressions, unresolved, routings } = reading;
  const { element, id } = node;
  const actions = readTargets(readActions(element, id, 'action'), expressions);
  const gateway = gatewayBehind(node);
  const taskName = readTtc(element, 'taskName');
  const timeOut = readDue(node, expressions);
  const multiInstance = readMultiInstance(node, expressions, unresolved);
  const standardLoop = readStandardLoop(node, expressions);
  const voted = gateway !== undefined && multiInstance !== undefined && routings.get(gateway.id)?.kind === 'votes';
  return {
    node,
    assignment: readAssignment(node, expressions),
    summary: readSummary(element, id, expressions),
    urls: readUrls(node),
    actions,
    previousActions: readTargets(readActions(element, id, 'previousAction'), expressions),
    ...readFlags(node, reading.options),
    ...(taskName === undefined ? {} : { taskName: expressions.read(taskName, id, 'ttc:taskName') }),
    ...(timeOut === undefined ? {} : { timeOut }),
    ...(gateway === undefined ? {} : { gateway }),
    ...(multiInstance === undefined ? {} : { multiInstance }),
    ...(standardLoop === undefined ? {} : { standardLoop }),
    ...(voted ? { votes: readVotes(gateway, actions) } : {}),
  };
}

function readFlags(
  { element }: FlowNode,
  options: ModelOptions,
): Pick<UserTaskDraft, 'canDelegate' | 'autoCreateTransType'> {
  const canDelegate = readTtc(element, 'canDelegate');
  const autoCreate = readTtc(element, 'autoCreateTransType');
  const delegate = canDelegate === undefined ? options.canDelegate : /^(1|true)$/.test(canDelegate) ? 1 : 0;
  const create = autoCreate === undefined ? options.autoCreateTransType : autoCreate === 'true';
  return {
    ...(delegate === undefined ? {} : { canDelegate: delegate }),
    ...(create === undefined ? {} : { autoCreateTransType: create }),
  };
}

function readService(node: FlowNode, { expressions, unresolved }: Reading): ServiceDraft {
  const service = readServiceName(node);
  const script = service === undefined && isScriptTask(node) ? readScript(node) : undefined;
  const resultVariable = readResultVariable(node);
  const multiInstance = readMultiInstance(node, expressions, unresolved);
  const call = readLateCall(node, expressions);
  const assign = readAssignments(node, expressions);
  return {
    node,
    mappings: readMappings(node, expressions),
    ...(call === undefined ? {} : { call }),
    ...(assign === undefined ? {} : { assign }),
    ...(service === undefined ? {} : { service }),
    ...(script === undefined ? {} : { script }),
    ...(script?.expression === undefined
      ? {}
      : { expression: expressions.read(script.expression, node.id, 'zeebe:script') }),
    ...(resultVariable === undefined ? {} : { resultVariable }),
    ...(multiInstance === undefined ? {} : { multiInstance }),
  };
}

function readSubProcess(node: FlowNode, { expressions, unresolved }: Reading): SubProcessDraft {
  const multiInstance = readMultiInstance(node, expressions, unresolved);
  return { node, ...(multiInstance === undefined ? {} : { multiInstance }) };
}
