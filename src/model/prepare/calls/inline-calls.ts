import { replaceReferences, walkTree } from '../../moddle/change-tree.ts';
import { type ModdleDefinitions, type ModdleElement, nameOf } from '../../moddle/moddle-element.ts';
import { createElement } from '../../moddle/parse-bpmn.ts';
import { NOTHING_LEFT_OVER, type ParseLeftovers } from '../../moddle/parse-leftovers.ts';
import { declareMarks, readMark, reservedId, setMarks } from '../../moddle/prepared-mark.ts';
import type { LateCall } from '../../nodes/service-node.ts';
import type { Problem } from '../../problem.ts';
import { findPartsNotRun, partNotRun } from '../../rules/elements.ts';
import { toProblem } from '../../rules/rule.ts';
import { createPassingNode, fillWithChain, inlineWithOwnVariables, passesAny } from '../flows/passing-nodes.ts';
import { prepareProblem } from '../prepare-rules.ts';
import { type CallMappings, readCallMappings } from './call-mappings.ts';
import type { CallSources } from './call-sources.ts';
import { findCall, type OpenCall } from './find-call.ts';
import { inlineCalled, keepCallProperties, keepData, replaceCall } from './inline-content.ts';

export interface InlineResult {
  /** Number of replaced calls. */
  readonly count: number;
  readonly problems: readonly Problem[];
  /** What the parser could not read in the called files. */
  readonly leftovers: readonly ParseLeftovers[];
}

/**
 * Replaces each call activity by an embedded sub-process with the called process, recursively. In bpmn-engine 25 an
 * interrupted call leaves its process running, errors do not reach the caller, and a call of an unknown process waits
 * forever; an embedded sub-process has none of these faults.
 * If the called process is not known yet, or the call is recursive, the sub-process waits until the process is inlined at
 * run time (`expandCall`).
 */
export async function inlineCalls(
  definitions: ModdleDefinitions,
  process: ModdleElement,
  xml: string,
  {
    executable,
    ...sources
  }: CallSources & {
    /** Ids of the executable processes of the file. */
    readonly executable: readonly string[];
  },
): Promise<InlineResult> {
  const calls = callsIn(process);
  if (calls.length === 0) return { count: 0, problems: [], leftovers: [] };
  const ofFile = await sources.count.judgeFile(xml, executable);
  const tooMany = ofFile.length > 0 ? ofFile : await sources.count.judge({ xml, processId: process.id ?? '' });
  if (tooMany.length > 0) return { count: 0, problems: tooMany, leftovers: [] };
  const problems: Problem[] = [];
  const leftovers: ParseLeftovers[] = [];
  const files = new Set([xml]);
  const open: OpenCall[] = calls.map((call) => ({ call, xml, path: [process.id ?? ''] }));
  const parts = new Map<ModdleElement, ModdleElement>();
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { call, path } = next;
    const found = await findCall(next, sources);
    problems.push(...found.problems);
    if (found.kind === 'refused') continue;
    const mappings = readCallMappings(call);
    problems.push(...judgeMappings(call, mappings));
    if (mappings.byData && mappings.isGiven) {
      declareMarks(call);
      setMarks(call, { mapped: 'true' });
    }
    const keep = (part: ModdleElement) => {
      if (mappings.byData) keepData(call, part);
      if (mappings.isGiven) {
        declareMarks(part);
        setMarks(part, { mapped: 'true' });
      }
      parts.set(call, part);
      return part;
    };
    if (found.kind === 'late') {
      problems.push(...warnOfLostParts(call));
      keep(createLateCall(call, found.target, found.by, mappings));
      continue;
    }
    const { tree, processId } = found;
    problems.push(...warnOfLostParts(call, tree.process));
    const draw = mappings.own ? inlineWithOwnVariables : inlineCalled;
    const part = keep(draw(call, tree.process, definitions, mappings));
    if (tree.xml !== next.xml && [...walkTree(part)].some(isCall)) noteProcess(part, processId);
    // The other leftovers belong to the whole file, and are reported once for all calls of it.
    const { unresolved } = tree.leftovers;
    leftovers.push(files.has(tree.xml) ? { ...NOTHING_LEFT_OVER, unresolved } : tree.leftovers);
    files.add(tree.xml);
    for (const inner of callsIn(part)) open.push({ call: inner, xml: tree.xml, path: [...path, processId] });
  }
  replaceReferences(definitions, (referred) => parts.get(referred) ?? referred);
  return { count: parts.size, problems, leftovers };
}

/** Notes that the content is from another file: its calls look there first for called processes. */
function noteProcess(part: ModdleElement, processId: string): void {
  declareMarks(part);
  setMarks(part, { process: processId });
}

/** Whether an element is a call, or the waiting node that replaced one when its file was prepared. */
function isCall(element: ModdleElement): boolean {
  return element.$type === 'bpmn:CallActivity' || readMark(element, 'target') !== undefined;
}

/** Warns of parameters of a call that are not supported. */
function judgeMappings(call: ModdleElement, { faults }: CallMappings): readonly Problem[] {
  if (faults.length === 0) return [];
  return [
    prepareProblem('call-parameter-not-run', {
      guess: true,
      elementId: call.id ?? '',
      reason: `The call activity "${nameOf(call) ?? call.id}" has the parameter ${faults.join(', ')}, which does not run here.`,
      remedy: 'Set a variable by its plain name; the called process shares the business key of its caller.',
    }),
  ];
}

/** Warns of parts of the call and the called process that are lost by inlining. */
function warnOfLostParts(...[call, called]: readonly [ModdleElement, ModdleElement?]): readonly Problem[] {
  const id = call.id ?? '';
  const found = [call, ...(called === undefined ? [] : [called])].flatMap((element) =>
    findPartsNotRun({ id, name: nameOf(element) ?? element.id ?? id, element }),
  );
  return found.map((finding) => toProblem(partNotRun, finding));
}

function callsIn(container: ModdleElement): readonly ModdleElement[] {
  return [...walkTree(container)].filter(({ $type }) => $type === 'bpmn:CallActivity');
}

/**
 * Replaces a call activity whose process is resolved at run time by a sub-process. A token waits in it until `expandCall`
 * has inlined the called process after the waiting node. The sub-process keeps the properties of the call, as in
 * `inlineCalled`.
 */
function createLateCall(
  call: ModdleElement,
  target: string,
  by: LateCall['by'],
  mappings: CallMappings,
): ModdleElement {
  const part = createElement('bpmn:SubProcess', { id: call.id, name: call.name });
  const wait = createElement('bpmn:ServiceTask', { id: reservedId(call, 'call') });
  const out = passesAny(mappings.out) ? { out: JSON.stringify(mappings.out) } : {};
  setMarks(wait, { part: 'call', target, by, ...(mappings.own ? { own: 'true', ...out } : {}) });
  fillWithChain(call, part, [...(mappings.own ? [createPassingNode(call, 'in', mappings.in)] : []), wait]);
  keepCallProperties(call, part);
  declareMarks(part);
  replaceCall(call, part);
  return part;
}
