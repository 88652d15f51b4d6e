import type { DrawnScope } from '../../read/diagram.ts';
import { findFirstNodes, hasImplicitStart } from '../../read/find-reached.ts';
import type { Finding, Rule } from '../rule.ts';

export const subProcessStart: Rule = {
  name: 'sub-process-start',
  check: ({ diagram }) => diagram.scopes.filter(({ kind }) => kind === 'sub-process').flatMap((scope) => judge(scope)),
};

function judge(scope: DrawnScope): readonly Finding[] {
  const refuse = (reason: string, remedy: string): readonly Finding[] => [
    { severity: 'error', elementId: scope.id, reason: `The sub-process "${scope.name}" ${reason}.`, remedy },
  ];
  if (scope.nodes.length === 0) return refuse('has nothing in it', 'Draw what happens in it, or use a task.');
  const starts = scope.nodes.filter(({ type }) => type === 'bpmn:StartEvent');
  if (starts.length > 1) {
    return refuse(`has ${starts.length} start events`, 'Keep one, and let a gateway behind it choose the way.');
  }
  const first = hasImplicitStart(scope) ? findFirstNodes(scope).length : 1;
  if (first === 1) return [];
  const where = first === 0 ? 'no element without a flow to it' : `${first} elements without a flow to them`;
  return refuse(`has no start event, and ${where}`, 'Draw one plain start event in it.');
}
