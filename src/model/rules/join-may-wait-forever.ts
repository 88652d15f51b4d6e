import type { DrawnScope, Flow, FlowNode } from '../read/drawing.ts';
import { playDraft } from '../tokens/play-draft.ts';
import type { Stuck } from '../tokens/play-net.ts';
import type { Finding, Rule } from './rule.ts';

/**
 * A parallel gateway that all tokens reach through one split that takes a single way, and whose inbound flows are not
 * all reached on each of those ways; and one that what people press can leave with a token and nothing to come. The
 * plain engine hides it by counting ways not taken as arrived.
 */
export const joinMayWaitForever: Rule = {
  name: 'join-may-wait-forever',
  check(draft) {
    const starved = draft.drawing.scopes.flatMap(findStarved);
    const { stuck } = playDraft(draft, 'people');
    return [
      ...starved,
      ...stuck.filter(({ join }) => !starved.some(({ elementId }) => elementId === join.id)).map(blame),
    ];
  },
};

function findStarved(scope: DrawnScope): readonly Finding[] {
  return scope.nodes
    .filter(({ type, incoming }) => type === 'bpmn:ParallelGateway' && incoming.length > 1)
    .flatMap((join) => {
      const split = scope.nodes.find((node) => starves(node, join, scope));
      if (split === undefined) return [];
      return {
        severity: 'warning',
        elementId: join.id,
        reason: `The parallel gateway "${join.name}" waits for all of its flows, but "${split.name}" before it takes only one way, so it waits for ever.`,
        remedy: 'Join what an exclusive or event-based gateway split with an exclusive gateway.',
      };
    });
}

function blame({ join, trail }: Stuck): Finding {
  const names = trail.map(({ name }) => `"${name}"`);
  const when = names.length === 0 ? 'from the start' : `for example after ${names.join(', ')}`;
  return {
    severity: 'warning',
    elementId: join.id,
    reason: `The gateway "${join.name}" can hold a token while nothing else is left, ${when}: it waits for ever, and the process does not end.`,
    remedy: 'Send exactly one token to each of its flows, or let tokens that are not to be joined go to an end event.',
  };
}

const TAKES_ONE = new Set(['bpmn:ExclusiveGateway', 'bpmn:EventBasedGateway']);

function starves(split: FlowNode, join: FlowNode, scope: DrawnScope): boolean {
  if (!TAKES_ONE.has(split.type) || split.outgoing.length < 2 || !isOnEveryWay(split, join, scope)) return false;
  return split.outgoing.some((flow) => {
    const fed = join.incoming.filter((inbound) => leadsTo(flow, inbound, [split, join]));
    return fed.length > 0 && fed.length < join.incoming.length;
  });
}

function isOnEveryWay(split: FlowNode, join: FlowNode, { nodes }: DrawnScope): boolean {
  const beginnings = nodes.filter((node) => node.incoming.length === 0 && node.type !== 'bpmn:BoundaryEvent');
  return split !== join && !reachedNodes(beginnings, [split]).has(join);
}

function leadsTo(flow: Flow, inbound: Flow, borders: readonly FlowNode[]): boolean {
  if (flow === inbound) return true;
  if (flow.target === undefined || inbound.source === undefined) return false;
  return reachedNodes([flow.target], borders).has(inbound.source);
}

/** Nodes that a token gets to from these, itself included, without passing a border. */
function reachedNodes(from: readonly FlowNode[], borders: readonly FlowNode[]): ReadonlySet<FlowNode> {
  const reached = new Set<FlowNode>();
  const open = [...from];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node) || borders.includes(node)) continue;
    reached.add(node);
    open.push(...node.boundaries, ...node.outgoing.flatMap(({ target }) => target ?? []));
  }
  return reached;
}
