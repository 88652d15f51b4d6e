import type { ModdleElement } from '../moddle/moddle-element.ts';
import { readMark } from '../moddle/prepared-mark.ts';
import type { CallingFile, CallPassing, LateCall } from '../process-model.ts';
import type { FlowNode } from './diagram.ts';
import type { ServiceDraft } from './draft.ts';
import type { ExpressionReader } from './expression-reader.ts';

/** What the wait of a call says; it stands in the sub-process that takes the place of the call activity. */
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

/** The called process that is drawn in around it, if any. */
function readCallingFile(element: ModdleElement): CallingFile | undefined {
  for (let at: ModdleElement | undefined = element; at !== undefined; at = at.$parent) {
    const definitionId = readMark(at, 'definition');
    if (definitionId !== undefined) return { definitionId };
    const processId = readMark(at, 'process');
    if (processId !== undefined) return { processId };
  }
  return undefined;
}

/** What a node of a call passes, where it is entered or left. */
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
