import { replaceReferences, walkTree } from '../moddle/change-tree.ts';
import { elementsOf, type ModdleDefinitions, type ModdleElement, nameOf } from '../moddle/moddle-element.ts';
import type { ParseLeftovers } from '../moddle/parse-bpmn.ts';
import type { Problem } from '../problem.ts';
import { eventDefinitionsOf } from '../read/event-kind.ts';
import { partNotRun, warnOfParts } from '../rules/part-not-run.ts';
import { type CalledProcess, type CalledProcesses, calledElementOf, findCalledProcess } from './called-process.ts';
import { drawInto } from './draw-into.ts';
import type { PrepareRule } from './prepare-rules.ts';

export interface InlineResult {
  /** How many calls were drawn into the process. */
  readonly count: number;
  readonly problems: readonly Problem[];
  /** What the parser skipped of the called files. */
  readonly leftovers: readonly ParseLeftovers[];
}

/** A file that needs more is refused: calls of calls multiply, and a few lines could fill the memory. */
const MAX_CALLS = 200;

/**
 * Draws the called process of each call activity into the caller as an embedded sub-process, and the calls in those.
 * In bpmn-engine 25 a call that is interrupted leaves its process running, its errors are not seen by the caller, and
 * an unknown process waits for ever; an embedded sub-process has none of these faults. The variables are the caller's.
 */
export async function inlineCalls(
  definitions: ModdleDefinitions,
  process: ModdleElement,
  xml: string,
  calledProcesses: CalledProcesses,
): Promise<InlineResult> {
  const problems: Problem[] = [];
  const leftovers: ParseLeftovers[] = [];
  const open: OpenCall[] = callsIn(process).map((call) => ({ call, xml, path: [process.id ?? ''] }));
  const parts = new Map<ModdleElement, ModdleElement>();
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { call, path } = next;
    if (parts.size === MAX_CALLS) {
      problems.push(tooManyCalls(call));
      break;
    }
    const found = await resolve(next, calledProcesses);
    if ('problem' in found) {
      problems.push(found.problem);
      continue;
    }
    const calledId = found.process.id ?? '';
    problems.push(...warnOfLostParts(call, found.process));
    const part = drawInto(call, found.process, definitions);
    parts.set(call, part);
    leftovers.push(found.parsed.leftovers);
    for (const inner of callsIn(part)) open.push({ call: inner, xml: found.xml, path: [...path, calledId] });
  }
  replaceReferences(definitions, (referred) => parts.get(referred) ?? referred);
  return { count: parts.size, problems, leftovers };
}

/** What would be gone with the call and with the process it calls. */
function warnOfLostParts(call: ModdleElement, called: ModdleElement): readonly Problem[] {
  const id = call.id ?? '';
  return [call, called]
    .flatMap((element) => warnOfParts(id, nameOf(element) ?? element.id ?? id, element))
    .map((finding) => ({ ...finding, rule: partNotRun.name }));
}

interface OpenCall {
  readonly call: ModdleElement;
  /** The file in which the call was drawn. */
  readonly xml: string;
  /** Ids of the processes that lead to it. */
  readonly path: readonly string[];
}

function callsIn(container: ModdleElement): readonly ModdleElement[] {
  return [...walkTree(container)].filter(({ $type }) => $type === 'bpmn:CallActivity');
}

async function resolve(
  { call, xml, path }: OpenCall,
  calledProcesses: CalledProcesses,
): Promise<CalledProcess | { readonly problem: Problem }> {
  const refuse = (rule: PrepareRule, reason: string, remedy: string) => ({
    problem: {
      severity: 'error' as const,
      rule,
      elementId: call.id ?? '',
      reason: `The call activity "${nameOf(call) ?? call.id}" ${reason}.`,
      remedy,
    },
  });
  const target = calledElementOf(call);
  if (target === undefined) {
    return refuse('call-target-unknown', 'does not say which process it calls', 'Choose the called process.');
  }
  if (/^=|[$#]\{/.test(target)) {
    const reason = `calls ${target}, which is only known at run time`;
    const remedy = 'Name one process, or draw a gateway with a call for each.';
    return refuse('call-target-is-expression', reason, remedy);
  }
  const found = await findCalledProcess(call, xml, calledProcesses);
  if (found === undefined) {
    const reason = `calls the process ${target}, which is neither in this file nor deployed`;
    return refuse('call-target-unknown', reason, 'Deploy that process first, or correct the name.');
  }
  if (path.includes(found.process.id ?? '')) {
    const reason = `calls ${target}, which leads to this call again (${[...path, target].join(' > ')})`;
    return refuse('call-recursive', reason, 'Draw the repetition as a flow back.');
  }
  if (!startsPlainly(found.process)) {
    const reason = `calls ${target}, which has no plain start event`;
    return refuse('call-target-without-start', reason, 'Give the called process one plain start event.');
  }
  return found;
}

function startsPlainly(process: ModdleElement): boolean {
  const starts = elementsOf(process, 'flowElements').filter(({ $type }) => $type === 'bpmn:StartEvent');
  return starts.length === 0 || starts.some((start) => eventDefinitionsOf(start).length === 0);
}

function tooManyCalls(call: ModdleElement): Problem {
  return {
    severity: 'error',
    rule: 'too-many-calls',
    elementId: call.id ?? '',
    reason: `The process calls others more than ${MAX_CALLS} times, calls of calls counted.`,
    remedy: 'Call fewer, or start the called processes as instances of their own.',
  };
}
