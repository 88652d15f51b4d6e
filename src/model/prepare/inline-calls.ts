import { replaceReferences, walkTree } from '../moddle/change-tree.ts';
import { type ModdleDefinitions, type ModdleElement, nameOf } from '../moddle/moddle-element.ts';
import type { ParseLeftovers } from '../moddle/parse-bpmn.ts';
import { declareMarks, readMark, setMarks } from '../moddle/prepared-mark.ts';
import type { Problem } from '../problem.ts';
import { partNotRun, warnOfParts } from '../rules/file/part-not-run.ts';
import { readCallMappings } from './call-mappings.ts';
import type { CallSources } from './call-sources.ts';
import { drawInto, keepData } from './draw-into.ts';
import { drawLateCall } from './draw-late-call.ts';
import { drawApart } from './draw-mappings.ts';
import { findCall, type OpenCall } from './find-call.ts';
import { judgeMappings } from './judge-mappings.ts';

export interface InlineResult {
  /** How many calls were drawn into the process. */
  readonly count: number;
  readonly problems: readonly Problem[];
  /** What the parser skipped of the called files. */
  readonly leftovers: readonly ParseLeftovers[];
}

/**
 * Draws the called process of each call activity into the caller as an embedded sub-process, and the calls in those.
 * In bpmn-engine 25 a call that is interrupted leaves its process running, its errors are not seen by the caller, and
 * an unknown process waits for ever; an embedded sub-process has none of these faults.
 * Where it is not known yet what is called, or the call leads back to itself, the sub-process waits for what is drawn
 * into it when a token comes (`expandCall`).
 */
export async function inlineCalls(
  definitions: ModdleDefinitions,
  process: ModdleElement,
  xml: string,
  {
    executable,
    ...sources
  }: CallSources & {
    /** Of the processes of the file, those that can be started. */
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
      keep(drawLateCall(call, found.target, found.by, mappings));
      continue;
    }
    const { tree, processId } = found;
    problems.push(...warnOfLostParts(call, tree.process));
    const draw = mappings.own ? drawApart : drawInto;
    const part = keep(draw(call, tree.process, definitions, mappings));
    if (tree.xml !== next.xml && [...walkTree(part)].some(isCall)) noteProcess(part, processId);
    leftovers.push(files.has(tree.xml) ? onlyUnresolved(tree.leftovers) : tree.leftovers);
    files.add(tree.xml);
    for (const inner of callsIn(part)) open.push({ call: inner, xml: tree.xml, path: [...path, processId] });
  }
  replaceReferences(definitions, (referred) => parts.get(referred) ?? referred);
  return { count: parts.size, problems, leftovers };
}

/** From another file: calls in it look there first for what they call. */
function noteProcess(part: ModdleElement, processId: string): void {
  declareMarks(part);
  setMarks(part, { process: processId });
}

/** A call, or the wait that took its place when its file was prepared. */
function isCall(element: ModdleElement): boolean {
  return element.$type === 'bpmn:CallActivity' || readMark(element, 'target') !== undefined;
}

/** What would be gone with the call and with the process it calls. */
function warnOfLostParts(...[call, called]: readonly [ModdleElement, ModdleElement?]): readonly Problem[] {
  const id = call.id ?? '';
  return [call, ...(called === undefined ? [] : [called])]
    .flatMap((element) => warnOfParts(id, nameOf(element) ?? element.id ?? id, element))
    .map((finding) => ({ ...finding, rule: partNotRun.name }));
}

function callsIn(container: ModdleElement): readonly ModdleElement[] {
  return [...walkTree(container)].filter(({ $type }) => $type === 'bpmn:CallActivity');
}

/** The rest is said of the whole file, once for all calls of it. */
function onlyUnresolved({ unresolved }: ParseLeftovers): ParseLeftovers {
  return {
    unresolved,
    skipped: [],
    named: [],
    unknownAttributes: [],
    invalidBooleans: [],
    repeatedParts: [],
    madeIds: [],
    undeclaredPrefixes: [],
  };
}
