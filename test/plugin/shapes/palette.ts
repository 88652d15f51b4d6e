/** What a modeler's palette has besides tasks and gateways, with the names that the shapes share. */
import {
  eventSubProcess as anyEventSubProcess,
  type BpmnNode,
  boundary,
  element,
  end,
  type MultiInstanceOptions,
  process,
  type StandardLoopOptions,
  standardLoop,
  start,
  subProcess,
  terminate,
  timer as timerOf,
  userTask,
} from '../../support/bpmn-xml.ts';

/** A process that only others call. */
export function calledProcess(id: string, nodes: readonly BpmnNode[], paths: string): string {
  return process(id, nodes, paths, { isExecutable: false });
}

export const tasks = (...ids: readonly string[]): BpmnNode[] => ids.map((id) => userTask(id));

/** The text is a duration, a date or a cycle. */
export const timer = (text = 'PT10H'): string => timerOf(text);
export const TERMINATE = terminate();
export const COMPENSATE = element('compensateEventDefinition', {});

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

/** A user task that is done again while the condition holds. */
export const loopedTask = (id: string, loop: StandardLoopOptions): BpmnNode =>
  userTask(id, { content: standardLoop(loop) });
