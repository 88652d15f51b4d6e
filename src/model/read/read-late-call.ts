import { readMark } from '../moddle/prepared-mark.ts';
import type { LateCall, Mapping } from '../process-model.ts';
import type { FlowNode } from './drawing.ts';
import type { ExpressionReader } from './expression-reader.ts';

/** What the wait of a call says; it stands in the sub-process that takes the place of the call activity. */
export function readLateCall({ element, scope }: FlowNode, expressions: ExpressionReader): LateCall | undefined {
  const target = readMark(element, 'target');
  if (target === undefined) return undefined;
  const by = readMark(element, 'by') === 'definition' ? 'definition' : 'process';
  return { callId: scope.id, target: expressions.read(target, scope.id, 'calledElement'), by };
}

/** What a node of a call sets, where it is entered or left. */
export function readAssignments({ element, scope }: FlowNode, expressions: ExpressionReader): Mapping[] | undefined {
  const written = readMark(element, 'assign');
  if (written === undefined) return undefined;
  const set = JSON.parse(written) as [name: string, text: string][];
  return set.map(([name, text]) => ({ name, value: expressions.read(text, scope.id, `the parameter ${name}`) }));
}
