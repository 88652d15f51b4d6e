import type {
  Button,
  Countersign,
  EventNode,
  PreviousButton,
  ProcessModel,
  ServiceNode,
  SubProcessNode,
  UserTaskNode,
} from './process-model.ts';
import { createKeyMaker } from './read/button-key.ts';
import { deriveButtons } from './read/derive-buttons.ts';
import type { Draft, ServiceDraft, SubProcessDraft, UserTaskDraft } from './read/draft.ts';
import { isEventSubProcess } from './read/drawing.ts';
import type { MultiInstance } from './read/read-countersign.ts';
import type { EventDraft } from './read/read-event.ts';
import { readExplicitButton, readPreviousButton } from './read/read-explicit-button.ts';
import { scriptTextOf } from './read/read-script.ts';

/** Turns a draft that no rule refuses into the model. */
export function finishModel(draft: Draft): ProcessModel {
  const { drawing, process, routings } = draft;
  const routed = [...routings].filter(([, { kind }]) => kind === 'press' || kind === 'votes');
  const { summary, actions: _processActions, ...fields } = process;
  return Object.freeze({
    processId: drawing.processId,
    processName: drawing.processName,
    ...fields,
    summary: summary.entries,
    userTasks: new Map(draft.userTasks.map((task) => [task.node.id, finishUserTask(task, draft)])),
    services: new Map(draft.services.map((service) => [service.node.id, finishService(service)])),
    events: new Map(draft.events.flatMap(finishEvent)),
    subProcesses: new Map(draft.subProcesses.map((subProcess) => [subProcess.node.id, finishSubProcess(subProcess)])),
    routedGateways: new Set(routed.map(([id]) => id)),
  });
}

function finishUserTask(task: UserTaskDraft, draft: Draft): UserTaskNode {
  const { node, summary, taskName, timeOut, canDelegate, autoCreateTransType, standardLoop } = task;
  const countersign = finishCountersign(task);
  return Object.freeze({
    nodeId: node.id,
    nodeName: node.name,
    assignment: task.assignment,
    summary: summary.entries,
    urls: task.urls,
    buttons: finishButtons(task, draft),
    previousActions: finishPreviousActions(task, draft),
    ...(taskName === undefined ? {} : { taskName }),
    ...(timeOut === undefined ? {} : { timeOut }),
    ...(canDelegate === undefined ? {} : { canDelegate }),
    ...(autoCreateTransType === undefined ? {} : { autoCreateTransType }),
    ...(countersign === undefined ? {} : { countersign }),
    ...(standardLoop === undefined ? {} : { standardLoop }),
  });
}

/** The node's own buttons, or the derived ones where it has none; then those of the process. */
function finishButtons({ node, actions, gateway }: UserTaskDraft, draft: Draft): readonly Button[] {
  const makeKey = createKeyMaker();
  const routing = gateway && draft.routings.get(gateway.id);
  const routed = gateway === undefined || routing === undefined ? undefined : { gateway, routing };
  const explicit = actions.flatMap((action) => readExplicitButton(action, routed, draft.options, makeKey) ?? []);
  const own = explicit.length > 0 ? explicit : deriveButtons(node, draft.routings, draft.options, makeKey);
  const shared = draft.process.actions.flatMap(
    (action) => readExplicitButton(action, undefined, draft.options, makeKey) ?? [],
  );
  return [...own, ...shared];
}

function finishPreviousActions({ previousActions }: UserTaskDraft, { options }: Draft): readonly PreviousButton[] {
  const makeKey = createKeyMaker();
  return previousActions.flatMap((action) => readPreviousButton(action, options, makeKey) ?? []);
}

function finishCountersign({ multiInstance, votes }: UserTaskDraft): Countersign | undefined {
  const [approve] = votes?.approve ?? [];
  const [reject] = votes?.reject ?? [];
  if (multiInstance === undefined) return undefined;
  const countersign = preferCompletionRule(multiInstance);
  if (votes === undefined || approve === undefined || reject === undefined) return countersign;
  return { ...countersign, votes: { gatewayId: votes.gatewayId, approve, reject } };
}

// Where a drawing gives both, `ttc:completion` counts; a rule warns of it.
function preferCompletionRule(multiInstance: MultiInstance): Countersign {
  if (multiInstance.completion === undefined) return multiInstance;
  const { condition: _condition, ...countersign } = multiInstance;
  return countersign;
}

function finishService(draft: ServiceDraft): ServiceNode {
  const { node, service, resultVariable, mappings, multiInstance, expression } = draft;
  const script = draft.script && scriptTextOf(draft.script);
  return Object.freeze({
    nodeId: node.id,
    nodeName: node.name,
    service: service ?? '',
    inputs: mappings.inputs,
    outputs: mappings.outputs,
    ...(script === undefined ? {} : { script }),
    ...(expression === undefined ? {} : { expression }),
    ...(resultVariable === undefined ? {} : { resultVariable }),
    ...(multiInstance === undefined ? {} : { countersign: preferCompletionRule(multiInstance) }),
  });
}

function finishEvent({ node, trigger, role }: EventDraft): readonly (readonly [string, EventNode])[] {
  if (trigger === undefined) return [];
  return [[node.id, Object.freeze({ nodeId: node.id, nodeName: node.name, trigger, role })]];
}

function finishSubProcess({ node, multiInstance }: SubProcessDraft): SubProcessNode {
  return Object.freeze({
    nodeId: node.id,
    nodeName: node.name,
    triggeredByEvent: isEventSubProcess(node),
    ...(multiInstance === undefined ? {} : { countersign: preferCompletionRule(multiInstance) }),
  });
}
