import type { FlowNode } from '../read/drawing.ts';
import { isService } from '../read/read-service.ts';
import type { Rule } from './rule.ts';

/**
 * An event sub-process beside what it stands in is begun by every event (BPMN 2.0, 13.5.4); bpmn-engine has one run of it
 * at a time. One in which nothing waits is over before the next event comes.
 */
export const eventSubProcessRunsOnce: Rule = {
  name: 'event-sub-process-runs-once',
  check: ({ drawing, events }) =>
    events.flatMap(({ role, kind }) => {
      if (role.kind !== 'start' || role.interrupting) return [];
      const scope = drawing.scopes.find(({ id }) => id === role.scopeId);
      if (scope === undefined || !scope.nodes.some(waits)) return [];
      return {
        severity: 'warning',
        elementId: scope.id,
        reason: `While the event sub-process "${scope.name}" runs, another ${kind} does not begin it a second time.`,
        remedy: 'Nothing, where one at a time is right; else start a process of its own by the event.',
      };
    }),
};

const WAITING: ReadonlySet<string> = new Set([
  'bpmn:UserTask',
  'bpmn:ReceiveTask',
  'bpmn:SubProcess',
  'bpmn:CallActivity',
  'bpmn:IntermediateCatchEvent',
]);

function waits(node: FlowNode): boolean {
  return WAITING.has(node.type) || isService(node);
}
