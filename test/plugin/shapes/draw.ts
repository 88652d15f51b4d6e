/**
 * What a modeler's palette has besides tasks and gateways, in the words of `test/support/bpmn-xml.ts`: events,
 * boundaries, sub-processes, pools, with the names the shapes share.
 */
import {
  eventSubProcess as anyEventSubProcess,
  receiveTask as anyReceiveTask,
  type BpmnNode,
  boundary,
  bpmn,
  element,
  end,
  error as errorRef,
  escalation as escalationRef,
  type MultiInstanceOptions,
  message as messageRef,
  node,
  process,
  root,
  signal as signalRef,
  start,
  subProcess,
  terminate,
  timer as timerOf,
  userTask,
} from '../../support/bpmn-xml.ts';

const MESSAGES = ['m1', 'm2'];
const SIGNALS = ['g1'];
const ERRORS = ['E1', 'E2'];
const ESCALATIONS = ['S1'];

/** The messages, signals, errors and escalations all diagrams share. Their ids are never their names. */
const VOCABULARY = [
  ...MESSAGES.map((name) => root('message', `message-${name}`, { name })),
  ...SIGNALS.map((name) => root('signal', `signal-${name}`, { name })),
  ...ERRORS.map((errorCode) => root('error', `error-${errorCode}`, { name: 'error', errorCode })),
  ...ESCALATIONS.map((escalationCode) => root('escalation', `escalation-${escalationCode}`, { escalationCode })),
].join('');

/** A file with one process. */
export function diagram(nodes: readonly BpmnNode[], paths: string, processId = 'P'): string {
  return diagramOf(process(processId, nodes, paths));
}

/** A file with several processes, or with a collaboration. */
export function diagramOf(...rootElements: readonly string[]): string {
  return bpmn(VOCABULARY, ...rootElements);
}

/** A process that only others call. */
export function calledProcess(id: string, nodes: readonly BpmnNode[], paths: string): string {
  return process(id, nodes, paths, { isExecutable: false });
}

/** Pools of these processes with message flows between nodes, each `from > to`. */
export function pools(processIds: readonly string[], messageFlows: readonly string[]): string {
  const participants = processIds.map((processRef) => element('participant', { id: `pool-${processRef}`, processRef }));
  const flows = messageFlows.map((flow, index) => {
    const [sourceRef, targetRef] = flow.split(' > ');
    return element('messageFlow', { id: `message-flow-${index}`, sourceRef, targetRef });
  });
  return element('collaboration', { id: 'collaboration' }, [...participants, ...flows].join(''));
}

export const tasks = (...ids: readonly string[]): BpmnNode[] => ids.map((id) => userTask(id));

/** The text is a duration, a date or a cycle. */
export const timer = (text = 'PT10H'): string => timerOf(text);
export const message = (name: string): string => messageRef(`message-${name}`);
export const signal = (name: string): string => signalRef(`signal-${name}`);
/** Without a code it catches every error. */
export const error = (code?: string): string => errorRef(code && `error-${code}`);
export const escalation = (code: string): string => escalationRef(`escalation-${code}`);
export const TERMINATE = terminate();
export const COMPENSATE = element('compensateEventDefinition', {});
export const CANCEL = element('cancelEventDefinition', {});

export const startOn = (id: string, event: string): BpmnNode => start(id, { content: event });
export const endWith = (id: string, event: string): BpmnNode => end(id, { content: event });
export const receiveTask = (id: string, name: string): BpmnNode => anyReceiveTask(id, `message-${name}`);
export const sendTask = (id: string, name: string): BpmnNode =>
  node('sendTask', id, { attributes: { messageRef: `message-${name}` } });

/** An event on the edge of an activity that goes on beside it. */
export const sideBoundary = (id: string, host: string, event: string): BpmnNode =>
  boundary(id, host, event, { interrupting: false });

export const multiSubProcess = (
  id: string,
  nodes: readonly BpmnNode[],
  paths: string,
  multiInstance: MultiInstanceOptions,
): BpmnNode => subProcess(id, nodes, paths, { multiInstance });

/** An event sub-process with one task `<id>U` behind its start `<id>s`; it ends what runs beside it. */
export const eventSubProcess = (id: string, event: string): BpmnNode => oneTaskOn(id, event, true);

/** The same, running beside the rest. */
export const sideEventSubProcess = (id: string, event: string): BpmnNode => oneTaskOn(id, event, false);

function oneTaskOn(id: string, content: string, isInterrupting: boolean): BpmnNode {
  const nodes = [start(`${id}s`, { content, attributes: { isInterrupting } }), userTask(`${id}U`), end(`${id}e`)];
  return anyEventSubProcess(id, nodes, `${id}s > ${id}U > ${id}e`);
}

/** Not run; drawn to be refused. */
export function transaction(id: string, nodes: readonly BpmnNode[], paths: string): BpmnNode {
  return { ...subProcess(id, nodes, paths), tag: 'transaction' };
}

/** A user task that is done again while the condition holds. */
export function loopedTask(
  id: string,
  loop: { readonly condition?: string; readonly maximum?: number; readonly testBefore?: boolean },
): BpmnNode {
  const { condition, maximum: loopMaximum, testBefore } = loop;
  const content = condition && element('loopCondition', { 'xsi:type': 'tFormalExpression' }, condition);
  return userTask(id, { content: element('standardLoopCharacteristics', { loopMaximum, testBefore }, content) });
}
