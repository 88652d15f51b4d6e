import type { FlowNode } from '../../read/diagram.ts';
import { exploreDraft } from '../../tokens/explore-draft.ts';
import type { SecondToken } from '../../tokens/explore-states.ts';
import type { Rule } from '../rule.ts';

/**
 * A second token can reach a node that is still open for the first, so the node is opened again, as BPMN 2.0 requires.
 * Often a join is missing, and people would see a task twice. Services are not reported.
 */
export const openedForEachToken: Rule = {
  name: 'opened-for-each-token',
  check: (draft) =>
    exploreDraft(draft, 'all').secondTokens.flatMap((crowd) => {
      const node = crowd.place.flow ? undefined : crowd.place.members.find(staysOpen);
      if (node === undefined) return [];
      return {
        severity: 'warning',
        elementId: node.id,
        reason: `Two tokens can reach "${node.name}", ${describeCauses(crowd)}: it is opened once for each of them.`,
        remedy:
          'Join the branches with a parallel gateway before it if it should be opened only once; otherwise leave it.',
      };
    }),
};

const OPEN: ReadonlySet<string> = new Set([
  'bpmn:UserTask',
  'bpmn:ReceiveTask',
  'bpmn:SubProcess',
  'bpmn:CallActivity',
  'bpmn:IntermediateCatchEvent',
  'bpmn:EventBasedGateway',
]);

function staysOpen({ type }: FlowNode): boolean {
  return OPEN.has(type);
}

function describeCauses({ first, second }: SecondToken): string {
  return first === second ? `after "${first.name}" each time` : `one after "${first.name}", one after "${second.name}"`;
}
