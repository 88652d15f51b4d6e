import type { FlowNode } from '../read/drawing.ts';
import { playDraft } from '../tokens/play-draft.ts';
import type { Crowd } from '../tokens/play-net.ts';
import type { Rule } from './rule.ts';

/**
 * Where a second token can come to what is still open. BPMN opens it twice; in bpmn-engine the token waits in front of
 * it. A service that is called later, once the call before is over, is not worth a word.
 */
export const secondTokenWaits: Rule = {
  name: 'second-token-waits',
  check: (draft) =>
    playDraft(draft, 'all').crowds.flatMap((crowd) => {
      const node = crowd.place.flow ? undefined : crowd.place.members.find(opensForSomebody);
      if (node === undefined) return [];
      return {
        severity: 'warning',
        elementId: node.id,
        reason: `Two tokens can come to "${node.name}", ${describeCauses(crowd)}: while it is open for the first, the second waits, and it is not opened twice.`,
        remedy:
          'Join the branches with a parallel gateway before it, or give each branch an element of its own; nothing, where waiting is right.',
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

function opensForSomebody({ type }: FlowNode): boolean {
  return OPEN.has(type);
}

function describeCauses({ first, second }: Crowd): string {
  return first === second ? `after "${first.name}" each time` : `one after "${first.name}", one after "${second.name}"`;
}
