import type { Expression } from '../expressions/expression.ts';
import { calledFunctions } from '../expressions/expression-analysis.ts';
import { expandNames } from '../expressions/text-names.ts';
import { readVendorAttribute } from '../moddle/extension.ts';
import type { ModdleElement } from '../moddle/moddle-element.ts';
import { readMark } from '../moddle/prepared-mark.ts';
import type { UnresolvedReference } from '../moddle/resolve-references.ts';
import type { Vendor } from '../moddle/vendor.ts';
import type { ModelOptions } from '../model-options.ts';
import type { FormDefault } from '../nodes/task-node.ts';
import { readDataObjects } from './data/read-data-objects.ts';
import { readMappings, readTaskMappings } from './data/read-mappings.ts';
import type { Diagram, FlowNode } from './diagram.ts';
import type { Draft, ProcessDraft, ServiceDraft, SubProcessDraft, UserTaskDraft } from './draft.ts';
import { eventDefinitionsOf } from './events/event-kind.ts';
import { readEvents } from './events/read-event.ts';
import { type MessageReading, readMessages } from './events/read-message.ts';
import { createExpressionReader, type ExpressionReader } from './expression-reader.ts';
import { readConditions } from './read-condition.ts';
import { readDiagram } from './read-diagram.ts';
import { readLateCall, readPassing } from './read-late-call.ts';
import { gatewayAfter, type Routing, readRoutings } from './read-routing.ts';
import { readStandardLoop } from './read-standard-loop.ts';
import { isScriptTask, readScript } from './services/read-script.ts';
import { isService, nameById, readResultVariable } from './services/read-service.ts';
import { readServiceFields } from './services/read-service-fields.ts';
import { readOwnExpression, readServiceName } from './services/read-service-name.ts';
import { readActions, readTargets } from './tasks/read-actions.ts';
import { readAssignment } from './tasks/read-assignment.ts';
import { readDue } from './tasks/read-due.ts';
import { readFormDefaults } from './tasks/read-form-defaults.ts';
import { readMultiInstance } from './tasks/read-multi-instance.ts';
import { readSummary } from './tasks/read-summary.ts';
import { readTaskResults } from './tasks/read-task-results.ts';
import { readUrls } from './tasks/read-urls.ts';
import { readVotes } from './tasks/read-votes.ts';
import { readTtc } from './ttc/read-ttc.ts';

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

interface Reading {
  readonly expressions: ExpressionReader;
  readonly options: ModelOptions;
  readonly unresolved: readonly UnresolvedReference[];
  readonly routings: ReadonlyMap<string, Routing>;
}

function readProcess(
  diagram: Diagram,
  expressions: ExpressionReader,
  unresolved: readonly UnresolvedReference[],
): ProcessDraft {
  const { element, processId, processName } = diagram;
  const transactionName = readTransactionName(diagram, expressions);
  const initiatorVariable = readInitiatorVariable(diagram, processId);
  const startDefaults = readStartDefaults(diagram, expressions, unresolved);
  return {
    transTypeCode: readTtc(element, 'transTypeCode') ?? processId,
    transTypeName: readTtc(element, 'transTypeName') ?? processName,
    summary: readSummary(element, processId, expressions),
    actions: readTargets(readActions(element, processId, 'action'), expressions),
    ...(transactionName === undefined ? {} : { transactionName }),
    ...(initiatorVariable === undefined ? {} : { initiatorVariable }),
    ...(startDefaults.length === 0 ? {} : { startDefaults }),
  };
}

/** The name of an instance: `ttc:transactionName`, else the process name if it contains an expression. */
function readTransactionName({ element, processId, processName }: Diagram, expressions: ExpressionReader) {
  const named = readTtc(element, 'transactionName');
  if (named !== undefined) return expressions.readText(named, processId, 'ttc:transactionName');
  return containsExpression(processName) ? expressions.find(processName, processId, 'the name') : undefined;
}

const INITIATOR_VENDORS: readonly Vendor[] = ['camunda', 'flowable', 'activiti'];

function readInitiatorVariable({ nodes }: Diagram, scopeId: string): string | undefined {
  const start = [...nodes.values()].find((node) => node.type === 'bpmn:StartEvent' && node.scope.id === scopeId);
  return start && INITIATOR_VENDORS.map((v) => readVendorAttribute(start.element, v, 'initiator')).find((name) => name);
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

/** Whether a name contains `${…}`. A name that begins with `=` is plain text. */
export function containsExpression(name: string): boolean {
  return /[$#]\{/.test(expandNames(name)) && !name.startsWith('=');
}

function readUserTask(node: FlowNode, reading: Reading): UserTaskDraft {
  const { expressions, options, unresolved, routings } = reading;
  const { element, id } = node;
  const actions = readTargets(readActions(element, id, 'action'), expressions);
  const gateway = gatewayAfter(node);
  const taskName = readTtc(element, 'taskName');
  const computedName = containsExpression(node.name)
    ? expressions.find(expandNames(node.name), id, 'the name')
    : undefined;
  const timeOut = readDue(node, expressions);
  const multiInstance = readMultiInstance(node, expressions, unresolved);
  const standardLoop = readStandardLoop(node, expressions);
  const formDefaults = readFormDefaults(element, id, expressions);
  const results = readTaskResults(element);
  const voted = gateway !== undefined && multiInstance !== undefined && routings.get(gateway.id)?.kind === 'votes';
  return {
    node,
    assignment: readAssignment(node, expressions),
    mappings: readTaskMappings(
      node,
      expressions,
      (each) => callsOnly(each, options.functions),
      // A shared countersign runs no scripts: nobody would get the task before the scripts of all signers are done.
      options.scripts !== false && multiInstance?.shared !== true,
    ),
    summary: readSummary(element, id, expressions),
    urls: readUrls(node, expressions),
    actions,
    previousActions: readTargets(readActions(element, id, 'previousAction'), expressions),
    ...readFlags(node, options),
    ...(computedName === undefined ? {} : { computedName }),
    ...(taskName === undefined ? {} : { taskName: expressions.readText(taskName, id, 'ttc:taskName') }),
    ...(timeOut === undefined ? {} : { timeOut }),
    ...(gateway === undefined ? {} : { gateway }),
    ...(multiInstance === undefined ? {} : { multiInstance }),
    ...(standardLoop === undefined ? {} : { standardLoop }),
    ...(formDefaults.length === 0 ? {} : { formDefaults }),
    ...(results.length === 0 ? {} : { results }),
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

function readService(node: FlowNode, reading: Reading): ServiceDraft {
  const { expressions, unresolved } = reading;
  const resultVariable = readResultVariable(node);
  const multiInstance = readMultiInstance(node, expressions, unresolved);
  const fields = readServiceFields(node, expressions);
  const mappings = readMappings(node, expressions);
  const call = readLateCall(node, expressions);
  return {
    node,
    // If a name is repeated the last one wins: a mapping overrides a field.
    mappings: {
      ...mappings,
      inputs: [...fields.inputs, ...mappings.inputs],
      outputs: [...fields.outputs, ...mappings.outputs],
    },
    ...readCall(node, reading),
    ...(call === undefined ? {} : { call }),
    ...readPassing(node, expressions),
    ...(resultVariable === undefined ? {} : { resultVariable }),
    ...(readVendorAttribute(node.element, 'camunda', 'topic') === undefined ? {} : { keepsFields: true as const }),
    ...(multiInstance === undefined ? {} : { multiInstance }),
  };
}

type Call = Pick<ServiceDraft, 'service' | 'computedName' | 'isUnnamed' | 'replaces' | 'script' | 'expression'>;

/** What a service does: calls a function of the host, runs a script, or evaluates an expression. */
function readCall(node: FlowNode, { expressions, options: { functions } }: Reading): Call {
  const { id } = node;
  const named = readServiceName(node);
  if (named !== undefined) {
    const { name, isComputed, ...stands } = named;
    return isComputed === true
      ? { computedName: expressions.read(name, id, 'the name of the service'), ...stands }
      : { service: name, ...stands };
  }
  if (isScriptTask(node)) {
    const script = readScript(node);
    if (script.expression === undefined) return { script };
    return { script, expression: expressions.read(script.expression, id, 'zeebe:script') };
  }
  const own = readOwnExpression(node);
  const expression = own === undefined ? undefined : createExpressionReader().find(own, id, 'expression');
  // An expression that only its own engine can evaluate is replaced by a service.
  if (own !== undefined && expression !== undefined && callsOnly(expression, functions)) {
    return { expression: expressions.read(own, id, 'expression') };
  }
  return { service: nameById(node), isUnnamed: true, ...(own === undefined ? {} : { replaces: own }) };
}

/** Whether the host has all functions that an expression calls. */
function callsOnly(expression: Expression, functions: ModelOptions['functions']): boolean {
  return [...calledFunctions(expression)].every((name) => functions?.has(name) === true);
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
