import { reachFrom, startsOf } from '../../net/graph.ts';
import type { DrawnScope, FlowNode } from '../read/diagram.ts';
import type { Draft } from '../read/draft.ts';
import type { Rule } from './rule.ts';

/**
 * Reports cycles in which no token waits. All of their rounds run in one step, which fails if there are too many
 * (`limits.moves`). Errors and escalations lead from a sub-process to its boundary events; timers take time.
 */
const loopWithoutWait: Rule = {
  name: 'loop-without-wait',
  severity: 'warning',
  says: 'nothing waits in a loop: all of its rounds run in one step, which fails after as many moves as `limits.moves` allows',
  remedy:
    'Lead the loop through a task or an event that waits. If it computes something and ends after a number of rounds, keep it, and see the option limits.moves.',
  check(draft) {
    const nextOf = createNextOf(draft);
    return draft.diagram.scopes.flatMap(({ nodes }) =>
      findCycles(nodes, nextOf).map((cycle) => ({
        elementId: cycle[0]?.id ?? '',
        reason: `Nothing waits in the loop through ${listNames(cycle)}, so all of its rounds run in one step, which fails if there are too many or if they change no variable.`,
      })),
    );
  },
};

type NextOf = (node: FlowNode) => readonly FlowNode[];

/** Returns where a token comes next without a wait. */
function createNextOf({ diagram, services }: Draft): NextOf {
  const jobs = new Set(
    services.flatMap(({ node, expression, assign, passes }) => (expression || assign || passes ? [] : node.id)),
  );
  const inside = new Map<string, Inside>();
  const nextOf: NextOf = (node) => {
    const { id, type, kind, events, outgoing, boundaries } = node;
    const content = inside.get(id);
    const caught = content?.throws ? boundaries.filter(isThrown) : [];
    const waits = type === 'bpmn:UserTask' || kind === 'event-based' || kind === 'call' || jobs.has(id);
    if (waits || (kind === 'catch' && events.length > 0)) return [];
    return [...(content?.passes === false ? [] : outgoing.map(({ target }) => target)), ...caught];
  };
  // Inner scopes come after outer ones.
  for (const scope of diagram.scopes.toReversed()) inside.set(scope.id, readInside(scope, nextOf, inside));
  return nextOf;
}

/** What a token that enters a scope can do without a wait. */
interface Inside {
  readonly passes: boolean;
  readonly throws: boolean;
}

function readInside(scope: DrawnScope, nextOf: NextOf, inner: ReadonlyMap<string, Inside>): Inside {
  const all = [...reachFrom(startsOf(scope), nextOf)];
  return {
    passes: all.some(({ type, outgoing }) => type === 'bpmn:EndEvent' || outgoing.length === 0),
    throws: all.some((node) => (node.type !== 'bpmn:BoundaryEvent' && isThrown(node)) || inner.get(node.id)?.throws),
  };
}

function isThrown({ events }: FlowNode): boolean {
  return events.some(({ kind }) => kind === 'error' || kind === 'escalation');
}

/** The nodes that are left when those are taken away, again and again, that nothing comes to or that lead nowhere. */
function findCycles(nodes: readonly FlowNode[], nextOf: NextOf): readonly (readonly FlowNode[])[] {
  const next = new Map(nodes.map((node) => [node, nextOf(node)]));
  const before = new Map(nodes.map((node) => [node, [] as FlowNode[]]));
  for (const [node, targets] of next) for (const target of targets) before.get(target)?.push(node);
  const left = new Set(nodes);
  const isLeft = (node: FlowNode | undefined) => node !== undefined && left.has(node);
  const around = (node: FlowNode) => [...(next.get(node) ?? []), ...(before.get(node) ?? [])];
  const pending = [...nodes];
  for (const node of pending) {
    // A join also waits for a token that comes from elsewhere.
    const isFilled = node.type !== 'bpmn:ParallelGateway' || node.incoming.every(({ source }) => isLeft(source));
    if (!isLeft(node) || (isFilled && next.get(node)?.some(isLeft) && before.get(node)?.some(isLeft))) continue;
    left.delete(node);
    pending.push(...around(node));
  }
  const cycles: FlowNode[][] = [];
  for (const first of left) {
    const cycle = reachFrom([first], (node) => around(node).filter(isLeft));
    for (const node of cycle) left.delete(node);
    cycles.push([...cycle]);
  }
  return cycles;
}

const MOST_NAMES = 5;

function listNames(nodes: readonly FlowNode[]): string {
  const names = nodes.slice(0, MOST_NAMES).map(({ name }) => `"${name}"`);
  return names.join(', ') + (nodes.length > MOST_NAMES ? ' …' : '');
}

export const LOOP_RULES: readonly Rule[] = [loopWithoutWait];
