import { startsOf } from '../../net/graph.ts';
import type { DrawnScope, FlowNode } from '../read/diagram.ts';
import { eventDefinitionsOf } from '../read/events/event-kind.ts';
import type { Finding, Rule } from './rule.ts';
import { findVendorTrigger } from './vendors/vendor-trigger.ts';

const oneStartEvent: Rule = {
  name: 'one-start-event',
  severity: 'error',
  says: 'there is no start event, or more than one plain one',
  remedy: 'Keep one plain start event and let a gateway behind it choose the way.',
  check({ diagram }) {
    const starts = (diagram.scopes[0]?.nodes ?? []).filter(({ type }) => type === 'bpmn:StartEvent');
    if (starts.length === 0) {
      const reason = 'The process has no start event, so there is nowhere to begin.';
      return [{ elementId: diagram.processId, reason, remedy: 'Draw one start event.' }];
    }
    const plain = starts.filter(({ element }) => eventDefinitionsOf(element).length === 0);
    const reason = `The process has ${plain.length} plain start events, so it is not clear where an instance begins.`;
    return plain.slice(1).map(({ id }) => ({ elementId: id, reason }));
  },
};

const subProcessStart: Rule = {
  name: 'sub-process-start',
  severity: 'error',
  says: 'a sub-process is empty, has several start events, or none and not exactly one element without an incoming flow',
  remedy: 'Draw one plain start event in it.',
  check: ({ diagram }) =>
    diagram.scopes.filter(({ kind }) => kind === 'sub-process').flatMap((scope) => judgeSubProcess(scope)),
};

function judgeSubProcess(scope: DrawnScope): readonly Finding[] {
  const refuse = (reason: string, its: Partial<Finding> = {}): readonly Finding[] => [
    { elementId: scope.id, reason: `The sub-process "${scope.name}" ${reason}.`, ...its },
  ];
  if (scope.nodes.length === 0)
    return refuse('has nothing in it', { remedy: 'Draw what happens in it, or use a task.' });
  const starts = scope.nodes.filter(({ type }) => type === 'bpmn:StartEvent');
  if (starts.length > 1) {
    return refuse(`has ${starts.length} start events`, {
      remedy: 'Keep one, and let a gateway behind it choose the way.',
    });
  }
  const first = startsOf(scope).length;
  if (first === 1) return [];
  const where = first === 0 ? 'no element without a flow to it' : `${first} elements without a flow to them`;
  return refuse(`has no start event, and ${where}`);
}

/** bpmn-engine starts nested sub-processes recursively; its call stack overflows at 150 levels. */
export const MAX_NESTED = 100;

const nestedTooDeep: Rule = {
  name: 'nested-too-deep',
  severity: 'error',
  says: 'sub-processes are nested more than 100 deep, including inlined calls',
  remedy: 'Draw some of them side by side; a call activity counts as one level, and as two if it has parameters.',
  check: ({ diagram }) => {
    const depths = new Map<DrawnScope, number>();
    // Outer scopes come before inner ones.
    for (const scope of diagram.scopes) {
      depths.set(scope, scope.node === undefined ? 0 : (depths.get(scope.node.scope) ?? 0) + 1);
    }
    return [...depths].flatMap(([{ id, name }, depth]) =>
      depth !== MAX_NESTED + 1
        ? []
        : {
            elementId: id,
            reason: `The sub-process "${name}" is nested inside ${MAX_NESTED} others, which is too deep to run.`,
          },
    );
  },
};

/**
 * One warning per group of connected nodes. Engines ignore nodes that no path leads to. Compensation activities are not
 * reported: they belong to an event, which is refused.
 */
const nodeUnreachable: Rule = {
  name: 'node-unreachable',
  severity: 'warning',
  says: 'no path leads to a node; it does not run, even if a join has a flow from it, and no other rule reports on it',
  remedy: 'Connect it with a flow, or delete it.',
  check: ({ diagram }) =>
    groupUnreached(diagram.unreached.filter(({ element }) => element.get('isForCompensation') !== true)).map(
      ([first, ...others]) => {
        const { scope } = first;
        const join = findJoin([first, ...others]);
        const passed = join === undefined ? '' : `, and "${join.name}" does not wait for it`;
        const also =
          others.length === 0 ? '' : `, nor to ${others.map(({ name }) => `"${name}"`).join(', ')} behind it`;
        return {
          elementId: first.id,
          reason: `No path leads from the start${scope.kind === 'process' ? ' event' : ` of "${scope.name}"`} to "${first.name}"${also}, so it never happens${passed}.`,
          ...(join !== undefined && { guess: true }),
        };
      },
    ),
};

const JOINS: ReadonlySet<string> = new Set(['bpmn:ParallelGateway', 'bpmn:InclusiveGateway', 'bpmn:ComplexGateway']);

/** A reachable join with a flow from the group; other engines may wait for that flow. */
function findJoin(group: Group): FlowNode | undefined {
  const targets = group.flatMap(({ outgoing }) => outgoing.map(({ target }) => target));
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
      open.push(...node.boundaries, ...node.outgoing.map(({ target }) => target));
    }
    return [[head, ...behind] as const];
  });
}

const eventSubProcessStart: Rule = {
  name: 'event-sub-process-start',
  severity: 'error',
  says: 'an event sub-process does not have exactly one start event with a trigger that runs here',
  remedy: 'Give it exactly one start event, with a timer, a message, a signal, a condition, an error or an escalation.',
  check: ({ diagram }) =>
    diagram.scopes.filter(({ kind }) => kind === 'event sub-process').flatMap((scope) => judgeEventSubProcess(scope)),
};

function judgeEventSubProcess({ id, name, nodes }: DrawnScope): readonly Finding[] {
  const [start, ...others] = nodes.filter(({ type }) => type === 'bpmn:StartEvent');
  const refuse = (reason: string, its: Partial<Finding> = {}): readonly Finding[] => [
    { elementId: id, reason: `The event sub-process "${name}" ${reason}.`, ...its },
  ];
  if (start === undefined) return refuse('has no start event, so nothing ever sets it off');
  if (others.length > 0) return refuse(`has ${others.length + 1} start events`);
  if (eventDefinitionsOf(start.element).length > 0) return [];
  const trigger = findVendorTrigger(start.element);
  if (trigger !== undefined) {
    const { shown, remedy } = trigger;
    return refuse(`has a start event "${start.name}" with ${shown}, which is not run`, { remedy });
  }
  return refuse(`has a start event "${start.name}" that waits for nothing, so nothing ever sets it off`);
}

export const START_RULES: readonly Rule[] = [
  oneStartEvent,
  subProcessStart,
  nestedTooDeep,
  nodeUnreachable,
  eventSubProcessStart,
];
