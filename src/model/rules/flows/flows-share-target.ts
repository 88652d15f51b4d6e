import type { FlowNode } from '../../read/diagram.ts';
import type { Rule } from '../rule.ts';

/** BPMN sends a token along each flow, so the target runs once per flow, which is rarely intended. */
export const flowsShareTarget: Rule = {
  name: 'flows-share-target',
  check: ({ diagram }) =>
    [...diagram.nodes.values()].filter(takesSeveral).flatMap((fork) => {
      const targets = fork.outgoing.flatMap(({ target }) => (target === undefined || joins(target) ? [] : [target]));
      const shared = [...new Set(targets.filter((target, index) => targets.indexOf(target) !== index))];
      return shared.map((target) => ({
        severity: 'warning' as const,
        elementId: fork.id,
        reason: `Several flows lead from "${fork.name}" directly to "${target.name}", which runs once for each of them.`,
        remedy: 'Draw one flow if it should run only once; otherwise leave it.',
      }));
    }),
};

function takesSeveral({ type, outgoing }: FlowNode): boolean {
  return outgoing.length > 1 && FORKS.has(type);
}

/** A join waits for a token on each of its flows. */
function joins({ type, incoming }: FlowNode): boolean {
  return incoming.length > 1 && FORKS.has(type);
}

const FORKS: ReadonlySet<string> = new Set(['bpmn:ParallelGateway', 'bpmn:InclusiveGateway']);
