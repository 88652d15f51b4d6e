import type { FlowNode } from '../read/diagram.ts';
import type { Draft } from '../read/draft.ts';

/** The variables that an expression needs. */
export interface PlacedRead {
  readonly elementId: string;
  readonly needs: readonly string[];
  /** Evaluated when the task has been handled, or the iteration is over. */
  readonly isLate: boolean;
  /** It waits until its variables are set. */
  readonly isWaiting: boolean;
}

/**
 * What a called process with variables of its own reads before anything in it could set a variable, and its call does not
 * pass. @param sets what is passed, or set in it; `reads` are those in it
 */
export function neededAtOnce(
  id: string,
  draft: Draft,
  { sets, reads }: { readonly sets: ReadonlySet<string>; readonly reads: readonly PlacedRead[] },
): ReadonlySet<string> {
  const { diagram } = draft;
  const called = diagram.nodes.get(id);
  if (called === undefined) return new Set();
  const passing = draft.services.find(({ node, passes }) => passes?.way === 'in' && isBeside(node, id));
  const local = passing?.passes?.local ? elementsAround(called, draft) : [];
  const begins = ({ content }: FlowNode) =>
    (content?.nodes ?? []).filter(({ incoming, kind }) => incoming.length === 0 && kind !== 'boundary');
  const first = new Set(begins(called));
  const passed = new Set<FlowNode>();
  for (const node of first) {
    if (maySet(node, draft)) continue;
    passed.add(node);
    for (const next of begins(node)) first.add(next);
    for (const { target } of node.outgoing) first.add(target);
  }
  const isFirst = (elementId: string) => {
    const source = diagram.flows.get(elementId)?.source;
    const node = diagram.nodes.get(elementId);
    return (node !== undefined && first.has(node)) || (source !== undefined && passed.has(source));
  };
  const early = reads.filter((read) => !read.isLate && !read.isWaiting && isFirst(read.elementId));
  return new Set(early.flatMap(({ needs }) => needs.filter((name) => !sets.has(name) && !local.includes(name))));
}

/** The elements of the multi-instances around a node. */
function elementsAround({ scope }: FlowNode, draft: Draft): readonly string[] {
  const { node } = scope;
  if (node === undefined) return [];
  const { multiInstance } = draft.subProcesses.find((each) => each.node === node) ?? {};
  return [...given([multiInstance?.elementVariable, multiInstance?.indexVariable]), ...elementsAround(node, draft)];
}

/** A node at which a press, a result, a message or an inner call may set any variable. */
function maySet(node: FlowNode, { userTasks, services, events }: Draft): boolean {
  return [...userTasks, ...services, ...events].some((each) => each.node === node);
}

/** Whether a node passes variables to the called process, or from it. */
export function isBeside({ scope }: FlowNode, id: string): boolean {
  return scope.nodes.some((each) => each.id === id);
}

export function given(names: readonly (string | undefined)[]): readonly string[] {
  return names.flatMap((name) => name ?? []);
}
