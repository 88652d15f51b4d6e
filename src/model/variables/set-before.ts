import { isEventSubProcess, startsOf } from '../../net/graph.ts';
import type { Diagram, DrawnScope, FlowNode } from '../read/diagram.ts';
import type { Draft } from '../read/draft.ts';

/** What of the variables of a diagram is set for certain at each of its places. */
export interface SetBefore {
  /** When a token reaches a node; in a multi-instance also its element. */
  before(node: FlowNode): ReadonlySet<string>;
  /** When it leaves the node. */
  after(node: FlowNode): ReadonlySet<string>;
}

/** The variables that the places of a diagram set. */
export interface Setters {
  /** At the start. */
  readonly atStart: ReadonlySet<string>;
  /** By a node, when it is left. */
  readonly by: ReadonlyMap<FlowNode, ReadonlySet<string>>;
  /** In a multi-instance only: its element and its number. */
  readonly within: ReadonlyMap<FlowNode, ReadonlySet<string>>;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Finds the variables that are set on all paths to a node: an exclusive join has what all its flows have, a parallel join
 * what any has. Begins with everything set, and takes away what one path lacks until nothing changes.
 */
export function findSetBefore({ diagram }: Draft, { atStart, by, within }: Setters): SetBefore {
  const all = new Set([...atStart, ...[...by.values(), ...within.values()].flatMap((names) => [...names])]);
  const left = new Map<FlowNode, ReadonlySet<string>>();
  const after = (node: FlowNode) => left.get(node) ?? all;

  function atEntry({ node }: DrawnScope): ReadonlySet<string> {
    if (node === undefined) return atStart;
    return isEventSubProcess(node) ? atEntry(node.scope) : before(node);
  }

  function before(node: FlowNode): ReadonlySet<string> {
    return union(arrived(node), within.get(node) ?? NOTHING);
  }

  function arrived(node: FlowNode): ReadonlySet<string> {
    if (node.type === 'bpmn:BoundaryEvent') {
      return node.host === undefined ? atEntry(node.scope) : arrived(node.host);
    }
    const sources = node.incoming.map(({ source }) => source);
    const [first, ...others] = sources.map(after);
    if (first === undefined) return atEntry(node.scope);
    return others.reduce(node.type === 'bpmn:ParallelGateway' ? union : intersection, first);
  }

  /** What a sub-process has set when its last token ends, or an event ends it from inside. */
  function atEnds({ nodes: inside }: DrawnScope, otherwise: ReadonlySet<string>): ReadonlySet<string> {
    const ends = inside
      .filter((node) => node.outgoing.length === 0 && !throwsError(node))
      .filter(({ content }) => content?.kind !== 'event sub-process' || !startsOf(content)[0]?.nonInterrupting);
    const [first, ...others] = ends.map(after);
    return first === undefined ? otherwise : others.reduce(intersection, first);
  }

  const ordered = inOrder(diagram);
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of ordered) {
      const came = arrived(node);
      const inside = node.content;
      const own = within.get(node) ?? NOTHING;
      const through = inside === undefined ? came : atEnds(inside, came);
      const passed = [...through].filter((name) => came.has(name) || !own.has(name));
      const now = union(new Set(passed), by.get(node) ?? NOTHING);
      if (now.size === after(node).size) continue;
      left.set(node, now);
      changed = true;
    }
  }
  return { before, after };
}

/** Each node before those that follow it, but for loops, so that few rounds are needed. */
function inOrder({ nodes }: Diagram): readonly FlowNode[] {
  const done: FlowNode[] = [];
  const seen = new Set<FlowNode>();
  for (const root of nodes.values()) {
    const open: { readonly node: FlowNode; isPassed: boolean }[] = [{ node: root, isPassed: false }];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at.isPassed) done.unshift(at.node);
      else if (!seen.has(at.node)) {
        seen.add(at.node);
        const { content, outgoing, boundaries } = at.node;
        const next = [...(content?.nodes ?? []), ...boundaries, ...outgoing.map(({ target }) => target)];
        open.push({ node: at.node, isPassed: true }, ...next.map((node) => ({ node, isPassed: false })));
      }
    }
  }
  return done;
}

/** A path that leaves the sub-process by an event of its border. */
function throwsError({ events }: FlowNode): boolean {
  return events.some(({ kind }) => kind === 'error');
}

function union(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return other.size === 0 ? one : new Set([...one, ...other]);
}

function intersection(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...one].filter((name) => other.has(name)));
}
