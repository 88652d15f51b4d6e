import type { FlowNode } from '../../read/diagram.ts';
import type { Rule } from '../rule.ts';

/**
 * One warning per group of connected nodes. Engines ignore nodes that no path leads to. Compensation activities are not
 * reported: they belong to an event, which is refused.
 */
export const nodeUnreachable: Rule = {
  name: 'node-unreachable',
  check: ({ diagram }) =>
    groupUnreached(diagram.unreached.filter(({ element }) => element.get('isForCompensation') !== true)).map(
      ([first, ...others]) => {
        const { scope } = first;
        const join = findJoin([first, ...others]);
        const passed = join === undefined ? '' : `, and "${join.name}" does not wait for it`;
        const also =
          others.length === 0 ? '' : `, nor to ${others.map(({ name }) => `"${name}"`).join(', ')} behind it`;
        return {
          severity: 'warning',
          elementId: first.id,
          reason: `No path leads from the start${scope.kind === 'process' ? ' event' : ` of "${scope.name}"`} to "${first.name}"${also}, so it never happens${passed}.`,
          remedy: 'Connect it with a flow, or delete it.',
          ...(join === undefined ? {} : { guess: true as const }),
        };
      },
    ),
};

const JOINS: ReadonlySet<string> = new Set(['bpmn:ParallelGateway', 'bpmn:InclusiveGateway', 'bpmn:ComplexGateway']);

/** A reachable join with a flow from the group; other engines may wait for that flow. */
function findJoin(group: Group): FlowNode | undefined {
  const targets = group.flatMap(({ outgoing }) => outgoing.flatMap(({ target }) => target ?? []));
  return targets.find((target) => JOINS.has(target.type) && !group.includes(target));
}

type Group = readonly [FlowNode, ...FlowNode[]];

/** Groups that begin with a node without incoming flows; then the nodes that are left, which form cycles. */
function groupUnreached(unreached: readonly FlowNode[]): readonly Group[] {
  const left = new Set(unreached);
  const heads = unreached.filter((node) => node.type !== 'bpmn:BoundaryEvent' && node.incoming.length === 0);
  return [...heads, ...unreached].flatMap((head) => {
    if (!left.has(head)) return [];
    const behind: FlowNode[] = [];
    const open = [head];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (!left.delete(node)) continue;
      if (node !== head) behind.push(node);
      open.push(...node.boundaries, ...node.outgoing.flatMap(({ target }) => target ?? []));
    }
    return [[head, ...behind] as const];
  });
}
