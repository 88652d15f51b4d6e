import { StepError } from '../../../errors.ts';
import { addChild, setChildren, walkTree } from '../../moddle/change-tree.ts';
import {
  elementOf,
  elementsOf,
  type ModdleDefinitions,
  type ModdleElement,
  nameOf,
} from '../../moddle/moddle-element.ts';
import { createElement, type ParsedBpmn, parseBpmn } from '../../moddle/parse-bpmn.ts';
import { readMark, reservedId, setMarks } from '../../moddle/prepared-mark.ts';
import { writeTree } from '../../moddle/write-tree.ts';
import { rewireFlows } from '../flows/links-to-flows.ts';
import { passingNodeAfter } from '../flows/passing-nodes.ts';
import { calledStartOf, isComputed, readCalled } from './called-process.ts';
import { inlineContent } from './inline-content.ts';

/** A process to be inlined where a token waits for it. */
export interface FoundProcess {
  readonly processId: string;
  /** Identifies the version of the process. */
  readonly definitionId: string;
  /** Prepared: calls that could be resolved are already inlined. */
  readonly xml: string;
}

export interface ExpandedCall {
  /** The caller with the called process inlined; the given text itself if it was already inlined. */
  readonly xml: string;
  /** Its tree; absent if the text was not changed. */
  readonly parsed?: ParsedBpmn;
  /** The gateway after the waiting node that chooses between called processes, and its flow to this one. */
  readonly gatewayId: string;
  readonly flowId: string;
}

/** Maximum depth of nested calls in one instance, which infinite recursion reaches quickly. */
const MAX_DEPTH = 50;

/** Maximum number of processes inlined into one definition at run time; each makes every step of the instance slower. */
const MAX_INLINED = 200;

/**
 * Inlines a called process into the sub-process in which a token waits for it (`createLateCall`), after the waiting node.
 * Existing elements are neither removed nor changed, so a running instance can continue in the result. The result does not
 * depend on the order in which processes are inlined: n processes make at most 2^n definitions. Ids of the process get the
 * prefix `<call>.`, or `<call>.<process>.` if the called process is computed, and a part of `definitionId` if another
 * version was inlined before.
 * @param waitId id of the waiting node
 * @throws {StepError} `ERR_CALL_TOO_DEEP`; `ERR_STEP_FAILED`: the process cannot be called
 */
export async function expandCall(xml: string, waitId: string, found: FoundProcess): Promise<ExpandedCall> {
  const parsed = await parseBpmn(xml);
  const wait = [...walkTree(parsed.definitions)].find(({ id }) => id === waitId);
  const call = wait?.$parent;
  if (wait === undefined || call === undefined) throw new TypeError(`The definition has no wait ${waitId}.`);
  const gatewayId = reservedId(call, 'choice');
  const drawn = elementsOf(call, 'flowElements').filter((element) => readMark(element, 'part') === 'process');
  const known = drawn.find((part) => readMark(part, 'definition') === found.definitionId);
  if (known !== undefined) return { xml, gatewayId, flowId: flowTo(call, known) };

  refuseEndless(parsed.definitions, call, found);
  const tree = await readCalled(found.xml, found.processId);
  if (tree === undefined) throw new TypeError(`The definition of ${found.processId} has no such process.`);
  if (calledStartOf(tree.process).kind === 'none') throw notCallable(call, found);
  const key = keyOf(found);
  const own = readMark(wait, 'own');
  const part = createElement('bpmn:SubProcess', { id: reservedId(call, key), name: call.name });
  setMarks(part, {
    ...{ part: 'process', process: found.processId, definition: found.definitionId },
    ...(own === undefined ? {} : { own }),
  });
  addChild(call, 'flowElements', part);
  const prefix = freePrefix(parsed.definitions, wait, tree.process, key);
  inlineContent(part, tree.process, { prefix, caller: parsed.definitions, at: call, apart: true });
  const gateway = choiceAfter(call, wait);
  const flowId = reservedId(call, `flow-${key}`);
  addFlow(call, flowId, gateway, part);
  const out = passingNodeAfter(call, readMark(wait, 'out'));
  if (out !== undefined) addFlow(call, reservedId(call, `flow-out-${key}`), part, out);
  sortById(call, 'flowElements');
  sortById(parsed.definitions, 'rootElements');
  rewireFlows(call);
  const unresolved = [...parsed.leftovers.unresolved, ...tree.leftovers.unresolved];
  return { ...(await writeTree(parsed.definitions, unresolved)), gatewayId, flowId };
}

/** Distinguishes the processes inlined into the same call, independently of their order. */
function keyOf({ definitionId }: FoundProcess): string {
  return definitionId.slice(0, 8);
}

/** Makes the text independent of the order in which processes were inlined. */
function sortById(parent: ModdleElement, property: 'flowElements' | 'rootElements'): void {
  const placeOf = ({ $type, id = '' }: ModdleElement) => ($type === 'bpmn:Process' ? '' : id);
  const sorted = elementsOf(parent, property).toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  setChildren(parent, property, sorted);
}

function flowTo(call: ModdleElement, part: ModdleElement): string {
  const flows = elementsOf(call, 'flowElements').filter(({ $type }) => $type === 'bpmn:SequenceFlow');
  return flows.find((flow) => elementOf(flow, 'targetRef') === part)?.id ?? '';
}

/** The gateway after the waiting node; the step that resumes the call chooses its flow. */
function choiceAfter(call: ModdleElement, wait: ModdleElement): ModdleElement {
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

/**
 * The prefix for the ids of a called process, chosen so that no id is used twice. If an instance calls several versions of
 * a process at one call, the first one gets the plain prefix.
 */
function freePrefix(caller: ModdleDefinitions, wait: ModdleElement, process: ModdleElement, key: string): string {
  const { id } = wait.$parent ?? wait;
  const taken = new Set([...walkTree(caller)].map((element) => element.id));
  const ids = [...walkTree(process)].flatMap((element) => element.id ?? []);
  // With a computed target, the ids must not depend on which process is called first.
  const plain = isComputed(readMark(wait, 'target') ?? '') ? `${id}.${process.id}.` : `${id}.`;
  const candidates = [plain, `${id}.${process.id}.${key}.`];
  const isFree = (prefix: string) => ids.every((each) => !taken.has(prefix + each));
  return candidates.find(isFree) ?? `${id}..${key}.`;
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
  if (count >= MAX_INLINED) {
    throw tooDeep(call, `more than ${MAX_INLINED} processes and versions of them: start them as separate instances`);
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
