import { StepError } from '../../errors.ts';
import { addChild, walkTree } from '../moddle/change-tree.ts';
import { elementsOf, type ModdleDefinitions, type ModdleElement, nameOf } from '../moddle/moddle-element.ts';
import { createElement, parseWithLeftovers, writeBpmn } from '../moddle/parse-bpmn.ts';
import { readMark, setMarks } from '../moddle/prepared-mark.ts';
import { isComputed, readCalled } from './called-process.ts';
import { calledStartOf } from './called-start.ts';
import { drawContent } from './draw-into.ts';
import { passingBehind } from './draw-mappings.ts';
import { keepUnresolved } from './keep-unresolved.ts';
import { reservedId } from './reserved-id.ts';
import { rewireFlows } from './rewire-flows.ts';

/** A process to be drawn in where a token waits for it. */
export interface FoundProcess {
  readonly processId: string;
  /** Tells this version from others of the process. */
  readonly definitionId: string;
  /** Prepared: without calls that could be drawn in before. */
  readonly xml: string;
}

export interface ExpandedCall {
  /** The caller with the called process in it; the very text that came in where it was there already. */
  readonly xml: string;
  /** Behind the wait: where it is chosen which process a token goes to, and the flow to this one. */
  readonly gatewayId: string;
  readonly flowId: string;
}

/** Calls of calls of one instance: a process that calls itself without end comes to this in a moment. */
const MAX_DEPTH = 50;

/** Called processes drawn into one definition while it runs; each makes every step of its instance slower. */
const MAX_DRAWN = 200;

/**
 * Draws a called process into the sub-process in which a token waits for it (`drawLateCall`), behind the wait. Nothing
 * that is there is taken away or changed, so that an instance which runs goes on in the result. The same texts give the
 * same result. Ids of the process get `<call>.` in front; where it is computed, or another version was drawn in before,
 * `<call>.<process>.`.
 * @param waitId the wait of the call
 * @throws {StepError} `ERR_CALL_TOO_DEEP`; `ERR_STEP_FAILED`: the process cannot be called
 */
export async function expandCall(xml: string, waitId: string, found: FoundProcess): Promise<ExpandedCall> {
  const parsed = await parseWithLeftovers(xml);
  const wait = [...walkTree(parsed.definitions)].find(({ id }) => id === waitId);
  const call = wait?.$parent;
  if (wait === undefined || call === undefined) throw new TypeError(`The definition has no wait ${waitId}.`);
  const gatewayId = reservedId(call, 'choice');
  const drawn = elementsOf(call, 'flowElements').filter((element) => readMark(element, 'part') === 'process');
  const known = drawn.findIndex((part) => readMark(part, 'definition') === found.definitionId);
  if (known >= 0) return { xml, gatewayId, flowId: flowIdOf(call, known + 1) };

  refuseEndless(parsed.definitions, call, found);
  const tree = await readCalled(found.xml, found.processId);
  if (tree === undefined) throw new TypeError(`The definition of ${found.processId} has no such process.`);
  if (calledStartOf(tree.process).kind === 'none') throw notCallable(call, found);
  const number = drawn.length + 1;
  const part = createElement('bpmn:SubProcess', { id: reservedId(call, String(number)), name: call.name });
  const own = readMark(wait, 'own');
  setMarks(part, {
    ...{ part: 'process', process: found.processId, definition: found.definitionId },
    ...(own === undefined ? {} : { own }),
  });
  addChild(call, 'flowElements', part);
  const prefix = freePrefix(parsed.definitions, wait, tree.process, number);
  drawContent(part, tree.process, { prefix, caller: parsed.definitions, at: call });
  const gateway = choiceBehind(call, wait);
  addFlow(call, flowIdOf(call, number), gateway, part);
  const out = passingBehind(call, readMark(wait, 'out'));
  if (out !== undefined) addFlow(call, reservedId(call, `flow-out-${number}`), part, out);
  rewireFlows(call);
  keepUnresolved(parsed.definitions, [...parsed.leftovers.unresolved, ...tree.leftovers.unresolved]);
  return { xml: await writeBpmn(parsed.definitions), gatewayId, flowId: flowIdOf(call, number) };
}

function flowIdOf(call: ModdleElement, number: number): string {
  return reservedId(call, `flow-${number}`);
}

/** The gateway that a press of nobody decides: the step that goes on knows the flow. */
function choiceBehind(call: ModdleElement, wait: ModdleElement): ModdleElement {
  const id = reservedId(call, 'choice');
  const known = elementsOf(call, 'flowElements').find((element) => element.id === id);
  if (known !== undefined) return known;
  const gateway = createElement('bpmn:ExclusiveGateway', { id });
  setMarks(gateway, { part: 'choice' });
  addChild(call, 'flowElements', gateway);
  addFlow(call, reservedId(call, 'flow-0'), wait, gateway);
  return gateway;
}

function addFlow(call: ModdleElement, id: string, source: ModdleElement, target: ModdleElement): void {
  const flow = createElement('bpmn:SequenceFlow', { id, sourceRef: source, targetRef: target });
  setMarks(flow, { part: 'flow' });
  addChild(call, 'flowElements', flow);
}

/** What goes before the ids of a called process, so that none of them is there twice. */
function freePrefix(caller: ModdleDefinitions, wait: ModdleElement, process: ModdleElement, number: number): string {
  const { id } = wait.$parent ?? wait;
  const taken = new Set([...walkTree(caller)].map((element) => element.id));
  const ids = [...walkTree(process)].flatMap((element) => element.id ?? []);
  const named = [`${id}.${process.id}.`, `${id}.${process.id}.${number}.`];
  // Which of several processes comes first is not to decide how its tasks are called.
  const isOne = number === 1 && !isComputed(readMark(wait, 'target') ?? '');
  const candidates = isOne ? [`${id}.`, ...named] : named;
  const isFree = (prefix: string) => ids.every((each) => !taken.has(prefix + each));
  return candidates.find(isFree) ?? `${id}..${number}.`;
}

function refuseEndless(definitions: ModdleDefinitions, call: ModdleElement, { processId }: FoundProcess): void {
  const chain = [processId];
  for (let at = call.$parent; at !== undefined; at = at.$parent) {
    const process = readMark(at, 'process') ?? (at.$type === 'bpmn:Process' ? at.id : undefined);
    if (process !== undefined) chain.unshift(process);
  }
  if (chain.length > MAX_DEPTH) {
    const shown = [...chain.slice(0, 5), '…', ...chain.slice(-5)].join(' > ');
    throw tooDeep(call, `${chain.length} processes deep (${shown}): let the recursion end`);
  }
  const count = [...walkTree(definitions)].filter((each) => readMark(each, 'part') === 'process').length;
  if (count >= MAX_DRAWN) {
    throw tooDeep(call, `more than ${MAX_DRAWN} processes and versions of them: start them as instances of their own`);
  }
}

function tooDeep(call: ModdleElement, reason: string): StepError {
  const { id } = call;
  return new StepError('ERR_CALL_TOO_DEEP', `The call activity "${nameOf(call) ?? id}" (${id}) calls ${reason}.`);
}

function notCallable(call: ModdleElement, { processId }: FoundProcess): StepError {
  const { id } = call;
  return new StepError(
    'ERR_STEP_FAILED',
    `The call activity "${nameOf(call) ?? id}" (${id}) calls ${processId}, which has several start events and none ` +
      'without a trigger. Give it one plain start event, deploy it, and retry the incident.',
  );
}
