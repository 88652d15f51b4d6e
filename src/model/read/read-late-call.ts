import type { ModdleElement } from '../moddle/moddle-element.ts';
import { readMark } from '../moddle/prepared-mark.ts';
import type { CallPassing } from '../nodes/called-process.ts';
import type { CallingFile, LateCall } from '../nodes/service-node.ts';
import type { FlowNode } from './diagram.ts';
import type { ServiceDraft } from './draft.ts';
import type { ExpressionReader } from './expression-reader.ts';

/** Reads the waiting node of a late call, which is inside the sub-process that replaces the call activity. */
export function readLateCall({ element, scope }: FlowNode, expressions: ExpressionReader): LateCall | undefined {
  const target = readMark(element, 'target');
  if (target === undefined) return undefined;
  const written = readMark(element, 'by');
  const by = written === 'definition' || written === 'latest' ? written : 'process';
  const file = readCallingFile(element);
  return {
    callId: scope.id,
    target: expressions.read(target, scope.id, 'calledElement'),
    by,
    ...(file === undefined ? {} : { file }),
  };
}

/** The inlined process that contains it, if any. */
function readCallingFile(element: ModdleElement): CallingFile | undefined {
  for (let at: ModdleElement | undefined = element; at !== undefined; at = at.$parent) {
    const definitionId = readMark(at, 'definition');
    if (definitionId !== undefined) return { definitionId };
    const processId = readMark(at, 'process');
    if (processId !== undefined) return { processId };
  }
  return undefined;
}

/** The variables that a node at the start or end of a call passes. */
export function readPassing(
  { element, scope }: FlowNode,
  expressions: ExpressionReader,
): Pick<ServiceDraft, 'assign' | 'passes'> {
  const written = readMark(element, 'assign');
  if (written === undefined) return {};
  const set = JSON.parse(written) as [name: string, text: string][];
  const passes = readMark(element, 'pass');
  return {
    assign: set.map(([name, text]) => ({ name, value: expressions.read(text, scope.id, `the parameter ${name}`) })),
    ...(passes === undefined ? {} : { passes: JSON.parse(passes) as CallPassing }),
  };
}
