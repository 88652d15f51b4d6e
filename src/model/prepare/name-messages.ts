import { addChild } from '../moddle/change-tree.ts';
import { elementOf, type ModdleDefinitions, type ModdleElement, nameOf } from '../moddle/moddle-element.ts';
import { createElement } from '../moddle/parse-bpmn.ts';
import type { Problem } from '../problem.ts';
import { eventDefinitionsOf, eventKindOf } from '../read/events/event-kind.ts';
import { prepareProblem } from './prepare-rules.ts';

export interface NamedMessages {
  readonly messageFlows: readonly MessageFlow[];
  readonly problems: readonly Problem[];
}

/**
 * Reads the message flows of a file, and sets the message of each message event of `process` that has none: the message of
 * its flow, else of the other end of the flow, else a new one with the name of the flow.
 */
export function nameMessages(
  definitions: ModdleDefinitions,
  process: ModdleElement,
  flows: readonly ModdleElement[],
): NamedMessages {
  const problems: Problem[] = [];
  const messageFlows = flows.map((flow) => {
    const ends = [elementOf(flow, 'sourceRef'), elementOf(flow, 'targetRef')] as const;
    const holders = [messageHolderOf(ends[0], 'throws'), messageHolderOf(ends[1], 'catches')] as const;
    const named = holders.map((holder) => elementOf(holder, 'messageRef'));
    const message = elementOf(flow, 'messageRef') ?? named[0] ?? named[1];
    const name = message === undefined ? (nameOf(flow) ?? flow.id ?? '') : nameOfMessage(message);
    const idle = ends.map((end, index) =>
      processOf(end) === process && holders[index] === undefined ? end : undefined,
    );
    problems.push(...warnOfNothing(flow, idle));
    for (const [index, end] of ends.entries()) {
      const holder = holders[index];
      if (processOf(end) !== process || holder === undefined) continue;
      if (elementOf(holder, 'messageRef') === undefined) {
        holder.set('messageRef', message ?? addMessage(definitions, flow, name));
      }
    }
    problems.push(...warnOfTwoNames(flow, named));
    const known = holders.some((holder) => holder !== undefined);
    const [from, to] = [describeEnd(ends[0]), describeEnd(ends[1])];
    return { id: flow.id ?? '', from, to, ...(known ? { messageName: name } : {}) };
  });
  return { messageFlows, problems };
}

function nameOfMessage(message: ModdleElement): string {
  return nameOf(message) ?? message.id ?? '';
}

function addMessage(definitions: ModdleDefinitions, flow: ModdleElement, name: string): ModdleElement {
  const message = createElement('bpmn:Message', { id: `message-of-${flow.id}`, name });
  addChild(definitions, 'rootElements', message);
  return message;
}

const CATCHES = new Set(['bpmn:StartEvent', 'bpmn:IntermediateCatchEvent', 'bpmn:BoundaryEvent']);
const THROWS = new Set(['bpmn:EndEvent', 'bpmn:IntermediateThrowEvent']);

/** The element that refers to the message of an end: the event definition, or the task itself. */
function messageHolderOf(end: ModdleElement | undefined, way: 'throws' | 'catches'): ModdleElement | undefined {
  if (end === undefined) return undefined;
  if (end.$type === (way === 'throws' ? 'bpmn:SendTask' : 'bpmn:ReceiveTask')) return end;
  if (!(way === 'throws' ? THROWS : CATCHES).has(end.$type)) return undefined;
  return eventDefinitionsOf(end).find((definition) => eventKindOf(definition) === 'message');
}

/** The process that contains an end of a message flow; a pool drawn as an empty box has none. */
function processOf(end: ModdleElement | undefined): ModdleElement | undefined {
  if (end?.$type === 'bpmn:Participant') return elementOf(end, 'processRef');
  for (let at = end; at !== undefined; at = at.$parent) if (at.$type === 'bpmn:Process') return at;
  return undefined;
}

function describeEnd(end: ModdleElement | undefined): MessageFlowEnd {
  const processId = processOf(end)?.id;
  const nodeId = end === undefined || end.$type === 'bpmn:Participant' ? undefined : end.id;
  return { ...(processId === undefined ? {} : { processId }), ...(nodeId === undefined ? {} : { nodeId }) };
}

/** Warns of ends of the process, source and target, that neither throw nor catch a message. */
function warnOfNothing(flow: ModdleElement, [from, to]: readonly (ModdleElement | undefined)[]): readonly Problem[] {
  const faults = [
    ...(from === undefined ? [] : [`comes from "${nameOf(from) ?? from.id}", which throws no message`]),
    ...(to === undefined ? [] : [`leads to "${nameOf(to) ?? to.id}", which waits for no message`]),
  ];
  if (faults.length === 0) return [];
  const tasks = [...(from === undefined ? [] : ['a send task']), ...(to === undefined ? [] : ['a receive task'])];
  return [
    prepareProblem('message-flow-carries-nothing', {
      elementId: flow.id ?? 'definitions',
      reason: `The message flow "${nameOf(flow) ?? flow.id}" ${faults.join(', and ')}.`,
      remedy: `Leave it if it is only documentation; otherwise use a message event or ${tasks.join(' and ')}.`,
    }),
  ];
}

function warnOfTwoNames(flow: ModdleElement, named: readonly (ModdleElement | undefined)[]): readonly Problem[] {
  const names = named.flatMap((message) => (message === undefined ? [] : [nameOfMessage(message)]));
  const [one, other] = names;
  if (one === undefined || other === undefined || one === other) return [];
  const reason = `The message flow "${nameOf(flow) ?? flow.id}" is sent as "${one}" and waited for as "${other}", so it never arrives.`;
  const remedy = 'Let both ends name the same message.';
  return [prepareProblem('message-flow-with-two-names', { elementId: flow.id ?? 'definitions', reason, remedy })];
}

/** A message flow of the diagram. */
export interface MessageFlow {
  readonly id: string;
  /** The name of the message; undefined if neither end is a message event. */
  readonly messageName?: string;
  readonly from: MessageFlowEnd;
  readonly to: MessageFlowEnd;
}

/** A pool drawn as an empty box has no `processId`; an end at a whole pool has no `nodeId`. */
export interface MessageFlowEnd {
  readonly processId?: string;
  readonly nodeId?: string;
}
