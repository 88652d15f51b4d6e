import { graphData, linkGraph } from '../net/graph-data.ts';
import { defined, nonEmpty } from './defined.ts';
import type { Expression } from './expressions/expression.ts';
import type { Notice } from './message-template.ts';
import type { CountedButton } from './nodes/button.ts';
import type { EventNode } from './nodes/event-node.ts';
import type { MultiInstance } from './nodes/multi-instance.ts';
import type { ServiceNode } from './nodes/service-node.ts';
import type { UserTaskNode } from './nodes/task-node.ts';
import type { ProcessModel, SubProcessNode } from './process-model.ts';
import type { Draft, ServiceDraft, SubProcessDraft, UserTaskDraft } from './read/draft.ts';
import { ignoresConditions } from './read/read-condition.ts';
import { scriptTextOf } from './read/services/read-script.ts';
import {
  createKeyMaker,
  deriveButtons,
  hasHandleButtons,
  ownButtons,
  readCountedButton,
  readExplicitButton,
} from './read/tasks/buttons.ts';
import { listFormVariables } from './read/tasks/read-form.ts';
import type { MultiInstanceDraft } from './read/tasks/read-multi-instance.ts';
import { isOfPress } from './variables/press-variables.ts';

/** Turns a draft without errors into the model. */
export function finishModel(draft: Draft): ProcessModel {
  const { diagram, process, routings } = draft;
  const routed = [...routings].filter(([, { kind }]) => kind === 'press' || kind === 'votes');
  const { summary, actions: _processActions, ...fields } = process;
  const makeKey = createKeyMaker();
  return Object.freeze({
    graph: linkGraph(graphData(diagram)),
    processId: diagram.processId,
    processName: diagram.processName,
    ...fields,
    summary: summary.entries,
    processButtons: finishProcessButtons(draft, makeKey),
    ownButtons: ownButtons(draft.options, makeKey),
    userTasks: new Map(draft.userTasks.map((task) => [task.node.id, finishUserTask(task, draft)])),
    services: new Map([
      ...draft.services.map((service) => [service.node.id, finishService(service)] as const),
      ...finishScriptGateways(draft),
    ]),
    conditions: finishConditions(draft),
    events: finishEvents(draft),
    subProcesses: new Map(draft.subProcesses.map((subProcess) => [subProcess.node.id, finishSubProcess(subProcess)])),
    routedGateways: new Set(routed.map(([id]) => id)),
    ...noticesOf(diagram.processId, draft),
    ...(diagram.reserved.size > 0 && { reserved: diagram.reserved }),
  });
}

function finishUserTask(task: UserTaskDraft, draft: Draft): UserTaskNode {
  const { node, summary, mappings, assignment, urls, computedName, taskName, timeOut, canDelegate } = task;
  const { autoCreateTransType, allow, standardLoop, formDefaults, results } = task;
  return Object.freeze({
    nodeId: node.id,
    nodeName: node.name,
    ...{ assignment, summary: summary.entries, urls, allow },
    ...finishButtons(task, draft),
    ...noticesOf(node.id, draft),
    ...defined({ pressFields: nonEmpty(listFormVariables(node.element).filter(isOfPress)) }),
    ...defined({ computedName, taskName, timeOut, canDelegate, autoCreateTransType }),
    ...defined({ multiInstance: finishMultiInstance(task), standardLoop, formDefaults, results }),
    ...defined({ inputs: nonEmpty(mappings.inputs), outputs: nonEmpty(mappings.outputs) }),
    ...scriptsOf(mappings),
  });
}

function scriptsOf({ inputScripts, outputScripts }: Pick<ServiceNode, 'inputScripts' | 'outputScripts'>) {
  return defined({
    inputScripts: inputScripts && nonEmpty(inputScripts),
    outputScripts: outputScripts && nonEmpty(outputScripts),
  });
}

/**
 * The buttons of a node: derived ones if no explicit button handles the task, then the explicit ones, then those of the
 * process. Keys are unique per node, because a callback url identifies a button only by its key. Explicit keys are kept.
 */
function finishButtons(
  { node, actions, previousActions, gateway }: UserTaskDraft,
  draft: Draft,
): Pick<UserTaskNode, 'buttons' | 'handledButtons'> {
  const { routings, options } = draft;
  const makeKey = createKeyMaker();
  const routing = gateway && routings.get(gateway.id);
  const routed = gateway === undefined || routing === undefined ? undefined : { gateway, routing };
  const own = actions.flatMap((action) => readExplicitButton(action, routed, options, makeKey) ?? []);
  const handledButtons = previousActions.flatMap((action) => readCountedButton(action, options, makeKey) ?? []);
  const shared = finishProcessButtons(draft, makeKey);
  const derived = hasHandleButtons(actions) ? [] : deriveButtons(node, routings, options, makeKey);
  return { buttons: [...derived, ...own, ...shared], handledButtons };
}

function finishProcessButtons(
  { process, options }: Draft,
  makeKey: (wish: string) => string,
): readonly CountedButton[] {
  return process.actions.flatMap((action) => readCountedButton(action, options, makeKey) ?? []);
}

function finishMultiInstance({ multiInstance, votes }: UserTaskDraft): MultiInstance | undefined {
  const [approve] = votes?.approve ?? [];
  const [reject] = votes?.reject ?? [];
  if (multiInstance === undefined) return undefined;
  const preferred = preferCompletionRule(multiInstance);
  if (votes === undefined || approve === undefined || reject === undefined) return preferred;
  return { ...preferred, votes: { gatewayId: votes.gatewayId, approve, reject } };
}

// `ttc:completion` takes precedence over a completion condition; `completion-given-twice` warns of both.
function preferCompletionRule(multiInstance: MultiInstanceDraft): MultiInstance {
  if (multiInstance.completion === undefined) return multiInstance;
  const { condition: _condition, conditionScript: _script, ...preferred } = multiInstance;
  return preferred;
}

function finishService(draft: ServiceDraft): ServiceNode {
  const { node, service, computedName, resultVariable, keepsFields, mappings, expression, call, assign, passes } =
    draft;
  const script = draft.script && scriptTextOf(draft.script);
  const multiInstance = draft.multiInstance && preferCompletionRule(draft.multiInstance);
  return Object.freeze({
    nodeId: node.id,
    // The waiting node of a call was generated, so it has the name of the call.
    nodeName: call === undefined ? node.name : node.scope.name,
    service: service ?? '',
    inputs: mappings.inputs,
    outputs: mappings.outputs,
    ...scriptsOf(mappings),
    ...defined({ computedName, script, expression, resultVariable, keepsFields, multiInstance, call, assign, passes }),
  });
}

/** The conditions that are evaluated as expressions; conditions that are ignored or run as scripts are left out. */
function finishConditions({ diagram, conditions }: Draft): ReadonlyMap<string, Expression> {
  return new Map(
    [...conditions].flatMap(([id, { expression, script }]) => {
      const flow = diagram.flows.get(id);
      return flow === undefined || flow.isDefault || script !== undefined || ignoresConditions(flow)
        ? []
        : [[id, expression] as const];
    }),
  );
}

function finishScriptGateways({ diagram, conditions: read }: Draft): readonly (readonly [string, ServiceNode])[] {
  return [...diagram.nodes.values()].flatMap(({ id, name, type, incoming, outgoing }) => {
    const scripts = outgoing.flatMap((flow) => {
      const script = read.get(flow.id)?.script;
      return script === undefined || ignoresConditions(flow) ? [] : [{ flowId: flow.id, script }];
    });
    if (scripts.length === 0) return [];
    const takesOne = type === 'bpmn:ExclusiveGateway';
    const behind = diagram.reserved.has(id) ? incoming[0]?.source.id : undefined;
    const conditions = { takesOne, scripts, ...defined({ behind }) };
    const call = { service: '', inputs: [], outputs: [], conditions };
    return [[id, Object.freeze({ nodeId: id, nodeName: name, ...call })] as const];
  });
}

/** One node per event, with the event triggers of all its definitions. */
function finishEvents({ events, messages }: Draft): ReadonlyMap<string, EventNode> {
  const nodes = new Map<string, EventNode>();
  for (const { node, trigger, role } of events) {
    if (trigger === undefined) continue;
    const first = nodes.get(node.id);
    const message = messages.find(({ elementId }) => elementId === node.id)?.message;
    nodes.set(
      node.id,
      first === undefined
        ? { nodeId: node.id, nodeName: node.name, trigger, role, ...(message && { message }) }
        : { ...first, also: [...(first.also ?? []), trigger] },
    );
  }
  return new Map([...nodes].map(([id, node]) => [id, Object.freeze(node)]));
}

function noticesOf(elementId: string, { messages }: Draft): { readonly notices?: readonly Notice[] } {
  return defined({ notices: nonEmpty(messages.find((reading) => reading.elementId === elementId)?.notices ?? []) });
}

function finishSubProcess({ node, multiInstance, own }: SubProcessDraft): SubProcessNode {
  return Object.freeze({
    nodeId: node.id,
    nodeName: node.name,
    ...(multiInstance && { multiInstance: preferCompletionRule(multiInstance) }),
    ...defined({ own }),
  });
}
